/** Why a withdrawal cannot be asked for: the server's reasons, and each of them in a sentence with its numbers. */

import type { LockedBy, PayoutLockView, QuoteView, SummaryView } from "@/api/generated";
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

/** Which story of a lock is told: what locks, or that both do. */
export const toldOf = ({ by }: PayoutLockView): LockedBy | "both" =>
  by.length > 1 ? "both" : (by[0] ?? "disowned");

/** The reasons in sentences; the page's text files need `payout`. */
export function useReasonText({ summary, site }: Known): (reason: Reason) => string {
  const { t } = useTranslation("payout");
  const { daySpan, instant, money, monthName } = useFormat();
  const lock = summary.payout_state?.lock;
  const settled = summary.last_settled;
  const values = {
    span: daySpan(summary.window.from, summary.window.to),
    minimum: money(summary.minimum, summary.currency),
    bank: money(site.withdrawal.bank_minimum, "USD"),
    month: settled ? monthName(settled.month) : "",
    revenue: settled ? money(settled.revenue_usd, "USD") : "",
    at: lock?.totp_ends_at ? instant(lock.totp_ends_at) : "",
  };
  return (reason) => {
    if (reason === "payouts_locked") {
      return lock ? t(`locked.${toldOf(lock)}`, values) : t("why.other");
    }
    if (reason !== "bank_minimum") return t(`why.${reason}`, values);
    if (site.withdrawal.bank_minimum_basis === "requested_amount") {
      return t("bank.requested_amount", values);
    }
    return t(settled ? "why.bank_minimum" : "why.bank_month", values);
  };
}
