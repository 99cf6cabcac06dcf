/** Earnings as bars above engaged views as an area, on one time axis. Heavy: loaded by `TrendCharts` when it is needed. */
import {
  Area,
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";
import { useNear } from "@/components/kit/in-sight";
import { useFormat } from "@/format";
import type { Bar as Span } from "./spans";
import classes from "./trend.module.css";

interface Props {
  bars: readonly Span[];
  /** The chosen one. */
  at: number;
  currency: string;
}

/** Heights only; what is read comes from the text. */
interface Point {
  day: string;
  money: number;
  views: number;
  estimated: boolean;
  chosen: boolean;
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

export function DailyCharts({ bars, at, currency }: Props) {
  const { money, compact, dayShort } = useFormat();
  const { place, near } = useNear<HTMLDivElement>(0);
  const weekly = bars.some(({ days }) => days > 1);
  const points: Point[] = bars.map((bar, index) => ({
    day: bar.from,
    money: Number(bar.revenue),
    views: bar.engaged_views,
    estimated: bar.estimated,
    chosen: index === at,
  }));
  const inMoney = (value: number) => money(value.toFixed(FINEST), currency, decimalsOf(value));
  const time = {
    dataKey: "day",
    minTickGap: 28,
    interval: "preserveStartEnd" as const,
    tickFormatter: dayShort,
    ...AXIS,
  };
  const up = { width: AXIS_PX, tickCount: 3, interval: 0 as const, ...AXIS };
  return (
    <>
      <ResponsiveContainer width="100%" height={TOP_PX}>
        <ComposedChart data={points} margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...time} hide />
          <YAxis {...up} tickFormatter={inMoney} />
          <Bar dataKey="money" maxBarSize={22} isAnimationActive={false} shape={drawn} />
        </ComposedChart>
      </ResponsiveContainer>
      {/* On a phone it stands below the first view: what draws it would only keep the page busy. */}
      <div ref={place} style={{ height: BOTTOM_PX }}>
        {near && (
          <ResponsiveContainer width="100%" height={BOTTOM_PX}>
            <ComposedChart data={points} margin={MARGIN} accessibilityLayer={false}>
              <CartesianGrid vertical={false} stroke="var(--line)" />
              <XAxis {...time} {...(weekly && { tick: false })} />
              <YAxis
                {...up}
                allowDecimals={false}
                tickFormatter={(value: number) => compact(value)}
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
                activeDot={false}
                isAnimationActive={false}
              />
            </ComposedChart>
          </ResponsiveContainer>
        )}
      </div>
    </>
  );
}

/** Pale with a strong edge while it may still move, solid once it is confirmed. */
function drawn({ x, y, width, height, payload }: BarShapeProps) {
  const { estimated, chosen } = payload as Point;
  if (!(Number(height) > 0)) return <g />;
  const at = { x: Number(x), y: Number(y), width: Number(width) };
  return (
    <g
      className={classes.bar}
      data-estimated={estimated || undefined}
      data-chosen={chosen || undefined}
    >
      <rect {...at} height={Number(height)} rx={2} />
      <rect {...at} height={Math.min(2, Number(height))} />
    </g>
  );
}
