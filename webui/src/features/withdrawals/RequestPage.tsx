/** Asking for the whole balance on one screen: how, in which currency, when, and what arrives. */
import { Button } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import {
  type PaidCurrency,
  type PayoutMethod,
  type QuoteView,
  type SummaryView,
  useGetEarningsSummaryQuery,
  useGetWithdrawalQuoteQuery,
} from "@/api/generated";
import type { MeView, SiteSettingsView } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { useSiteSettings } from "@/app/settings";
import { reasonsOf, useReasonText } from "@/components/domain/blocked";
import { PayCard } from "@/components/domain/PayCard";
import { PayLine } from "@/components/domain/PayLine";
import { hasQuote } from "@/components/domain/pay-card";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Choices } from "./Choices";
import { FIRST_METHOD, METHOD_NAMES, METHODS, paysIn, rulesOf } from "./methods";
import { feeText } from "./methods/fees";
import { Offer } from "./Offer";
import { closesMethod } from "./reasons";
import classes from "./withdrawals.module.css";

const ConsentDialog = late(async () => (await import("./ConsentDialog")).ConsentDialog);

/** What is quoted may have changed since it was last seen. */
const FRESH = { refetchOnMountOrArgChange: true } as const;

export function RequestPage() {
  const { t } = useTranslation("withdrawals");
  const me = useSignedInMe();
  const summary = useGetEarningsSummaryQuery(undefined, FRESH);
  const site = useSiteSettings();
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
      {known && <Asking {...known} />}
    </Page>
  );
}

export interface Known {
  me: MeView;
  summary: SummaryView;
  site: SiteSettingsView;
}

/** Where nothing can be asked for, the card says why and what comes; with a request under way it is all there is. */
function Asking(known: Known) {
  const { t } = useTranslation("withdrawals");
  const rules = useFlag("withdrawalNotice");
  const consent = useFlag("consent");
  const payout = known.summary.payout_state;
  return (
    <>
      {payout?.act !== "request" && (
        <div className={classes.card}>
          <PayCard />
        </div>
      )}
      {known.site.features.consent && consent.opened && <ConsentDialog onClose={consent.close} />}
      {!payout || hasQuote(payout) ? (
        <Wizard {...known} />
      ) : (
        <div className={classes.ways}>
          <Button variant="subtle" size="compact-sm" onClick={() => rules.open()}>
            {t("notice.open")}
          </Button>
        </div>
      )}
    </>
  );
}

function Wizard(known: Known) {
  const { t } = useTranslation("withdrawals");
  const { summary, site, me } = known;
  const [method, setMethod] = useState<PayoutMethod>(me.withdrawal?.method ?? FIRST_METHOD);
  const [wanted, setCurrency] = useState<PaidCurrency>("USD");
  const currency = paysIn(rulesOf(site, method), wanted) ? wanted : "USD";
  const quote = useGetWithdrawalQuoteQuery({ method, currency }, FRESH);
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
      {/* What stands below an offer waits for it: nothing moves once it is there. */}
      <div className={classes.stack} hidden={!isWide && !said && !quote.error}>
        <MethodChoice known={known} method={method} onChange={setMethod} />
        <CurrencyChoice site={site} method={method} currency={currency} onChange={setCurrency} />
        {summary.payout_state?.act === "request" && (
          <section className={classes.part}>
            <h2>{t("request.when")}</h2>
            <Card>
              <PayLine stops={summary.payout_state.steps} />
            </Card>
          </section>
        )}
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
  const format = useFormat();
  const reasonText = useReasonText(known);
  const quotes = useQuotes();
  const registered = known.me.withdrawal;

  function about(value: PayoutMethod): string {
    const fee = t("request.fee", { fee: feeText(format, rulesOf(known.site, value)) });
    const closing = closesMethod(quotes[value]);
    if (closing) return t("request.both", { fee, more: reasonText(closing) });
    if (!registered) return t("request.both", { fee, more: reasonText("payment_info") });
    const here = registered.method === value;
    const more = here
      ? t("request.paidTo", { place: METHODS[value].masked(registered) })
      : t("request.notRegistered");
    return t("request.both", { fee, more });
  }

  return (
    <Choices
      legend={t("request.how")}
      name="method"
      value={method}
      onChange={onChange}
      choices={METHOD_NAMES.map((value) => ({
        value,
        title: t(`method.${value}`),
        about: about(value),
        closed: closesMethod(quotes[value]) !== undefined && value !== method,
      }))}
    />
  );
}

/** Today's quote in dollars by every method. */
function useQuotes(): Partial<Record<PayoutMethod, QuoteView>> {
  const quotes: Partial<Record<PayoutMethod, QuoteView>> = {};
  for (const method of METHOD_NAMES) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the methods are the same at every call.
    quotes[method] = useGetWithdrawalQuoteQuery({ method, currency: "USD" }, FRESH).data;
  }
  return quotes;
}

interface CurrencyProps {
  site: SiteSettingsView;
  method: PayoutMethod;
  currency: PaidCurrency;
  onChange: (currency: PaidCurrency) => void;
}

function CurrencyChoice({ site, method, currency, onChange }: CurrencyProps) {
  const { t } = useTranslation("withdrawals");
  const { list } = useFormat();
  const payers = METHOD_NAMES.filter((name) => paysIn(rulesOf(site, name), "CNY"));
  const [payer] = payers;
  const { data: inYuan } = useGetWithdrawalQuoteQuery(
    payer ? { method: payer, currency: "CNY" } : skipToken,
    FRESH,
  );
  const isPaid = payers.includes(method);
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
          about: isPaid
            ? yuan
            : t("request.only", { methods: list(payers.map((name) => t(`method.${name}`))) }),
          closed: !isPaid || noRate,
        },
      ]}
    />
  );
}
