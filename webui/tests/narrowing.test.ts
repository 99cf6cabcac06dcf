import { expect, test } from "vitest";
import { narrowed } from "../src/features/dashboards/narrowing";

test("another list is about the same period, channel and member, and nothing else", () => {
  const here = new URLSearchParams("page=3&channel=c1&sort=views&period=7d&subaccount=kim");

  expect(narrowed("/report", here)).toBe("/report?period=7d&channel=c1&subaccount=kim");
  expect(narrowed("/report", new URLSearchParams("page=3&channel="))).toBe("/report");
});
