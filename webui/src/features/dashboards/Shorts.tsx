/** The dashboard's short list of shorts: the best first, the rest in the report. */

import { Link, useSearchParams } from "react-router";
import { addresses } from "@/app/paths";
import type { Range } from "@/components/domain/periods";
import { useTranslation } from "@/i18n/react";
import { VideoList } from "./VideoList";

const SHOWN = 10;

export function Shorts({ range }: { range: Range | null }) {
  const { t } = useTranslation("figures");
  const [params] = useSearchParams();
  const period = params.get("period");
  const all = period ? `${addresses.videoReport}?period=${period}` : addresses.videoReport;
  return (
    <VideoList
      range={range}
      title={t("shorts.title")}
      size={SHOWN}
      initialSort="revenue_desc"
      hidden="engaged_views,premium_views"
      aside={(total) => total !== undefined && <Link to={all}>{t("shorts.all", { total })}</Link>}
    />
  );
}
