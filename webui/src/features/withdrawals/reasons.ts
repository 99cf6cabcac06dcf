/** Why a withdrawal cannot be asked for: the server's reasons, sorted by what they close. */
import type { BlockedView, QuoteView } from "@/api/generated";

export const REASONS = [
  "payment_info",
  "window",
  "pending_withdrawal",
  "minimum",
  "bank_minimum",
  "fee",
  "channel_not_approved",
  "consent",
  "country",
  "currency_method",
  "no_rate",
] as const;
export type Reason = (typeof REASONS)[number] | "other";

/** What closes one method and leaves the other open. */
const OF_METHOD: readonly Reason[] = ["bank_minimum", "fee", "country"];

export const reasonOf = ({ reason }: BlockedView): Reason =>
  REASONS.find((known) => known === reason) ?? "other";

/** Each reason once, in the server's order. */
export const reasonsOf = (quote: QuoteView): Reason[] => [...new Set(quote.blocked.map(reasonOf))];

export const closesMethod = (quote: QuoteView | undefined): Reason | undefined =>
  quote && reasonsOf(quote).find((reason) => OF_METHOD.includes(reason));
