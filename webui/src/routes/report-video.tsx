import { useRange } from "@/components/domain/data-date";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { Gate } from "@/features/dashboards/Gate";
import { MemberChoice } from "@/features/dashboards/MemberChoice";
import { ReportPage } from "@/features/dashboards/ReportPage";
import {
  ChannelChoice,
  useChannelChoiceWaits,
  VideoReport,
} from "@/features/dashboards/VideoReport";
import { useTranslation } from "@/i18n/react";

const VideoSheet = late(async () => (await import("@/features/figures/VideoSheet")).VideoSheet);

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
    <ReportPage
      title={t("nav.videoReport")}
      chosen={chosen}
      waits={useChannelChoiceWaits()}
      filter={
        <>
          <MemberChoice />
          <ChannelChoice />
        </>
      }
    >
      <VideoReport range={chosen.range} />
      {sheet.value && chosen.range && (
        <VideoSheet id={sheet.value} range={chosen.range} onClose={sheet.close} />
      )}
    </ReportPage>
  );
}
