/** The four steps of a month's money in the portal's own dates, and what a payout costs. */
import type { ReactNode } from "react";
import type { SiteSettingsView } from "@/api/generated-base";
import { Mark } from "@/components/domain/Logo";
import { lastDayOf, monthOf, payDates } from "@/components/domain/payout";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { payoutExample } from "./example";
import classes from "./LandingPage.module.css";

export function Payments({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("landing");
  const { money, monthName, dayLong, dayShort, daySpan } = useFormat();
  const dates = payDates(monthOf(settings.today), settings);
  const { month } = dates;
  return (
    <section id="paid" className={`${classes.wide} ${classes.payments}`}>
      <div>
        <h2>{t("calendar.title", { month: monthName(month), day: dayLong(dates.due_on) })}</h2>
        <p>{t("calendar.text")}</p>
        <ol className={classes.steps}>
          <Step
            days={daySpan(`${month}-01`, lastDayOf(month))}
            title={t("calendar.views.title")}
            text={t("calendar.views.text", { count: settings.reports.lag_days })}
          />
          <Step
            days={dayShort(dates.close_on)}
            title={t("calendar.confirmed.title")}
            text={t("calendar.confirmed.text")}
          />
          <Step
            days={daySpan(dates.request_from, dates.request_to)}
            title={t("calendar.ask.title")}
            text={t("calendar.ask.text", { minimum: money(settings.withdrawal.minimum, "USD") })}
          />
          <Step
            days={dayShort(dates.due_on)}
            title={t("calendar.paid.title")}
            text={t("calendar.paid.text")}
          />
        </ol>
      </div>
      <Receipt rate={settings.withdrawal.paypal_fee_rate} />
    </section>
  );
}

function Step({ days, title, text }: { days: string; title: string; text: ReactNode }) {
  return (
    <li>
      <b className="num">{days}</b>
      <b>{title}</b>
      <span>{text}</span>
    </li>
  );
}

function Receipt({ rate }: { rate: string }) {
  const { t } = useTranslation("landing");
  const { money, rate: written } = useFormat();
  const example = payoutExample(rate);
  return (
    <section className={classes.receipt} aria-label={t("receipt.title")}>
      <h3>
        <Mark size={18} /> {t("receipt.title")}
      </h3>
      <dl className="num">
        <div>
          <dt>{t("receipt.confirmed")}</dt>
          <dd>{money(example.revenue, "USD")}</dd>
        </div>
        <div>
          <dt>{t("receipt.fee", { rate: written(rate) })}</dt>
          <dd>{money(`-${example.fee}`, "USD")}</dd>
        </div>
        <div>
          <dt>{t("receipt.net")}</dt>
          <dd>{money(example.net, "USD")}</dd>
        </div>
      </dl>
      <small>{t("receipt.remark")}</small>
    </section>
  );
}
