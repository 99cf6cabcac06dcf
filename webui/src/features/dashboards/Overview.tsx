/** The period in three figures, and day by day. */

import { skipToken } from "@reduxjs/toolkit/query";
import { useCancelled } from "@/api/cancel";
import { type DashboardView, useDashboardQuery } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { useDataDate } from "@/components/domain/data-date";
import { Money } from "@/components/domain/Money";
import { monthOf, payDates } from "@/components/domain/payout";
import type { Range } from "@/components/domain/periods";
import { Standing } from "@/components/domain/Standing";
import { TrendCharts } from "@/components/domain/TrendCharts";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { Figure, Figures } from "@/components/kit/Figure";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { type Change, changeOf, pointsBetween } from "@/format/changes";
import { daysBetween } from "@/format/dates";
import { compare, decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import classes from "./dashboard.module.css";
import { useMemberFilter } from "./narrowing";

interface Props {
  range: Range | null;
  channel: string | undefined;
}

export function Overview({ range, channel }: Props) {
  const member = useMemberFilter();
  const asked = range && { ...range, ...member, ...(channel ? { channel } : {}) };
  const { data, error, isFetching, refetch } = useDashboardQuery(asked ?? skipToken);
  useCancelled("dashboard", asked);
  useDataDate(data?.max_date);
  if (error && !isFetching) {
    return <ErrorCard error={asApiError(error)} onRetry={refetch} />;
  }
  if (!data) return <CardSkeleton lines={11} />;
  return (
    <div className={classes.overview} aria-busy={isFetching}>
      <Card flush>
        <Sums data={data} />
        <hr className={classes.rule} />
        <Trend data={data} />
        {data.summary.estimated && <Cycle end={data.end} />}
      </Card>
    </div>
  );
}

function Sums({ data }: { data: DashboardView }) {
  const { t } = useTranslation("dashboards");
  const { count, compact, percent, money } = useFormat();
  const phone = useScreenClass() === "mobile";
  const days = daysBetween(data.start, data.end) + 1;
  const { summary: now, previous: before } = data;
  const number = (value: number) => (phone ? compact(value) : count(value));
  const told = (change: Change | null) => {
    if (!change) return { note: phone ? "" : t("change.none"), tone: "quiet" as const };
    const value = `${change.text}%`;
    return {
      note: phone ? value : t("change.on", { change: value, count: days }),
      tone: change.tone,
    };
  };
  const points = pointsBetween(now.premium_ratio, before.premium_ratio);
  const premium =
    points && !phone
      ? {
          note: t("figures.share", { ratio: percent(now.premium_ratio), change: points.text }),
          tone: points.tone,
        }
      : told(changeOf(now.premium_views, before.premium_views));
  const earned = told(changeOf(now.revenue, before.revenue));
  const part =
    now.estimated && !isZero(decimal(now.confirmed_revenue))
      ? t("figures.confirmedPart", { amount: money(now.confirmed_revenue, data.currency) })
      : null;
  const shared =
    now.gross !== null && compare(decimal(now.gross), decimal(now.revenue)) !== 0
      ? t("figures.gross", { amount: money(now.gross, data.currency) })
      : null;
  const notes = [shared, part, earned.note].filter(Boolean).join(" · ");
  return (
    <Figures>
      <Figure
        label={t(phone ? "figures.engagedShort" : "figures.engaged")}
        value={number(now.engaged_views)}
        {...told(changeOf(now.engaged_views, before.engaged_views))}
      />
      <Figure
        label={t(phone ? "figures.premiumShort" : "figures.premium")}
        value={number(now.premium_views)}
        {...premium}
      />
      <Figure
        label={t("figures.earned")}
        value={<Money amount={now.revenue} currency={data.currency} estimated={now.estimated} />}
        tone={earned.tone}
        note={
          <>
            <Standing estimated={now.estimated} /> {!phone && notes}
          </>
        }
      />
    </Figures>
  );
}

function Trend({ data }: { data: DashboardView }) {
  const { t } = useTranslation("dashboards");
  const { date, money, count } = useFormat();
  return (
    <TrendCharts
      days={data.daily}
      published={data.published}
      currency={data.currency}
      labels={{
        money: t("trend.earnings"),
        views: t("trend.views"),
        summary: t(data.summary.estimated ? "trend.summary" : "trend.confirmed", {
          from: date(data.start),
          to: date(data.end),
          earnings: money(data.summary.revenue, data.currency),
          views: count(data.summary.engaged_views),
        }),
      }}
    />
  );
}

/** How fresh the figures are, and when they stop being estimates. */
function Cycle({ end }: { end: string }) {
  const { t } = useTranslation("dashboards");
  const { monthName, dayLong } = useFormat();
  const { data: site } = useSiteSettings();
  if (!site) return null;
  const month = monthOf(end);
  return (
    <p className={classes.cycle}>
      {t("cycle", {
        count: site.reports.lag_days,
        month: monthName(month),
        date: dayLong(payDates(month, site).close_on),
      })}
    </p>
  );
}
