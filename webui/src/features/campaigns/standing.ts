/** Where a campaign stands for the reader, in a word and in a line. */
import type { CampaignView } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import type { Tone } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";

const DAY_MS = 86_400_000;
/** So few days before the goal is expected, a campaign closes soon. */
const SOON_DAYS = 3;

function daysFrom(today: string, day: string): number {
  return Math.max(0, Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS));
}

interface Standing {
  chip: string;
  tone: Tone;
  line: string;
}

export function useStanding(campaign: CampaignView): Standing {
  const { t } = useTranslation("campaigns");
  const { compact, dayLong } = useFormat();
  const today = useSiteSettings().data?.today ?? campaign.until;
  const { state, closed_for, applications, views, goal, until, expected_on } = campaign;
  if (state === "closed") {
    const line = t(`closed.${closed_for ?? "over"}`, { day: dayLong(until) });
    return { chip: t("state.closed"), tone: "quiet", line };
  }
  const isSoon = expected_on !== null && daysFrom(today, expected_on) <= SOON_DAYS;
  const left = isSoon ? t("soon") : t("daysLeft", { count: daysFrom(today, until) });
  const line = t("line", {
    reached: t("reached", { views: compact(views), goal: compact(goal) }),
    left,
  });
  if (applications.length > 0) return { chip: t("state.applied"), tone: "ok", line };
  if (state === "full") return { chip: t("state.full"), tone: "warn", line };
  if (isSoon) return { chip: t("state.almost"), tone: "warn", line };
  return { chip: t("state.open"), tone: "primary", line };
}
