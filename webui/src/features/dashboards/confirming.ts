/** Months whose figures are still estimates. */
import type { Range } from "@/components/domain/periods";
import { monthsBefore } from "@/format/months";

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A month's days up to the newest day with figures. */
export function rangeOfMonth(month: string, newest: string): Range {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = iso(Date.UTC(year, number, 0));
  return { start: `${month}-01`, end: last < newest ? last : newest };
}

/** The months to be confirmed, the newest first: those after the last settled one, two at most. */
export function openMonths(newest: string, lastSettled: string | null): string[] {
  const now = newest.slice(0, 7);
  return [now, monthsBefore(now, 1)].filter((month) => !lastSettled || month > lastSettled);
}
