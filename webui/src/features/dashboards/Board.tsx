/** The dashboard's figures: the money that can be asked for, the period, and what is on its way. */

import type { ChosenRange } from "@/components/domain/data-date";
import { PayCard } from "@/components/domain/PayCard";
import { PeriodSwitch } from "@/components/domain/PeriodSwitch";
import { asApiError } from "@/components/kit/error-text";
import { useScreenClass } from "@/components/kit/screen";
import { ErrorCard } from "@/components/kit/states";
import classes from "./dashboard.module.css";
import { Overview } from "./Overview";
import { ToBeConfirmed } from "./ToBeConfirmed";

export function Board({ chosen }: { chosen: ChosenRange }) {
  const laptop = useScreenClass() === "laptop";
  return (
    <div className={classes.board}>
      {!laptop && (
        <div className={classes.period}>
          <PeriodSwitch value={chosen.period} onChange={chosen.choose} />
        </div>
      )}
      <div className={classes.main}>
        {chosen.error ? (
          <ErrorCard error={asApiError(chosen.error)} onRetry={chosen.retry} />
        ) : (
          <Overview range={chosen.range} />
        )}
      </div>
      <div className={classes.side}>
        <PayCard />
        <ToBeConfirmed />
      </div>
    </div>
  );
}
