/** The four periods of every report, kept in the URL (DASH-5). */
import { useSearchParams } from "react-router";
import { useChangeParams } from "@/components/kit/address";

export const PERIODS = ["latest", "this_month", "last_month", "six_months"] as const;
export type Period = (typeof PERIODS)[number];

/** Both ends belong to it; yyyy-MM-dd. */
export interface Range {
  start: string;
  end: string;
}

const LATEST_DAYS = 7;

function utc(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** The days of a period whose newest day with figures is `maxDate`. */
export function rangeOf(period: Period, maxDate: string): Range {
  const [year = 0, month = 1, day = 1] = maxDate.split("-").map(Number);
  switch (period) {
    case "latest":
      return { start: utc(year, month - 1, day - LATEST_DAYS + 1), end: maxDate };
    case "this_month":
      return { start: utc(year, month - 1, 1), end: maxDate };
    case "last_month":
      return { start: utc(year, month - 2, 1), end: utc(year, month - 1, 0) };
    case "six_months":
      return { start: utc(year, month - 6, 1), end: maxDate };
  }
}

/** The chosen period and how to choose another; the address says it, so reload and Back keep it. */
export function usePeriod(initial: Period = "this_month"): [Period, (period: Period) => void] {
  const [params] = useSearchParams();
  const change = useChangeParams();
  const period = PERIODS.find((known) => known === params.get("period")) ?? initial;
  const choose = (next: Period) =>
    change((address) => {
      address.set("period", next);
      address.delete("page");
    });
  return [period, choose];
}
