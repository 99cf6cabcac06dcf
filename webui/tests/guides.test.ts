/** Whose device a guide is for, and what the browser remembers of those that were read. */
import { beforeEach, expect, test } from "vitest";
import { deviceOf, GROUPS, GUIDES, guideAt, guideFor, guidesOf } from "@/features/guides/guides";
import { guidesRead, rememberGuide } from "@/features/guides/memory";
import { MARKS, markOf, nextMark } from "@/features/tutorial/marks";

beforeEach(() => localStorage.clear());

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", 5, "iphone"],
  ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)", 5, "iphone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, "iphone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0, "pc"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", 5, "android"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10, "pc"],
  ["Mozilla/5.0 (X11; Linux x86_64)", 0, "pc"],
] as const)("%s with %d touches is a device of the kind %s", (agent, touches, device) => {
  expect(deviceOf(agent, touches)).toBe(device);
});

test("there are eight guides, each at an address of its own", () => {
  expect(GUIDES.map(({ at }) => at).sort()).toEqual([
    "android-unlock",
    "android-upload",
    "auths",
    "auths/mobile-auth",
    "auths/pc-auth",
    "iphone-unlock",
    "iphone-upload",
    "pc-upload",
  ]);
  for (const guide of GUIDES) expect(guideAt(guide.at)).toBe(guide);
  expect(guideAt("auths/no-such")).toBeUndefined();
});

test.each(["iphone", "android", "pc"] as const)("what is for %s comes first", (device) => {
  for (const group of GROUPS) {
    const own = guideFor(group, device);
    if (own) expect(guidesOf(group, device)[0]).toBe(own);
    expect(guidesOf(group, device)).toHaveLength(GUIDES.filter((g) => g.group === group).length);
  }
});

test("guides that were read are remembered, each once", () => {
  rememberGuide("auths");
  rememberGuide("pc-upload");
  rememberGuide("auths");
  expect(guidesRead()).toEqual(["auths", "pc-upload"]);
});

test.each(["{", "7", '{"a":1}', "[1,null]"])("a broken memory %s is an empty one", (kept) => {
  localStorage.setItem("guidesRead", kept);
  expect(guidesRead()).toEqual([]);
});

test("the walk goes on with what was not seen, from here on and then from the start", () => {
  const [first, second, third] = MARKS;
  const last = MARKS.at(-1);
  if (!first || !second || !third || !last) throw new Error("the walk has three places at least");
  expect(nextMark(first, () => false)).toBe(second);
  expect(nextMark(first, (step) => step === second.step)).toBe(third);
  expect(nextMark(last, (step) => step === last.step)).toBe(first);
  expect(nextMark(second, () => true)).toBeUndefined();
  expect(markOf(second.at, () => false)).toBe(second);
  expect(markOf(second.at, (step) => step === second.step)).toBeUndefined();
  expect(markOf("/terms", () => false)).toBeUndefined();
});
