import { useTranslation } from "react-i18next";
import { useRange } from "@/components/data-date";
import { Gate } from "@/features/dashboard/Gate";
import { ChannelReport } from "@/features/reports/ChannelReport";
import { ReportPage } from "@/features/reports/ReportPage";

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
    <ReportPage title={t("nav.channelReport")} chosen={chosen}>
      <ChannelReport range={chosen.range} />
    </ReportPage>
  );
}
