import { useGetEarningsSummaryQuery } from "@/api/generated";
import { useAppSelector, useSignedInMe } from "@/app/hooks";
import { useRange } from "@/components/domain/data-date";
import { PeriodSwitch } from "@/components/domain/PeriodSwitch";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { Board } from "@/features/dashboards/Board";
import { stageOf } from "@/features/dashboards/first-days";
import { Gate } from "@/features/dashboards/Gate";
import { Shorts } from "@/features/dashboards/Shorts";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";

const VideoSheet = late(async () => (await import("@/features/figures/VideoSheet")).VideoSheet);

export default function DashboardRoute() {
  return (
    <Gate steps>
      <Dashboard />
    </Gate>
  );
}

function Dashboard() {
  const { t } = useTranslation("dashboards");
  const { info } = useSignedInMe();
  const chosen = useRange();
  const laptop = useScreenClass() === "laptop";
  const sheet = useFlag("videoDetail");
  const payout = useGetEarningsSummaryQuery().data?.payout_state;
  const stage = stageOf(payout);
  return (
    <Page
      title={t(stage === "day" ? "first.live" : "hello", { name: info.name })}
      actions={
        laptop && !stage ? (
          <PeriodSwitch value={chosen.period} onChange={chosen.choose} />
        ) : (
          <DataTo />
        )
      }
    >
      <Board chosen={chosen} payout={payout} />
      {!chosen.error && stage !== "day" && <Shorts range={chosen.range} />}
      {sheet.value && chosen.range && (
        <VideoSheet id={sheet.value} range={chosen.range} onClose={sheet.close} />
      )}
    </Page>
  );
}

/** On laptops the header says it. */
function DataTo() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const day = useAppSelector(({ site }) => site.dataDate);
  return <span className="num">{day && t("dataTo", { date: date(day) })}</span>;
}
