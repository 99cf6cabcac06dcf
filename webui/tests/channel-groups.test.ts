/** Which channels a list shows. */
import { expect, test } from "vitest";
import type { ChannelView } from "@/api/generated";
import { inGroup, isEarning, named } from "@/features/channels/groups";

const STATUSES = ["approved", "approving", "verifying", "denied", "denied-pending"];
const channels = STATUSES.map((status) => ({
  status,
  name: `Mina ${status}`,
  link: `https://youtube.com/@${status}`,
})) as unknown as ChannelView[];
const statuses = (found: readonly ChannelView[]) => found.map(({ status }) => status);

test.each([
  ["all", STATUSES],
  ["approved", ["approved"]],
  ["open", ["approving", "verifying"]],
  ["held", ["denied", "denied-pending"]],
] as const)("%s", (group, those) => {
  expect(statuses(inGroup(channels, group))).toEqual(those);
});

test("a name is sought in names and links, without regard to case and blanks around it", () => {
  expect(statuses(named(channels, " MINA denied "))).toEqual(["denied", "denied-pending"]);
  expect(statuses(named(channels, "@verif"))).toEqual(["verifying"]);
  expect(named(channels, "nobody")).toEqual([]);
});

test("only approved ones earn", () => {
  expect(statuses(channels.filter(isEarning))).toEqual(["approved"]);
});
