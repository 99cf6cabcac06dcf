/** What a rate does, as it is typed and as it is shared downwards. */
import { describe, expect, test } from "vitest";
import { canManage, mayAllowManaging, seesNetwork } from "@/app/rank";
import { fractionOf, sharesOf, typedOf } from "@/features/members/shares";

test.each([
  ["10", "0.1000"],
  [" 5 ", "0.0500"],
  ["0", "0.0000"],
  ["100", "1.0000"],
  ["4.7", "0.0470"],
  ["4,75", "0.0475"],
  ["5 %", "0.0500"],
  ["100.00", "1.0000"],
  ["100.01", null],
  ["101", null],
  ["4.755", null],
  ["-1", null],
  ["", null],
  ["five", null],
  ["1e1", null],
])("%j percent is the fraction %j", (typed, fraction) => {
  expect(fractionOf(typed)).toBe(fraction);
});

test.each([
  ["0.05", "5"],
  ["0.10", "10"],
  ["0.0525", "5.25"],
  ["0.105", "10.5"],
  ["0", "0"],
  ["1.00", "100"],
])("the fraction %j is typed as %j", (fraction, typed) => {
  expect(typedOf(fraction)).toBe(typed);
});

test.each([
  [[], ["100.00"]],
  [["0.05"], ["5.00", "95.00"]],
  [
    ["0.20", "0.10"],
    ["20.00", "8.00", "72.00"],
  ],
  [
    ["0.3333", "0.3333", "0.3333"],
    ["33.33", "22.22", "14.82", "29.63"],
  ],
  [["1"], ["100.00", "0.00"]],
])("a hundred at %j is shared as %j", (rates, shares) => {
  expect(sharesOf(rates)).toEqual(shares);
});

describe("by rank", () => {
  const rank = (permission: "" | "mcn" | "mcn_creator" | "mcn_creator_sub", flag: number) => ({
    permission,
    permission_flag: flag,
    is_mcn_related: permission !== "",
  });

  test.each([
    [rank("", 1), true, false, false],
    [rank("", 0), false, false, false],
    [rank("mcn", 1), true, true, true],
    [rank("mcn", 0), true, true, true],
    [rank("mcn_creator", 1), true, true, false],
    [rank("mcn_creator", 0), false, false, false],
    [rank("mcn_creator_sub", 0), false, false, false],
  ])("%j: manages %j, sees a network %j, allows managing %j", (who, manages, sees, allows) => {
    expect([canManage(who), seesNetwork(who), mayAllowManaging(who)]).toEqual([
      manages,
      sees,
      allows,
    ]);
  });
});
