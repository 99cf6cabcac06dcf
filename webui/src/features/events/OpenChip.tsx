/** How many days one may still take part or apply. */
import { useSiteSettings } from "@/app/settings";
import { StatusChip } from "@/components/kit/StatusChip";
import { useTranslation } from "@/i18n/react";

const DAY_MS = 86_400_000;

export function OpenChip({ until }: { until: string }) {
  const { t } = useTranslation("events");
  const today = useSiteSettings().data?.today ?? until;
  const left = Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS);
  return (
    <StatusChip tone="ok">
      {left > 0 ? t("state.open", { count: left }) : t("state.last")}
    </StatusChip>
  );
}
