/** The dashboard's figures: what becomes of the money, the period, and what is not confirmed yet. */

import type { PayoutStateView } from "@/api/generated";
import type { ChosenRange } from "@/components/domain/data-date";
import { PayCard } from "@/components/domain/PayCard";
import { PeriodSwitch } from "@/components/domain/PeriodSwitch";
import { asApiError } from "@/components/kit/error-text";
import { useScreenClass } from "@/components/kit/screen";
import { ErrorCard } from "@/components/kit/states";
import classes from "./dashboard.module.css";
import { FirstWeek, NextStep, WhatCounts } from "./FirstDays";
import { type Stage, stageOf } from "./first-days";
import { Overview } from "./Overview";
import { ToBeConfirmed } from "./ToBeConfirmed";

interface Props {
  chosen: ChosenRange;
  payout: PayoutStateView | null | undefined;
  /** Narrows the figures to one channel; the money is of all. */
  channel: string | undefined;
  /** Whether the money is still to come, which stands first on phones. */
  waits: boolean;
  /** Whether the figures are still to come: what stands below them on phones waits. */
  figuresWait: boolean;
}

export function Board({ chosen, payout, channel, waits, figuresWait }: Props) {
  const laptop = useScreenClass() === "laptop";
  const stage = stageOf(payout);
  return (
    <div className={classes.board}>
      {!laptop && !stage && (
        <div className={classes.period} hidden={waits}>
          <PeriodSwitch value={chosen.period} onChange={chosen.choose} />
        </div>
      )}
      <div className={classes.main} hidden={!laptop && waits}>
        {stage && payout ? (
          <First stage={stage} payout={payout} />
        ) : chosen.error ? (
          <ErrorCard error={asApiError(chosen.error)} onRetry={chosen.retry} />
        ) : (
          <Overview range={chosen.range} channel={channel} />
        )}
      </div>
      <div className={classes.side}>
        <PayCard />
        {!stage && (laptop || !figuresWait) && <ToBeConfirmed />}
      </div>
    </div>
  );
}

function First({ stage, payout }: { stage: Stage; payout: PayoutStateView }) {
  return (
    <>
      {stage === "week" && <FirstWeek payout={payout} />}
      {stage === "day" && <WhatCounts payout={payout} />}
      <NextStep />
    </>
  );
}
