import { expect, test } from "vitest";
import { changeOf, pointsBetween } from "@/format/changes";
import { compare, decimal } from "@/format/decimal";

test("growth has a plus and one decimal", () => {
  expect(changeOf("214.90", "175.57")).toEqual({ text: "+22.4", tone: "up" });
});

test("a loss is named with its minus", () => {
  expect(changeOf(900, 1_000)).toEqual({ text: "-10", tone: "down" });
});

test("no change is quiet", () => {
  expect(changeOf(1_000, 1_000)).toEqual({ text: "0", tone: "quiet" });
});

test("nothing before means nothing to compare", () => {
  expect(changeOf(5, 0)).toBeNull();
  expect(pointsBetween("1.00", null)).toBeNull();
});

test("what is less than a nano is nothing to compare with", () => {
  expect(changeOf("0.000000002", "0.000000001")).toEqual({ text: "+100", tone: "up" });
  expect(changeOf("1", "0.0000000004")).toBeNull();
});

test("numbers are told apart by -1, 0 and 1", () => {
  expect(compare(decimal("0.1"), decimal("0.10"))).toBe(0);
  expect(compare(decimal("-1"), decimal("0.5"))).toBe(-1);
  expect(compare(decimal("1.25"), decimal("1.2"))).toBe(1);
});

test("ratios differ in points", () => {
  expect(pointsBetween("8.25", "9.10")).toEqual({ text: "-0.9", tone: "down" });
});
