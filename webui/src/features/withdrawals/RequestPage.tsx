/** Asking for the whole balance on one screen: how, in which currency, when, and what arrives. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type PaidCurrency,
  type PayoutMethod,
  type SummaryView,
  useGetEarningsSummaryQuery,
  useGetWithdrawalQuoteQuery,
} from "@/api/generated";
import { type MeView, type SiteSettingsView, useGetSiteSettingsQuery } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { reasonsOf, useReasonText } from "@/components/domain/blocked";
import { PayLine } from "@/components/domain/PayLine";
import { monthOf, payDates } from "@/components/domain/payout";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { Page } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { monthsBefore } from "@/format/months";
import { Choices } from "./Choices";
import { Offer } from "./Offer";
import { closesMethod } from "./reasons";
import classes from "./withdrawals.module.css";

/** What is quoted may have changed since it was last seen. */
const FRESH = { refetchOnMountOrArgChange: true } as const;

export function RequestPage() {
  const { t } = useTranslation("withdrawals");
  const me = useSignedInMe();
  const summary = useGetEarningsSummaryQuery(undefined, FRESH);
  const site = useGetSiteSettingsQuery();
  const error = summary.error ?? site.error;
  const known = summary.data && site.data && { me, summary: summary.data, site: site.data };
  return (
    <Page title={t("request.title")} lead={t("request.lead")}>
      {!known && error && (
        <ErrorCard
          error={asApiError(error)}
          onRetry={() => {
            void summary.refetch();
            void site.refetch();
          }}
        />
      )}
      {!known && !error && <CardSkeleton lines={6} />}
      {known && <Wizard {...known} />}
    </Page>
  );
}

export interface Known {
  me: MeView;
  summary: SummaryView;
  site: SiteSettingsView;
}

function Wizard(known: Known) {
  const { t } = useTranslation("withdrawals");
  const { summary, site, me } = known;
  const [method, setMethod] = useState<PayoutMethod>(me.withdrawal?.method ?? "paypal");
  const [wanted, setCurrency] = useState<PaidCurrency>("USD");
  // PayPal pays dollars only (R7).
  const currency = method === "paypal" ? "USD" : wanted;
  const quote = useGetWithdrawalQuoteQuery({ method, currency }, FRESH);
  const dates = payDates(monthsBefore(monthOf(summary.window.from), 1), site);
  const said = quote.currentData;
  // What arrives is what people come for: where there is one column it stands first.
  const isWide = useScreenClass() === "laptop";
  const offer = said ? (
    <Offer {...known} quote={said} method={method} onStale={quote.refetch} />
  ) : quote.error ? (
    <ErrorCard error={asApiError(quote.error)} onRetry={quote.refetch} />
  ) : (
    <CardSkeleton lines={6} />
  );
  return (
    <div className={classes.wizard}>
      {!isWide && offer}
      <div className={classes.stack}>
        <MethodChoice known={known} method={method} onChange={setMethod} />
        <CurrencyChoice method={method} currency={currency} onChange={setCurrency} />
        <section className={classes.part}>
          <h2>{t("request.when")}</h2>
          <Card>
            <PayLine
              dates={said ? { ...dates, bill_on: said.bill_on, due_on: said.due_on } : dates}
              today={site.today}
            />
          </Card>
        </section>
      </div>
      {isWide && offer}
    </div>
  );
}

interface MethodProps {
  known: Known;
  method: PayoutMethod;
  onChange: (method: PayoutMethod) => void;
}

/** The registered method stays open whatever stands in its way: its quote says why. */
function MethodChoice({ known, method, onChange }: MethodProps) {
  const { t } = useTranslation("withdrawals");
  const { money, rate } = useFormat();
  const reasonText = useReasonText(known);
  const quotes = {
    paypal: useGetWithdrawalQuoteQuery({ method: "paypal", currency: "USD" }, FRESH).data,
    bank: useGetWithdrawalQuoteQuery({ method: "bank", currency: "USD" }, FRESH).data,
  };
  const registered = known.me.withdrawal;
  const { paypal_fee_rate, bank_fee } = known.site.withdrawal;
  const fees = { paypal: rate(paypal_fee_rate), bank: money(bank_fee, "USD") };

  function about(value: PayoutMethod): string {
    const fee = t("request.fee", { fee: fees[value] });
    const closing = closesMethod(quotes[value]);
    if (closing) return t("request.both", { fee, more: reasonText(closing) });
    if (!registered) return t("request.both", { fee, more: reasonText("payment_info") });
    const place = registered.account_email_masked ?? registered.account_number_masked ?? "";
    const here = registered.method === value;
    const more = here ? t("request.paidTo", { place }) : t("request.notRegistered");
    return t("request.both", { fee, more });
  }

  return (
    <Choices
      legend={t("request.how")}
      name="method"
      value={method}
      onChange={onChange}
      choices={(["paypal", "bank"] as const).map((value) => ({
        value,
        title: t(`method.${value}`),
        about: about(value),
        closed: closesMethod(quotes[value]) !== undefined && value !== method,
      }))}
    />
  );
}

interface CurrencyProps {
  method: PayoutMethod;
  currency: PaidCurrency;
  onChange: (currency: PaidCurrency) => void;
}

function CurrencyChoice({ method, currency, onChange }: CurrencyProps) {
  const { t } = useTranslation("withdrawals");
  const { data: inYuan } = useGetWithdrawalQuoteQuery({ method: "bank", currency: "CNY" }, FRESH);
  const noRate = inYuan !== undefined && reasonsOf(inYuan).includes("no_rate");
  const yuan = noRate ? t("request.noRate") : t("request.rateOfToday");
  return (
    <Choices
      legend={t("request.currency")}
      name="currency"
      value={currency}
      onChange={onChange}
      choices={[
        { value: "USD", title: "USD", about: t("request.earned") },
        {
          value: "CNY",
          title: "CNY",
          about: method === "paypal" ? t("request.bankOnly") : yuan,
          closed: method === "paypal" || noRate,
        },
      ]}
    />
  );
}
