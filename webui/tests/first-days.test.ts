/** Bars over many days, the reader's first days, and months in three letters. */
import { describe, expect, test } from "vitest";
import type { DailyView, PayoutStateView } from "@/api/generated";
import { barsOf, byWeek, monthsOf } from "@/components/domain/spans";
import { stageOf } from "@/features/dashboards/first-days";
import { refusedField } from "@/features/withdrawals/methods";
import { formatDaySpan, formatMonthShort } from "@/format/dates";

const days = (count: number): DailyView[] =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2025, 8, 1 + index)).toISOString().slice(0, 10),
    revenue: "0.10",
    engaged_views: 2,
    premium_views: 3,
    estimated: index === count - 1,
  })) as DailyView[];

describe("a chart's bars", () => {
  test("are days up to two months", () => {
    const bars = barsOf(days(62), [{ date: "2025-09-02", count: 2, title: "A short" }]);
    expect(byWeek(days(62))).toBe(false);
    expect(bars).toHaveLength(62);
    expect(bars[1]).toEqual({
      from: "2025-09-02",
      to: "2025-09-02",
      days: 1,
      revenue: "0.10",
      engaged_views: 2,
      premium_views: 3,
      estimated: false,
      published: 2,
      title: "A short",
    });
  });

  test("are weeks from Monday beyond, with the sums of their days", () => {
    const bars = barsOf(days(63), []);
    expect(byWeek(days(63))).toBe(true);
    expect(bars).toHaveLength(9);
    expect(bars[0]).toEqual({
      from: "2025-09-01",
      to: "2025-09-07",
      days: 7,
      revenue: "0.70",
      engaged_views: 14,
      premium_views: 21,
      estimated: false,
      published: 0,
      title: null,
    });
    expect(bars.at(-1)).toMatchObject({ to: "2025-11-02", estimated: true });
    expect(monthsOf(bars)).toEqual([
      { month: "2025-09", bars: 4, estimated: false },
      { month: "2025-10", bars: 4, estimated: false },
      { month: "2025-11", bars: 1, estimated: true },
    ]);
  });
});

describe("the first days", () => {
  const payout = (changes: object) =>
    ({
      state: "earning",
      amount: "1.00",
      figures_until: "2025-10-11",
      steps: [{ name: "live", from: "2025-10-06", until: null, place: "past" }],
      ...changes,
    }) as unknown as PayoutStateView;

  test.each([
    ["before any figures", { amount: null }, "day"],
    ["with six days of them", {}, "week"],
    ["with seven", { figures_until: "2025-10-12" }, null],
    ["where nobody knows how far they reach", { figures_until: null }, null],
    ["before a channel is live", { steps: [] }, null],
    ["in another state", { state: "open" }, null],
  ])("%s", (_, changes, stage) => {
    expect(stageOf(payout(changes))).toBe(stage);
  });

  test("nobody's payout has none", () => {
    expect(stageOf(null)).toBeNull();
  });
});

test("a refusal that names its fields speaks under those alone", () => {
  const refusal = { kind: "refused", code: 40015, message: "m", fields: { swift: "bad" } };
  expect(refusedField(refusal as never, "bank")).toEqual({});
});

test("September has three letters, as every month", () => {
  expect(formatMonthShort("2025-09-01", "en")).toBe("Sep");
  expect(formatDaySpan("2025-09-29", "2025-10-02", "en")).toContain("Sep");
  expect(formatDaySpan("2025-09-29", "2025-10-02", "en")).not.toContain("Sept");
});
