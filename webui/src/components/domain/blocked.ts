/** Why a withdrawal cannot be asked for: the server's reasons, and each of them in a sentence with its numbers. */

import type { QuoteView, SummaryView } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";

const REASONS = [
  "payment_info",
  "window",
  "pending_withdrawal",
  "minimum",
  "bank_minimum",
  "method_minimum",
  "fee",
  "channel_not_approved",
  "consent",
  "payouts_locked",
  "country",
  "currency_method",
  "no_rate",
] as const;
/** Those that nobody here knows are `other`. */
export type Reason = (typeof REASONS)[number] | "other";

/** Each reason once, in the server's order. */
export function reasonsOf({ blocked }: QuoteView): Reason[] {
  const said = blocked.map(({ reason }) => REASONS.find((known) => known === reason) ?? "other");
  return [...new Set(said)];
}

export interface Known {
  summary: SummaryView;
  site: SiteSettingsView;
}

/** The reasons in sentences; the page's text files need `payout`. */
export function useReasonText({ summary, site }: Known): (reason: Reason) => string {
  const { t } = useTranslation("payout");
  const { daySpan, money, monthName } = useFormat();
  const settled = summary.last_settled;
  const values = {
    span: daySpan(summary.window.from, summary.window.to),
    minimum: money(summary.minimum, summary.currency),
    bank: money(site.withdrawal.bank_minimum, "USD"),
    month: settled ? monthName(settled.month) : "",
    revenue: settled ? money(settled.revenue_usd, "USD") : "",
  };
  return (reason) => {
    if (reason !== "bank_minimum") return t(`why.${reason}`, values);
    if (site.withdrawal.bank_minimum_basis === "requested_amount") {
      return t("bank.requested_amount", values);
    }
    return t(settled ? "why.bank_minimum" : "why.bank_month", values);
  };
}
