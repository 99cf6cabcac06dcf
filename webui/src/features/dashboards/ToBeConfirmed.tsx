/** What was earned and is not money yet: months that are not closed, and requests on their way. */
import { skipToken } from "@reduxjs/toolkit/query";
import { useDashboardQuery, useGetEarningsSummaryQuery } from "@/api/generated";
import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { useAppSelector } from "@/app/hooks";
import { Money } from "@/components/domain/Money";
import { payDates } from "@/components/domain/payout";
import { Card } from "@/components/kit/Card";
import { useFormat } from "@/format";
import { daysBetween } from "@/format/dates";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import { openMonths, rangeOfMonth } from "./confirming";
import classes from "./dashboard.module.css";

export function ToBeConfirmed() {
  const { t } = useTranslation("dashboards");
  const { dayLong, monthName } = useFormat();
  const newest = useAppSelector(({ site }) => site.dataDate);
  const { data: summary } = useGetEarningsSummaryQuery();
  const { data: site } = useGetSiteSettingsQuery();
  if (!newest || !summary || !site) return null;
  const months = openMonths(newest, summary.last_settled?.month ?? null);
  const [latest] = months;
  const requested = !isZero(decimal(summary.pending));
  if (!latest && !requested) return null;
  const dates = latest ? payDates(latest, site) : null;
  return (
    <Card title={t("confirm.title")}>
      <dl className={classes.lines}>
        {months.map((month) => (
          <MonthLine key={month} month={month} newest={newest} />
        ))}
        {requested && (
          <div>
            <dt>{t("confirm.requested")}</dt>
            <dd>
              <Money amount={summary.pending} currency={summary.currency} />
            </dd>
          </div>
        )}
      </dl>
      {latest && dates && (
        <p className={classes.small}>
          {t("confirm.when", {
            month: monthName(latest),
            close: dayLong(dates.close_on),
            from: dayLong(dates.request_from),
          })}
        </p>
      )}
    </Card>
  );
}

function MonthLine({ month, newest }: { month: string; newest: string }) {
  const { t } = useTranslation("dashboards");
  const { monthName } = useFormat();
  const range = rangeOfMonth(month, newest);
  const { data } = useDashboardQuery(range.end < range.start ? skipToken : range);
  const days = daysBetween(range.start, range.end) + 1;
  return (
    <div>
      <dt>{t("confirm.month", { month: monthName(month), count: days })}</dt>
      <dd>{data && <Money amount={data.summary.revenue} currency={data.currency} />}</dd>
    </div>
  );
}
