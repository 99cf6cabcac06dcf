/** Points by the month in which they end, and what a friend's window has left (REFER-3, REFER-4). */
import type { FriendView, LotView } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { monthOf, monthsBefore, payDates } from "@/components/domain/payout";
import { daysBetween } from "@/format/dates";

/** As many columns as a phone has room for. */
const MOST = 8;

export interface Column {
  /** yyyy-MM. */
  month: string;
  points: number;
  /** The first day of the month on which some of them end; null where nothing does. */
  day: string | null;
  estimated: boolean;
}

/** The months from the first to the last in which something ends, those between them too where there is room. */
export function calendarOf(
  lots: readonly LotView[],
  estimated: LotView | null,
  today: string,
): Column[] {
  const byMonth = Map.groupBy(lots, ({ expires_on }) => monthOf(expires_on));
  const columns = [...byMonth].map(([month, ofMonth]) => ({
    month,
    points: ofMonth.reduce((sum, { points }) => sum + points, 0),
    day: ofMonth.map(({ expires_on }) => expires_on).toSorted()[0] ?? null,
    estimated: false,
  }));
  const open = estimated && estimated.points > 0 ? [asColumn(estimated)] : [];
  const known = columns.toSorted((one, other) => one.month.localeCompare(other.month));
  const room = MOST - open.length;
  const filled = [...between(known, open, today)];
  return [...(filled.length <= room ? filled : known.slice(0, room)), ...open];
}

const asColumn = ({ points, expires_on }: LotView): Column => ({
  month: monthOf(expires_on),
  points,
  day: expires_on,
  estimated: true,
});

/** The same with the months in which nothing ends, from the next one on. */
function* between(known: readonly Column[], open: readonly Column[], today: string) {
  const last = known.at(-1)?.month ?? "";
  const end = open[0] ? monthsBefore(open[0].month, 1) : last;
  const next = monthsBefore(monthOf(today), -1);
  const first = known[0] && known[0].month < next ? known[0].month : next;
  for (let month = first; month <= (end > last ? end : last); month = monthsBefore(month, -1)) {
    yield known.find((column) => column.month === month) ?? {
      month,
      points: 0,
      day: null,
      estimated: false,
    };
  }
}

type Rules = Pick<SiteSettingsView, "withdrawal" | "reports" | "referral" | "today">;

/** Around when what is estimated now is confirmed: the next day on which a month is due to be closed. */
export function nextClose(rules: Rules): string {
  const month = monthOf(rules.today);
  const former = payDates(monthsBefore(month, 1), rules).close_on;
  return former >= rules.today ? former : payDates(month, rules).close_on;
}

/** The last day of points that are confirmed on a day: so many months later, at most the month's last day. */
export function lastDayOfPoints(confirmedOn: string, validMonths: number): string {
  const month = monthsBefore(monthOf(confirmedOn), -validMonths);
  const last = monthsBefore(month, -1);
  const days = daysBetween(`${month}-01`, `${last}-01`);
  const day = Math.min(Number(confirmedOn.slice(8)), days);
  return `${month}-${String(day).padStart(2, "0")}`;
}

/** What points are worth in US dollars, as decimal text; less than a cent is none. */
export function worthOf(points: number, perUsd: number): string {
  const cents = (BigInt(points) * 100n) / BigInt(perUsd);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

export interface FriendWindow {
  /** `waiting` earns nothing yet: no channel is approved. */
  state: "earning" | "waiting" | "ended";
  daysLeft: number;
  /** How much of it is over, from 0 to 1. */
  over: number;
}

export function windowOf(friend: FriendView, today: string): FriendWindow {
  const { joined_on, window_ends_on, active } = friend;
  const left = daysBetween(today, window_ends_on);
  if (left < 0) return { state: "ended", daysLeft: 0, over: 1 };
  const days = daysBetween(joined_on, window_ends_on) + 1;
  const over = Math.max(0, daysBetween(joined_on, today)) / days;
  return { state: active ? "earning" : "waiting", daysLeft: left, over };
}
