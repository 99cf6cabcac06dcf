import { useTranslation } from "react-i18next";
import { useRange } from "@/components/data-date";
import { useFlag } from "@/components/flags";
import { late } from "@/components/late";
import { Gate } from "@/features/dashboard/Gate";
import { ReportPage } from "@/features/reports/ReportPage";
import { ChannelChoice, VideoReport } from "@/features/reports/VideoReport";

const VideoSheet = late(async () => (await import("@/features/videos/VideoSheet")).VideoSheet);

export default function VideoReportRoute() {
  return (
    <Gate>
      <Report />
    </Gate>
  );
}

function Report() {
  const { t } = useTranslation();
  const chosen = useRange();
  const sheet = useFlag("videoDetail");
  return (
    <ReportPage title={t("nav.videoReport")} chosen={chosen} filter={<ChannelChoice />}>
      <VideoReport range={chosen.range} />
      {sheet.value && chosen.range && (
        <VideoSheet id={sheet.value} range={chosen.range} onClose={sheet.close} />
      )}
    </ReportPage>
  );
}
