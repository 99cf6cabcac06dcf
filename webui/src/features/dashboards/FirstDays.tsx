/** What stands in place of charts in the first days: what counts, the days there are, and the next step. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { type DashboardView, type PayoutStateView, useDashboardQuery } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { useDataDate } from "@/components/domain/data-date";
import { stopOf } from "@/components/domain/pay-card";
import { monthOf, payDates } from "@/components/domain/payout";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { Figure, Figures } from "@/components/kit/Figure";
import { IconCheck, IconX } from "@/components/kit/icons";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./first-days.module.css";

export function WhatCounts({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("dashboards");
  const { dayLong } = useFormat();
  const live = stopOf(payout, "live")?.from;
  const date = live ? dayLong(live) : "";
  return (
    <Card title={t("first.counts.title")}>
      <ul className={classes.counts}>
        <Counts yes>{t("first.counts.from", { date })}</Counts>
        <Counts yes>{t("first.counts.tracks")}</Counts>
        <Counts>{t("first.counts.before", { date })}</Counts>
        <Counts>{t("first.counts.long")}</Counts>
      </ul>
    </Card>
  );
}

function Counts({ yes = false, children }: { yes?: boolean; children: string }) {
  const { t } = useTranslation("dashboards");
  const Icon = yes ? IconCheck : IconX;
  return (
    <li data-yes={yes || undefined}>
      <Icon size={20} aria-label={t(yes ? "first.counts.yes" : "first.counts.no")} role="img" />
      {children}
    </li>
  );
}

/** Where the money goes can be said before there is any. */
export function NextStep() {
  const { t } = useTranslation("dashboards");
  const { dayLong } = useFormat();
  const me = useSignedInMe();
  const { data: site } = useSiteSettings();
  if (me.withdrawal || !site) return null;
  const date = dayLong(payDates(monthOf(site.today), site).request_from);
  return (
    <Card>
      <div className={classes.next}>
        <div>
          <h2>{t("first.next.title")}</h2>
          <p>{t("first.next.text", { date })}</p>
        </div>
        <Button component={Link} to={addresses.paymentInfoRegister} className={classes.act}>
          {t("first.next.act")}
        </Button>
      </div>
    </Card>
  );
}

interface WeekProps {
  payout: PayoutStateView;
}

export function FirstWeek({ payout }: WeekProps) {
  const start = stopOf(payout, "live")?.from ?? "";
  const end = payout.figures_until ?? start;
  const { data, error, refetch } = useDashboardQuery({ start, end });
  useDataDate(data?.max_date);
  if (error) return <ErrorCard error={asApiError(error)} onRetry={refetch} />;
  if (!data) return <CardSkeleton lines={8} />;
  return <Week data={data} />;
}

function Week({ data }: { data: DashboardView }) {
  const { t } = useTranslation("dashboards");
  const { count, percent } = useFormat();
  const { summary, daily } = data;
  return (
    <Card flush>
      <Figures>
        <Figure
          label={t("figures.engaged")}
          value={count(summary.engaged_views)}
          note={t("first.days", { count: daily.length })}
        />
        <Figure
          label={t("figures.premium")}
          value={count(summary.premium_views)}
          note={t("first.ofAll", { ratio: percent(summary.premium_ratio) })}
        />
      </Figures>
      <hr className={classes.rule} />
      <div className={classes.bars}>
        <h2>
          {t("first.bars")} <Standing estimated />
        </h2>
        <Bars data={data} />
      </div>
    </Card>
  );
}

const PLACES = 7;
const MOST_AHEAD = 2;

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The days that there are, as high as they earned, and places for those to come. */
function Bars({ data: { daily, currency, end } }: { data: DashboardView }) {
  const { t } = useTranslation("dashboards");
  const { money, dayShort, weekdayName } = useFormat();
  const most = Math.max(...daily.map(({ revenue }) => Number(revenue)), 0.01);
  const ahead = Math.min(MOST_AHEAD, PLACES - daily.length);
  return (
    <ol className={classes.days}>
      {daily.map(({ date, revenue }) => (
        <li key={date} style={{ "--part": Number(revenue) / most }}>
          <b className="num">{money(revenue, currency)}</b>
          <i />
          <span className="num">{dayShort(date)}</span>
        </li>
      ))}
      {Array.from({ length: ahead }, (_, index) => plusDays(end, index + 1)).map((day, index) => (
        <li key={day} data-ahead>
          <i>{index === 0 ? t("first.tomorrow") : weekdayName(day)}</i>
          <span className="num">{dayShort(day)}</span>
        </li>
      ))}
    </ol>
  );
}
