/** The first day and the first week: nothing is drawn that does not exist yet. */
import type { PayoutStateView } from "@/api/generated";
import { stopOf } from "@/components/domain/pay-card";
import { daysBetween } from "@/format/dates";

export type Stage = "day" | "week" | null;

const WEEK = 7;

/** Whether the reader is in their first days: before the first figures, or with fewer than a week of them. */
export function stageOf(payout: PayoutStateView | null | undefined): Stage {
  if (payout?.state !== "earning") return null;
  const live = stopOf(payout, "live")?.from;
  if (!live) return null;
  if (payout.amount === null) return "day";
  const until = payout.figures_until;
  return until && daysBetween(live, until) + 1 < WEEK ? "week" : null;
}
