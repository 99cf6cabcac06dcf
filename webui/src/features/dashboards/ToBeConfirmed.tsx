/** What was earned and is not confirmed yet: the months that are not closed, each with its estimate. */
import { useGetEarningsSummaryQuery } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { Money } from "@/components/domain/Money";
import { payDates } from "@/components/domain/payout";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./dashboard.module.css";

export function ToBeConfirmed() {
  const { t } = useTranslation("dashboards");
  const { dayLong, monthName } = useFormat();
  const { data: summary } = useGetEarningsSummaryQuery();
  const { data: site } = useSiteSettings();
  const payout = summary?.payout_state;
  const months = payout?.open_months ?? [];
  const [latest] = months;
  // While nothing else is known of the money, the pay card says it already.
  if (!latest || !site || payout?.state === "earning") return null;
  return (
    <Card title={t("confirm.title")}>
      <dl className={classes.lines}>
        {months.map(({ month, estimated }) => (
          <div key={month}>
            <dt>{monthName(month)}</dt>
            <dd>
              <Money amount={estimated} /> <Standing estimated />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.small}>
        {t("confirm.when", {
          month: monthName(latest.month),
          close: dayLong(latest.closes_on),
          from: dayLong(payDates(latest.month, site).request_from),
        })}
      </p>
    </Card>
  );
}
