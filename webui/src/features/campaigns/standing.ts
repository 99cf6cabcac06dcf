/** Where a campaign stands for the reader, in a word and in a line. */
import type { CampaignView } from "@/api/generated";
import { useGetSiteSettingsQuery } from "@/api/generated-base";
import type { Tone } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";

const DAY_MS = 86_400_000;

interface Standing {
  chip: string;
  tone: Tone;
  line: string;
}

export function useStanding(campaign: CampaignView): Standing {
  const { t } = useTranslation("campaigns");
  const { compact, dayLong } = useFormat();
  const today = useGetSiteSettingsQuery().data?.today ?? campaign.until;
  const { state, closed_for, applications, views, goal, until } = campaign;
  if (state === "closed") {
    const line = t(`closed.${closed_for ?? "over"}`, { day: dayLong(until) });
    return { chip: t("state.closed"), tone: "quiet", line };
  }
  const left = Math.max(0, Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS));
  const reached = t("reached", { views: compact(views), goal: compact(goal) });
  const line = `${reached}, ${t("daysLeft", { count: left })}`;
  if (applications.length > 0) return { chip: t("state.applied"), tone: "ok", line };
  if (state === "full") return { chip: t("state.full"), tone: "warn", line };
  return { chip: t("state.open"), tone: "primary", line };
}
