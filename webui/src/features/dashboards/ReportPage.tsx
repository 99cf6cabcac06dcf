/** The frame of a report: its name, its period, and how far the figures reach. */
import type { ReactNode } from "react";
import { addresses } from "@/app/paths";
import type { ChosenRange } from "@/components/domain/data-date";
import { PeriodSwitch } from "@/components/domain/PeriodSwitch";
import { asApiError } from "@/components/kit/error-text";
import { Page } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./reports.module.css";

interface Props {
  title: string;
  chosen: ChosenRange;
  /** Beside the period. */
  filter?: ReactNode;
  /** Whether it is still to be heard what can be chosen: what stands below waits, and so nothing moves. */
  waits?: boolean;
  children: ReactNode;
}

export function ReportPage({ title, chosen, filter, waits = false, children }: Props) {
  const { t } = useTranslation("figures");
  const { date } = useFormat();
  const laptop = useScreenClass() === "laptop";
  const { range } = chosen;
  return (
    <Page
      title={title}
      lead={range ? t("lead", { from: date(range.start), to: date(range.end) }) : "\u00a0"}
      back={laptop ? undefined : addresses.dashboard}
      actions={
        <div className={classes.filters} hidden={waits}>
          {filter}
          <PeriodSwitch value={chosen.period} onChange={chosen.choose} />
        </div>
      }
    >
      {chosen.error ? (
        <ErrorCard error={asApiError(chosen.error)} onRetry={chosen.retry} />
      ) : (
        <>
          {waits && <CardSkeleton lines={8} />}
          <div className={classes.content} hidden={waits}>
            {children}
          </div>
        </>
      )}
    </Page>
  );
}
