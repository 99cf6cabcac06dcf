import { skipToken } from "@reduxjs/toolkit/query";
import { useSearchParams } from "react-router";
import { useDashboardQuery, useGetEarningsSummaryQuery } from "@/api/generated";
import { useAppSelector, useSignedInMe } from "@/app/hooks";
import { useSiteSettings } from "@/app/settings";
import { useRange } from "@/components/domain/data-date";
import { PeriodSwitch } from "@/components/domain/PeriodSwitch";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { Board } from "@/features/dashboards/Board";
import { stageOf } from "@/features/dashboards/first-days";
import { Gate } from "@/features/dashboards/Gate";
import { MemberChoice } from "@/features/dashboards/MemberChoice";
import { useMemberFilter } from "@/features/dashboards/narrowing";
import { Shorts } from "@/features/dashboards/Shorts";
import { ChannelChoice, useApprovedChannels } from "@/features/dashboards/VideoReport";
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
  const summary = useGetEarningsSummaryQuery();
  const payout = summary.data?.payout_state;
  const stage = stageOf(payout);
  const channel = useSearchParams()[0].get("channel") ?? undefined;
  const several = useApprovedChannels().length > 1;
  // Shorts stand below figures and money and wait for both: nothing moves once they are there.
  const member = useMemberFilter();
  const asked = chosen.range && {
    ...chosen.range,
    ...member,
    ...(channel ? { channel } : {}),
  };
  const figures = useDashboardQuery(asked ?? skipToken);
  // The money is told of by two answers, and stands first on phones.
  const moneyWaits = [summary, useSiteSettings()].some(({ isLoading }) => isLoading);
  const waits = moneyWaits || (!stage && !figures.data && !figures.error);
  return (
    <Page
      title={t(stage === "day" ? "first.live" : "hello", { name: info.name })}
      actions={
        laptop ? (
          <>
            <MemberChoice />
            <ChannelChoice />
            {!stage && <PeriodSwitch value={chosen.period} onChange={chosen.choose} />}
          </>
        ) : (
          <DataTo />
        )
      }
    >
      {!laptop && <MemberChoice />}
      <Board
        chosen={chosen}
        payout={payout}
        channel={channel}
        waits={moneyWaits}
        figuresWait={waits}
      />
      {!chosen.error && stage !== "day" && (
        <div hidden={waits}>
          <Shorts range={chosen.range} channel={channel} several={several} />
        </div>
      )}
      {sheet.value && chosen.range && (
        <VideoSheet id={sheet.value} range={chosen.range} onClose={sheet.close} />
      )}
    </Page>
  );
}

/** As wide as any other day. */
const ANY_DAY = "2000-12-28";

/** On laptops the header says it. Its place is kept: beside a long greeting it takes a line of its own. */
function DataTo() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const known = useAppSelector(({ site }) => site.dataDate);
  return (
    <span className="num" style={{ visibility: known ? "visible" : "hidden" }}>
      {t("dataTo", { date: date(known ?? ANY_DAY) })}
    </span>
  );
}
