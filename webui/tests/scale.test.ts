/** Scales of charts: marks that read well, and days named apart. */
import { expect, test } from "vitest";
import { scaleFor, spreadOver } from "@/components/domain/scale";

test.each([
  [
    [10.71, 4.2],
    [0, 6, 12],
  ],
  [[52.6], [0, 30, 60]],
  [[0.27], [0, 0.15, 0.3]],
  [[176_100], [0, 90_000, 180_000]],
  [[0.01], [0, 0.005, 0.01]],
  [
    [0, 0],
    [0, 1, 2],
  ],
  [[], [0, 1, 2]],
])("the marks for %j are %j", (values, marks) => {
  expect(scaleFor(values).marks).toEqual(marks);
});

test("what has no fractions gets none on its scale", () => {
  expect(scaleFor([1], { whole: true }).marks).toEqual([0, 1, 2]);
});

test("the highest value is within the scale, and less than nothing has no height", () => {
  const { part } = scaleFor([10.71, -3]);
  expect(part(10.71)).toBeCloseTo(0.8925);
  expect(part(0)).toBe(0);
  expect(part(-3)).toBe(0);
});

test.each([
  [25, 4, [0, 7, 14, 24]],
  [31, 8, [0, 4, 8, 12, 16, 20, 24, 30]],
  [7, 4, [0, 2, 4, 6]],
  [3, 4, [0, 1, 2]],
  [1, 4, [0]],
  [0, 4, []],
])("of %i days at most %i are named, the first and the last among them", (count, most, places) => {
  expect(spreadOver(count, most)).toEqual(places);
});
