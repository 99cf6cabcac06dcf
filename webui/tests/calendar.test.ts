/** Payout dates, report periods and days in words (DASH-5, WITHDRAW-1, WITHDRAW-2). */
import { describe, expect, test } from "vitest";
import { lastDayOf, payDates, placeOf, stopsOf } from "@/components/domain/payout";
import { rangeOf } from "@/components/domain/periods";
import { payoutExample } from "@/features/landing/example";
import { formatDayShort, formatDaySpan, formatMonthName } from "@/format/dates";

const rules = (withdrawal: object = {}, target_day = 20) =>
  ({
    reports: { target_day },
    withdrawal: {
      windows: [[25, -1]],
      payout_rule: "bill_plus_days",
      payout_days: 10,
      ...withdrawal,
    },
  }) as never;

describe("September's money", () => {
  test("comes on 10 November by the defaults", () => {
    expect(payDates("2025-09", rules())).toEqual({
      month: "2025-09",
      close_on: "2025-10-20",
      request_from: "2025-10-25",
      request_to: "2025-10-31",
      bill_on: "2025-10-31",
      due_on: "2025-11-10",
    });
  });

  test("follows the other payout rules", () => {
    const following = payDates("2025-09", rules({ payout_rule: "end_of_following_month" }));
    expect(following.due_on).toBe("2025-11-30");
    const counted = payDates(
      "2025-09",
      rules({ payout_rule: "earning_month_plus_days", payout_days: 40 }),
    );
    expect(counted.due_on).toBe("2025-11-10");
  });

  test("is asked for in the first window after the close", () => {
    expect(payDates("2025-09", rules({ windows: [[3, -1]] }))).toMatchObject({
      request_from: "2025-10-20",
      request_to: "2025-10-31",
    });
    expect(payDates("2025-09", rules({ windows: [[1, 5]] }))).toMatchObject({
      request_from: "2025-11-01",
      request_to: "2025-11-05",
      bill_on: "2025-11-30",
    });
  });

  test("is asked for in a window that ends with the close, on that day", () => {
    expect(payDates("2025-09", rules({ windows: [[15, 20]] }))).toMatchObject({
      request_from: "2025-10-20",
      request_to: "2025-10-20",
    });
    expect(payDates("2025-09", rules({ windows: [[15, 19]] }))).toMatchObject({
      request_from: "2025-11-15",
      request_to: "2025-11-19",
    });
  });
});

test("December's money crosses the year", () => {
  expect(payDates("2025-12", rules())).toMatchObject({
    close_on: "2026-01-20",
    bill_on: "2026-01-31",
    due_on: "2026-02-10",
  });
});

test("the reader stands at the last stop whose day has come", () => {
  const stops = ["2025-10-20", "2025-10-25", "2025-10-31", "2025-11-10"];
  expect(placeOf(stops, "2025-10-19")).toBe(0);
  expect(placeOf(stops, "2025-10-24")).toBe(0);
  expect(placeOf(stops, "2025-10-25")).toBe(1);
  expect(placeOf(stops, "2025-10-27")).toBe(1);
  expect(placeOf(stops, "2025-12-01")).toBe(3);
});

test.each([
  ["2025-08-31", "ahead", "ahead", "ahead", "ahead"],
  ["2025-09-01", "now", "ahead", "ahead", "ahead"],
  ["2025-10-20", "now", "ahead", "ahead", "ahead"],
  ["2025-10-27", "past", "now", "ahead", "ahead"],
  ["2025-12-01", "past", "past", "past", "now"],
])("the pay line of September's money on %s", (today, ...places) => {
  const stops = stopsOf(payDates("2025-09", rules()), today);
  expect(stops.map(({ place }) => place)).toEqual(places);
  expect(stops.map(({ name, from, to, month }) => [name, from, to, month])).toEqual([
    ["closed", "2025-10-20", null, "2025-09"],
    ["ask", "2025-10-25", "2025-10-31", null],
    ["billed", "2025-10-31", null, null],
    ["paid", "2025-11-10", null, null],
  ]);
});

test.each([
  ["latest", "2025-10-12", "2025-10-18"],
  ["this_month", "2025-10-01", "2025-10-18"],
  ["last_month", "2025-09-01", "2025-09-30"],
  ["six_months", "2025-05-01", "2025-10-18"],
] as const)("the period %s", (period, start, end) => {
  expect(rangeOf(period, "2025-10-18")).toEqual({ start, end });
});

test("the payout on the landing page adds up", () => {
  expect(payoutExample("0.047")).toEqual({ revenue: "150.00", fee: "7.05", net: "142.95" });
  expect(payoutExample("0")).toEqual({ revenue: "150.00", fee: "0.00", net: "150.00" });
});

test("days read as people write them", () => {
  expect(formatDayShort("2025-11-10", "en")).toBe("10 Nov");
  expect(formatDayShort("2025-11-10", "ko")).toBe("11월 10일");
  expect(formatDaySpan("2025-10-25", "2025-10-31", "en")).toBe("25–31 Oct");
  expect(formatDaySpan("2025-10-25", "2025-10-31", "ko")).toBe("10월 25~31일");
  expect(formatDaySpan("2025-10-25", "2025-11-02", "ko")).toBe("10월 25일~11월 2일");
  expect(formatDaySpan("2025-10-25", "2025-10-31", "zh-CN")).toBe("10月25–31日");
  expect(formatDaySpan("2025-10-25", "2025-11-02", "zh-TW")).toBe("10月25日–11月2日");
  expect(formatMonthName("2025-09", "en")).toBe("September");
  expect(formatDaySpan("2025-10-25", "2025-10-25", "ko")).toBe("10월 25일");
  expect(formatDaySpan("2025-10-25", "2025-10-25", "en")).toBe("25 Oct");
});

test("a month's last day is its own", () => {
  expect(lastDayOf("2025-09")).toBe("2025-09-30");
  expect(lastDayOf("2028-02")).toBe("2028-02-29");
});
