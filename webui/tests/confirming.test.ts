/** Which months are still estimates (DASH-2). */
import { describe, expect, test } from "vitest";
import { openMonths, rangeOfMonth } from "@/features/dashboards/confirming";

describe("months to be confirmed", () => {
  test.each([
    ["2025-10-21", "2025-08", ["2025-10", "2025-09"]],
    ["2025-10-21", "2025-09", ["2025-10"]],
    ["2025-09-30", "2025-09", []],
    ["2026-01-03", "2025-12", ["2026-01"]],
    ["2026-01-03", null, ["2026-01", "2025-12"]],
  ])(
    "a settled month is none to be confirmed: figures up to %s, settled %s",
    (newest, settled, open) => {
      expect(openMonths(newest, settled)).toEqual(open);
    },
  );

  test.each([
    ["2025-09", "2025-10-21", { start: "2025-09-01", end: "2025-09-30" }],
    ["2025-10", "2025-10-21", { start: "2025-10-01", end: "2025-10-21" }],
    ["2028-02", "2028-03-01", { start: "2028-02-01", end: "2028-02-29" }],
  ])("%s with figures up to %s counts its own days", (month, newest, range) => {
    expect(rangeOfMonth(month, newest)).toEqual(range);
  });
});
