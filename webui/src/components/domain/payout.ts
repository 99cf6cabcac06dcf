/**
 * When a month's money comes, worked out from the portal's own rules (SETTLE-1, WITHDRAW-1, WITHDRAW-2).
 * Days are yyyy-MM-dd in the business time zone. What the server says of one withdrawal holds; this
 * is for sentences about months to come.
 */
import type { SiteSettingsView } from "@/api/generated-base";
import type { Place, Stop } from "./PayLine";

/** The dates of one month's money. */
export interface PayDates {
  /** The month that is paid, yyyy-MM. */
  month: string;
  close_on: string;
  request_from: string;
  request_to: string;
  bill_on: string;
  due_on: string;
}

type Rules = Pick<SiteSettingsView, "withdrawal" | "reports">;

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A day of a month counted from `month` on; 0 and less count back from its first day, -1 in settings is the last. */
function dayOf(month: string, later: number, day: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const first = number - 1 + later;
  return iso(day === -1 ? Date.UTC(year, first + 1, 0) : Date.UTC(year, first, day));
}

export const lastDayOf = (month: string): string => dayOf(month, 0, -1);

/** The month so many months before one, yyyy-MM. */
export const monthsBefore = (month: string, count: number): string =>
  dayOf(month, -count, 1).slice(0, 7);

function plusDays(day: string, days: number): string {
  return iso(new Date(`${day}T00:00:00Z`).getTime() + days * 86_400_000);
}

/** The first span in which the money can be asked for once the month is closed. */
function requestSpan(month: string, closeOn: string, windows: number[][]): [string, string] {
  for (const later of [1, 2]) {
    for (const [first = 1, last = -1] of windows) {
      const from = dayOf(month, later, first);
      const to = dayOf(month, later, last);
      if (to >= closeOn) return [from > closeOn ? from : closeOn, to];
    }
  }
  return [closeOn, closeOn];
}

function dueDay(month: string, billOn: string, { withdrawal }: Rules): string {
  switch (withdrawal.payout_rule) {
    case "bill_plus_days":
      return plusDays(billOn, withdrawal.payout_days);
    case "end_of_following_month":
      return dayOf(billOn.slice(0, 7), 1, -1);
    case "earning_month_plus_days":
      return plusDays(dayOf(month, 1, 1), withdrawal.payout_days);
  }
}

/** The four dates of the money of a month (yyyy-MM). */
export function payDates(month: string, rules: Rules): PayDates {
  const close_on = dayOf(month, 1, rules.reports.target_day);
  const [request_from, request_to] = requestSpan(month, close_on, rules.withdrawal.windows);
  const bill_on = dayOf(request_from.slice(0, 7), 0, -1);
  const due_on = dueDay(month, bill_on, rules);
  return { month, close_on, request_from, request_to, bill_on, due_on };
}

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The last stop whose day has come is where the reader stands; the first, before all of them. */
export function placeOf(starts: readonly string[], today: string): number {
  return Math.max(
    0,
    starts.findLastIndex((day) => day <= today),
  );
}

function placed(index: number, now: number, started: boolean): Place {
  if (!started) return "ahead";
  if (index === now) return "now";
  return index < now ? "past" : "ahead";
}

/** The pay line of a month's money, for pages that speak of no reader in particular. */
export function stopsOf(dates: PayDates, today: string): Stop[] {
  const { month } = dates;
  const days = [
    { name: "closed", from: dates.close_on, to: null, month },
    { name: "ask", from: dates.request_from, to: dates.request_to, month: null },
    { name: "billed", from: dates.bill_on, to: null, month: null },
    { name: "paid", from: dates.due_on, to: null, month: null },
  ] as const;
  const now = placeOf(
    days.map(({ from }) => from),
    today,
  );
  const started = month <= monthOf(today);
  return days.map((stop, index) => ({ ...stop, place: placed(index, now, started) }));
}
