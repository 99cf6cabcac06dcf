import { useRange } from "@/components/domain/data-date";
import { ChannelReport } from "@/features/dashboards/ChannelReport";
import { Gate } from "@/features/dashboards/Gate";
import { MemberChoice } from "@/features/dashboards/MemberChoice";
import { ReportPage } from "@/features/dashboards/ReportPage";
import { useTranslation } from "@/i18n/react";

export default function ChannelReportRoute() {
  return (
    <Gate>
      <Report />
    </Gate>
  );
}

function Report() {
  const { t } = useTranslation();
  const chosen = useRange();
  return (
    <ReportPage title={t("nav.channelReport")} chosen={chosen} filter={<MemberChoice />}>
      <ChannelReport range={chosen.range} />
    </ReportPage>
  );
}
