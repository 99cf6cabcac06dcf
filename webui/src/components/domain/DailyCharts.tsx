/** Earnings as bars above engaged views as an area, on one time axis. Heavy: loaded by `TrendCharts` when it is needed. */
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useFormat } from "@/format";
import type { Day, TrendLabels } from "./TrendCharts";
import classes from "./trend.module.css";

interface Props {
  days: readonly Day[];
  currency: string;
  labels: TrendLabels;
}

interface Point {
  day: string;
  /** For heights only; what is read comes from the text. */
  money: number;
  views: number;
  said: Day;
}

const AXIS = { axisLine: false, tickLine: false, tick: { fontSize: 12, fill: "var(--ink-3)" } };
const MARGIN = { top: 8, right: 4, bottom: 8, left: 0 };
const AXIS_PX = 52;
const TOP_PX = 150;
const BOTTOM_PX = 140;

const FINEST = 4;

/** So many that two marks of the axis never read the same. */
const decimalsOf = (value: number): number =>
  [0, 2, 3].find((places) => Math.abs(Number(value.toFixed(places)) - value) < 1e-9) ?? FINEST;

/** `10/28` of yyyy-MM-dd. */
const monthAndDay = (day: string): string => day.slice(5).replace("-", "/");

export function DailyCharts({ days, currency, labels }: Props) {
  const { money, compact } = useFormat();
  const points: Point[] = days.map((day) => ({
    day: day.date,
    money: Number(day.revenue),
    views: day.engaged_views,
    said: day,
  }));
  const inMoney = (value: number) => money(value.toFixed(FINEST), currency, decimalsOf(value));
  const time = {
    dataKey: "day",
    minTickGap: 28,
    interval: "preserveStartEnd" as const,
    tickFormatter: monthAndDay,
    ...AXIS,
  };
  const up = { width: AXIS_PX, tickCount: 3, interval: 0 as const, ...AXIS };
  return (
    <>
      <p className={classes.name}>{labels.money}</p>
      <ResponsiveContainer width="100%" height={TOP_PX}>
        <ComposedChart data={points} syncId="days" margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...time} hide />
          <YAxis {...up} tickFormatter={inMoney} />
          <Tooltip
            cursor={{ fill: "var(--hover)" }}
            isAnimationActive={false}
            content={({ payload }) => (
              <DayNote point={payload?.[0]?.payload} currency={currency} labels={labels} />
            )}
          />
          <Bar
            dataKey="money"
            fill="var(--money-bar)"
            radius={[3, 3, 0, 0]}
            maxBarSize={22}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <p className={classes.name}>{labels.views}</p>
      <ResponsiveContainer width="100%" height={BOTTOM_PX}>
        <ComposedChart data={points} syncId="days" margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...time} />
          <YAxis {...up} allowDecimals={false} tickFormatter={(value: number) => compact(value)} />
          <Tooltip
            cursor={{ stroke: "var(--line-strong)" }}
            isAnimationActive={false}
            content={() => null}
          />
          {/* An area starts in the middle of a bar's place only beside a bar: this one has no height. */}
          <Bar dataKey={() => 0} isAnimationActive={false} legendType="none" />
          <Area
            dataKey="views"
            stroke="var(--primary)"
            strokeWidth={2}
            fill="var(--primary)"
            fillOpacity={0.1}
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </>
  );
}

function DayNote({
  point,
  currency,
  labels,
}: {
  point: Point | undefined;
  currency: string;
  labels: TrendLabels;
}) {
  const { money, count, date } = useFormat();
  if (!point) return null;
  return (
    <div className={classes.tip}>
      <b>{date(point.day)}</b>
      <span>
        {labels.money}: <b className={classes.mine}>{money(point.said.revenue, currency)}</b>
      </span>
      <span>
        {labels.views}: <b>{count(point.said.engaged_views)}</b>
      </span>
    </div>
  );
}
