/** Earnings as bars above engaged views as an area, on one time axis. Styles place everything: nothing is measured. */
import type { ReactNode } from "react";
import { useScreenClass } from "@/components/kit/screen";
import { useFormat } from "@/format";
import { type Scale, scaleFor, spreadOver } from "./scale";
import type { Bar } from "./spans";
import classes from "./trend.module.css";

interface Props {
  bars: readonly Bar[];
  /** The chosen one. */
  at: number;
  currency: string;
}

const FINEST = 4;
const NAMED_ON_PHONES = 4;
const NAMED = 8;

/** So many that two marks of the axis never read the same. */
const decimalsOf = (value: number): number =>
  [0, 2, 3].find((places) => Math.abs(Number(value.toFixed(places)) - value) < 1e-9) ?? FINEST;

export function DailyCharts({ bars, at, currency }: Props) {
  const { money, compact } = useFormat();
  const earned = bars.map(({ revenue }) => Number(revenue));
  const views = bars.map(({ engaged_views }) => engaged_views);
  const inMoney = scaleFor(earned);
  const inViews = scaleFor(views, { whole: true });
  const weekly = bars.some(({ days }) => days > 1);
  return (
    <>
      <Plot
        className={classes.earned}
        scale={inMoney}
        say={(value) => money(value.toFixed(FINEST), currency, decimalsOf(value))}
      >
        {bars.map(({ from, estimated }, index) => (
          <i
            key={from}
            className={classes.bar}
            data-estimated={estimated || undefined}
            data-chosen={index === at || undefined}
            style={{ height: inPercent(inMoney.part(earned[index] ?? 0)) }}
          />
        ))}
      </Plot>
      <Plot className={classes.viewed} scale={inViews} say={compact}>
        <Area heights={views.map(inViews.part)} />
      </Plot>
      {!weekly && <Days bars={bars} />}
    </>
  );
}

const inPercent = (part: number): string => `${part * 100}%`;

interface PlotProps {
  className: string | undefined;
  scale: Scale;
  say: (value: number) => string;
  children: ReactNode;
}

/** A place to draw in, with a line and a value for each mark of its scale. */
function Plot({ className, scale, say, children }: PlotProps) {
  return (
    <div className={`${classes.plot} ${className}`}>
      {scale.marks.map((value) => (
        <div key={value} className={classes.line} style={{ bottom: inPercent(scale.part(value)) }}>
          <span className="num">{say(value)}</span>
        </div>
      ))}
      {children}
    </div>
  );
}

/** From the middle of the first bar to the middle of the last; stretched to the plot's width, its line is not. */
function Area({ heights }: { heights: readonly number[] }) {
  const curve = heights
    .map((height, index) => `${index ? "L" : "M"}${index + 0.5} ${1 - height}`)
    .join("");
  const foot = "V1H0.5Z";
  return (
    <svg viewBox={`0 0 ${heights.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.below} d={curve + foot} />
      <path className={classes.curve} d={curve} />
    </svg>
  );
}

/** The days below: the first, the last, and as many between as there is room for. */
function Days({ bars }: { bars: readonly Bar[] }) {
  const { dayShort } = useFormat();
  const most = useScreenClass() === "mobile" ? NAMED_ON_PHONES : NAMED;
  return (
    <div className={classes.days}>
      {spreadOver(bars.length, most).map((index) => (
        <span key={index} style={{ "--day": index }}>
          {dayShort(bars[index]?.from ?? "")}
        </span>
      ))}
    </div>
  );
}
