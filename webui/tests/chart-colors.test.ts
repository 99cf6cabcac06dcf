/** Charts tell thirty series apart (S9.037). */
import { expect, test } from "vitest";
import { CHART_COLORS, seriesColor } from "@/components/domain/chart-colors";

test("there are thirty different colours", () => {
  expect(CHART_COLORS).toHaveLength(30);
  expect(new Set(CHART_COLORS).size).toBe(30);
});

test("series 31 has the colour of the first", () => {
  expect(seriesColor(30)).toBe(seriesColor(0));
});
