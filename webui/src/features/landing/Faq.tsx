/** The questions people ask before they sign up; every number in the answers is the portal's own (POLICY-6). */

import type { SiteSettingsView } from "@/api/generated-base";
import { monthOf, payDates } from "@/components/domain/payout";
import { IconChevronDown } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { daysBetween } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import { payoutExample } from "./example";
import classes from "./LandingPage.module.css";

interface Answer {
  question: string;
  answer: string;
}

function useAnswers(settings: SiteSettingsView): Answer[] {
  const { t } = useTranslation("landing");
  const { money, count, date, monthName, daySpan, rate } = useFormat();
  const { withdrawal, channels, reports } = settings;
  const dates = payDates(monthOf(settings.today), settings);
  const example = payoutExample(withdrawal.paypal_fee_rate);
  const month = monthName(dates.month);
  const [reviewMin = 1, reviewMax = 2] = channels.review_days;
  return [
    {
      question: t("faq.when.q"),
      answer: t("faq.when.a", {
        month,
        year: dates.month.slice(0, 4),
        close: date(dates.close_on),
        span: daySpan(dates.request_from, dates.request_to),
        due: date(dates.due_on),
        days: daysBetween(`${dates.close_on.slice(0, 7)}-01`, dates.due_on),
      }),
    },
    {
      question: t("faq.cost.q"),
      answer: t("faq.cost.a", {
        rate: rate(withdrawal.paypal_fee_rate),
        bankFee: money(withdrawal.bank_fee, "USD"),
        revenue: money(example.revenue, "USD"),
        fee: money(example.fee, "USD"),
        net: money(example.net, "USD"),
      }),
    },
    {
      question: t("faq.minimum.q"),
      answer: t("faq.minimum.a", {
        minimum: money(withdrawal.minimum, "USD"),
        bank: t(`faq.minimum.${withdrawal.bank_minimum_basis}`, {
          bankMinimum: money(withdrawal.bank_minimum, "USD"),
        }),
      }),
    },
    {
      question: t("faq.channel.q"),
      answer: t("faq.channel.a", { views: count(channels.hold_max_views), reviewMin, reviewMax }),
    },
    { question: t("faq.see.q"), answer: t("faq.see.a", { count: reports.lag_days }) },
  ];
}

export function Faq({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("landing");
  const answers = useAnswers(settings);
  return (
    <section id="questions" className={`${classes.wide} ${classes.faq}`}>
      <h2>{t("faq.title")}</h2>
      <div>
        {answers.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>
              {question}
              <IconChevronDown size={20} aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
