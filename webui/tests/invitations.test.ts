/** When points end and what a friend's window has left (REFER-3, REFER-4). */
import { describe, expect, test } from "vitest";
import type { FriendView, LotView } from "@/api/generated";
import {
  calendarOf,
  lastDayOfPoints,
  nextClose,
  windowOf,
  worthOf,
} from "@/features/invitations/calendar";

const TODAY = "2025-10-28";
const lot = (expires_on: string, points: number): LotView => ({ expires_on, points });
const shown = (lots: LotView[], estimated: LotView | null, today = TODAY) =>
  calendarOf(lots, estimated, today).map(
    ({ month, points, day, estimated: isOpen }) =>
      `${month} ${points} ${day ?? "none"}${isOpen ? " estimated" : ""}`,
  );

describe("the months in which points end", () => {
  test("begin with the next one; a month without any stands between them", () => {
    expect(
      shown([lot("2026-01-20", 1900), lot("2025-12-20", 2300)], lot("2026-03-20", 8640)),
    ).toEqual([
      "2025-11 0 none",
      "2025-12 2300 2025-12-20",
      "2026-01 1900 2026-01-20",
      "2026-02 0 none",
      "2026-03 8640 2026-03-20 estimated",
    ]);
  });

  test("begin with this one while something ends in it", () => {
    expect(shown([lot("2025-10-28", 100)], null)).toEqual(["2025-10 100 2025-10-28"]);
  });

  test("are summed by month, by the first of their days", () => {
    expect(shown([lot("2025-11-25", 5), lot("2025-11-03", 7)], null)).toEqual([
      "2025-11 12 2025-11-03",
    ]);
  });

  test("keep what is estimated apart from what is confirmed", () => {
    expect(shown([lot("2025-11-20", 5)], lot("2025-11-20", 7))).toEqual([
      "2025-11 5 2025-11-20",
      "2025-11 7 2025-11-20 estimated",
    ]);
  });

  test("leave the empty ones out where there is no room, and then the latest", () => {
    const years = Array.from({ length: 9 }, (_, at) => lot(`${2026 + at}-01-01`, 1));
    const columns = shown(years, lot("2040-01-01", 3));
    expect(columns).toHaveLength(8);
    expect(columns.at(0)).toBe("2026-01 1 2026-01-01");
    expect(columns.at(-2)).toBe("2032-01 1 2032-01-01");
    expect(columns.at(-1)).toBe("2040-01 3 2040-01-01 estimated");
  });

  test("are none without points", () => {
    expect(shown([], lot("2026-05-20", 0))).toEqual([]);
  });
});

describe("the next close", () => {
  const rules = (today: string) =>
    ({
      today,
      reports: { target_day: 20 },
      withdrawal: { windows: [[25, -1]], payout_rule: "bill_plus_days", payout_days: 10 },
    }) as never;

  test.each([
    ["2025-10-01", "2025-10-20"],
    ["2025-10-20", "2025-10-20"],
    ["2025-10-21", "2025-11-20"],
    ["2025-12-28", "2026-01-20"],
  ])("on %s is %s", (today, close) => {
    expect(nextClose(rules(today))).toBe(close);
  });
});

test.each([
  ["2025-10-20", 6, "2026-04-20"],
  ["2025-08-31", 6, "2026-02-28"],
  ["2025-12-31", 2, "2026-02-28"],
  ["2025-10-20", 12, "2026-10-20"],
])("points confirmed on %s last %i months, to %s", (on, months, last) => {
  expect(lastDayOfPoints(on, months)).toBe(last);
});

test.each([
  [14_500, 1000, "14.50"],
  [9, 1000, "0.00"],
  [1_999, 1000, "1.99"],
  [250, 100, "2.50"],
])("%i points at %i a dollar are worth %s", (points, perUsd, worth) => {
  expect(worthOf(points, perUsd)).toBe(worth);
});

describe("a friend's window", () => {
  const friend = (changes: Partial<FriendView> = {}): FriendView => ({
    name: "f***",
    joined_on: "2025-09-10",
    window_ends_on: "2025-12-09",
    active: true,
    estimated_points: 0,
    confirmed_points: 0,
    ...changes,
  });

  test.each([
    ["2025-09-10", true, "earning", 90, 0],
    ["2025-10-25", false, "waiting", 45, 45 / 91],
    ["2025-12-09", true, "earning", 0, 90 / 91],
    ["2025-12-10", false, "ended", 0, 1],
  ] as const)("on %s, active: %s", (today, active, state, daysLeft, over) => {
    expect(windowOf(friend({ active }), today)).toEqual({ state, daysLeft, over });
  });
});
