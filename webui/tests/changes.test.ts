import { expect, test } from "vitest";
import { changeOf, pointsBetween } from "@/format/changes";

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

test("ratios differ in points", () => {
  expect(pointsBetween("8.25", "9.10")).toEqual({ text: "-0.9", tone: "down" });
});
