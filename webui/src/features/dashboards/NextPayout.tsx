/** What can be withdrawn now, when the money comes, and, if nothing can be asked for, exactly why. */
import { Button } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { Link } from "react-router";
import {
  type PayoutMethod,
  type QuoteView,
  type SummaryView,
  useGetEarningsSummaryQuery,
  useGetWithdrawalQuoteQuery,
} from "@/api/generated";
import { type MeView, type SiteSettingsView, useGetSiteSettingsQuery } from "@/api/generated-base";
import { useAppSelector, useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { type Reason, reasonsOf, useReasonText } from "@/components/domain/blocked";
import { Debt } from "@/components/domain/Debt";
import { Money } from "@/components/domain/Money";
import { PayLine } from "@/components/domain/PayLine";
import { monthOf, payDates } from "@/components/domain/payout";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { StatusChip } from "@/components/kit/StatusChip";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { daysBetween } from "@/format/dates";
import { monthsBefore } from "@/format/months";
import { useTranslation } from "@/i18n/react";
import classes from "./dashboard.module.css";

export function NextPayout() {
  const me = useSignedInMe();
  const currency = useAppSelector(({ preferences }) => preferences.currency);
  const summary = useGetEarningsSummaryQuery();
  const site = useGetSiteSettingsQuery();
  const { data: quote } = useGetWithdrawalQuoteQuery(
    me.withdrawal && site.data ? asked(site.data, me.withdrawal.method, currency) : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  if (summary.data && site.data) {
    return <Payout summary={summary.data} site={site.data} me={me} quote={quote ?? null} />;
  }
  const failed = [summary, site].find(({ error }) => error);
  if (!failed) return <CardSkeleton lines={4} />;
  return <ErrorCard error={asApiError(failed.error)} onRetry={failed.refetch} />;
}

/** In the reader's currency, where the method pays in it. */
function asked({ withdrawal }: SiteSettingsView, method: PayoutMethod, currency: string) {
  const rules = withdrawal.methods.find((each) => each.method === method);
  const inYuan = currency === "CNY" && rules?.currencies.includes(currency);
  return { method, currency: inYuan ? ("CNY" as const) : ("USD" as const) };
}

interface Known {
  summary: SummaryView;
  site: SiteSettingsView;
  me: MeView;
  quote: QuoteView | null;
}

function Payout({ summary, site, me, quote }: Known) {
  const { t } = useTranslation("dashboards");
  const { money } = useFormat();
  const dates = payDates(monthsBefore(monthOf(summary.window.from), 1), site);
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.label}>{t("payout.title")}</h2>
        <WindowChip summary={summary} today={site.today} />
      </div>
      <Money amount={summary.withdrawable} currency={summary.currency} size="hero" mine />
      <Link to={addresses.earnings} className={classes.way}>
        {t("payout.madeOf")}
      </Link>
      <Debt summary={summary} />
      {quote?.allowed && me.withdrawal ? (
        <p className={classes.text}>
          {t("payout.net", {
            method: t(`method.${me.withdrawal.method}`),
            fee: money(quote.fee, quote.currency),
            net: money(quote.net, quote.currency),
          })}
        </p>
      ) : (
        <Reasons summary={summary} site={site} me={me} quote={quote} />
      )}
      <PayLine dates={dates} today={site.today} />
      {quote?.allowed && (
        <Button component={Link} to={addresses.withdrawalRequest} fullWidth>
          {t("payout.request", { amount: money(quote.total, quote.currency) })}
        </Button>
      )}
      {!me.withdrawal && (
        <Button component={Link} to={addresses.paymentInfoRegister} variant="default" fullWidth>
          {t("payout.enter")}
        </Button>
      )}
    </Card>
  );
}

const OF_METHOD: readonly Reason[] = ["bank_minimum", "method_minimum"];

function WindowChip({ summary, today }: { summary: SummaryView; today: string }) {
  const { t } = useTranslation("dashboards");
  const { dayShort } = useFormat();
  const { open, from, to } = summary.window;
  if (!open)
    return <StatusChip tone="quiet">{t("payout.opens", { date: dayShort(from) })}</StatusChip>;
  const left = daysBetween(today, to);
  return (
    <StatusChip tone="ok">
      {left > 0 ? t("payout.open", { count: left }) : t("payout.openToday")}
    </StatusChip>
  );
}

/** Before payment details there is no quote to ask for the reasons. */
function reasons({ summary, me, quote }: Known): Reason[] {
  if (quote) return reasonsOf(quote);
  if (me.withdrawal) return [];
  return summary.window.open ? ["payment_info"] : ["payment_info", "window"];
}

/** Every reason in a sentence; where only a method's own minimum is not reached, the way around it. */
function Reasons(known: Known) {
  const { t } = useTranslation("payout");
  const { t: d } = useTranslation("dashboards");
  const reasonText = useReasonText(known);
  const found = reasons(known);
  const isMinimumAlone = found.length === 1 && OF_METHOD.includes(found[0] ?? "other");
  const other = known.site.withdrawal.methods.find(({ minimum }) => minimum === null);
  return (
    <ul className={classes.reasons}>
      {found.map((reason) => (
        <li key={reason}>{reasonText(reason)}</li>
      ))}
      {isMinimumAlone && other && <li>{t("without", { method: d(`method.${other.method}`) })}</li>}
    </ul>
  );
}
