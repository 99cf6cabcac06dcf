/** Why a withdrawal cannot be asked for: the server's reasons, those that nobody here knows as `other`. */
import type { QuoteView } from "@/api/generated";

const REASONS = [
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

/** Each reason once, in the server's order. */
export function reasonsOf({ blocked }: QuoteView): Reason[] {
  const said = blocked.map(({ reason }) => REASONS.find((known) => known === reason) ?? "other");
  return [...new Set(said)];
}
