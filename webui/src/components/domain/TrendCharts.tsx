/** How earnings and views go: two charts on one time axis with what is read above them, or the same as a table. */
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { DailyView, PublishedView } from "@/api/generated";
import { IconPlayerPlay } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { useFormat } from "@/format";
import { changeOf } from "@/format/changes";
import { useTranslation } from "@/i18n/react";
import { DayTable } from "./DayTable";
import { Standing } from "./Standing";
import { type Bar, barsOf, byWeek, monthsOf } from "./spans";
import classes from "./trend.module.css";

const DailyCharts = late(
  async () => (await import("./DailyCharts")).DailyCharts,
  <div className={classes.plots} />,
);

export interface TrendLabels {
  /** What the charts show, in a sentence for those who do not see them. */
  summary: string;
  money: string;
  views: string;
}

interface Props {
  days: readonly DailyView[];
  published?: readonly PublishedView[];
  currency: string;
  labels: TrendLabels;
}

const NONE: readonly PublishedView[] = [];

export function TrendCharts({ days, published = NONE, currency, labels }: Props) {
  const { t } = useTranslation("figures");
  const [asTable, setAsTable] = useState(false);
  const bars = useMemo(() => barsOf(days, published), [days, published]);
  return (
    <div className={classes.trend}>
      <div className={classes.head}>
        <h2>{t(byWeek(days) ? "chart.weeks" : "chart.days")}</h2>
        <Button
          variant="subtle"
          size="sm"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {t("chart.asTable")}
        </Button>
      </div>
      {asTable ? (
        <DayTable bars={bars} currency={currency} labels={labels} />
      ) : (
        <Charts
          key={`${bars[0]?.from} ${bars.length}`}
          bars={bars}
          currency={currency}
          labels={labels}
        />
      )}
    </div>
  );
}

interface ChartsProps {
  bars: readonly Bar[];
  currency: string;
  labels: TrendLabels;
}

/** One bar is always chosen, the newest at first: a finger, the mouse or the arrow keys choose another. */
function Charts({ bars, currency, labels }: ChartsProps) {
  const { t } = useTranslation("figures");
  const [at, choose] = useState(bars.length - 1);
  const said = useSaid(currency);
  const bar = bars[at];
  if (!bar) return null;
  const weekly = bars.some(({ days }) => days > 1);
  return (
    <>
      <Readout bar={bar} before={bars[at - 1]} currency={currency} />
      <div
        className={classes.plots}
        style={{ "--bars": bars.length, "--at": at }}
        onPointerMove={({ nativeEvent: { offsetX, pointerType }, target }) => {
          const { clientWidth } = target as Element;
          if (pointerType !== "mouse" || !(target instanceof HTMLInputElement)) return;
          choose(Math.min(bars.length - 1, Math.floor((offsetX / clientWidth) * bars.length)));
        }}
      >
        <span className={classes.band} aria-hidden="true" />
        <div role="img" aria-label={labels.summary}>
          <DailyCharts bars={bars} at={at} currency={currency} />
        </div>
        {bars.map(
          ({ from, published }, index) =>
            published > 0 && (
              <span key={from} className={classes.mark} style={{ "--mark": index }}>
                <IconPlayerPlay size={12} aria-hidden="true" />
              </span>
            ),
        )}
        <input
          type="range"
          className={classes.finger}
          min={0}
          max={bars.length - 1}
          value={at}
          aria-label={t(weekly ? "chart.chooseWeek" : "chart.chooseDay")}
          aria-valuetext={said(bar)}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
      </div>
      {weekly && <Months bars={bars} />}
      <Published bars={bars} bar={bar} />
    </>
  );
}

function useSaid(currency: string): (bar: Bar) => string {
  const { t } = useTranslation("figures");
  const { daySpan, money, count } = useFormat();
  return (bar) =>
    t("chart.said", {
      day: daySpan(bar.from, bar.to),
      amount: money(bar.revenue, currency),
      views: count(bar.engaged_views),
    });
}

function Readout({
  bar,
  before,
  currency,
}: {
  bar: Bar;
  before: Bar | undefined;
  currency: string;
}) {
  const { t } = useTranslation("figures");
  const { daySpan, weekday, money, compact } = useFormat();
  const isDay = bar.days === 1 && bar.from === bar.to;
  const whole = before && before.days === bar.days;
  const change = whole ? changeOf(bar.engaged_views, before.engaged_views) : null;
  return (
    <div className={classes.readout}>
      <span>
        <b className="num">{isDay ? weekday(bar.from) : daySpan(bar.from, bar.to)}</b>
        <span>
          <Standing estimated={bar.estimated} />{" "}
          {change && (
            <span className="num">
              {t(isDay ? "chart.onDayBefore" : "chart.onWeekBefore", { change: `${change.text}%` })}
            </span>
          )}
        </span>
      </span>
      <span>
        <b className={`num ${classes.mine}`}>{money(bar.revenue, currency)}</b>
        <span className={`num ${classes.views}`}>
          {t("chart.engaged", { views: compact(bar.engaged_views) })}
        </span>
      </span>
    </div>
  );
}

/** Below weeks the months are named, each with its state. */
function Months({ bars }: { bars: readonly Bar[] }) {
  const { monthShort } = useFormat();
  return (
    <ol className={classes.months} aria-hidden="true">
      {monthsOf(bars).map(({ month, bars: wide, estimated }) => (
        <li key={month} style={{ flexGrow: wide }} data-estimated={estimated || undefined}>
          {monthShort(month)}
        </li>
      ))}
    </ol>
  );
}

/** The chosen bar's shorts by name; else how many there were in all. */
function Published({ bars, bar }: { bars: readonly Bar[]; bar: Bar }) {
  const { t } = useTranslation("figures");
  const all = bars.reduce((sum, { published }) => sum + published, 0);
  if (all === 0) return null;
  const others = bar.published - 1;
  const words =
    bar.title === null
      ? t("chart.published", { count: all })
      : others > 0
        ? t("chart.publishedMore", { title: bar.title, count: others })
        : t("chart.publishedOne", { title: bar.title });
  return (
    <p className={classes.published}>
      <IconPlayerPlay size={14} aria-hidden="true" />
      {words}
    </p>
  );
}
