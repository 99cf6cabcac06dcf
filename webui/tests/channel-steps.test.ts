/** How far a channel is, on its card and on the way to the first earnings. */
import { describe, expect, test } from "vitest";
import { handleOf, stepStates, toneOf } from "@/features/channels/progress";
import { furthest, stepsLeft, stepsOf } from "@/features/dashboards/steps";

const channel = (status: string, state = "open", id = status) =>
  ({ id, status, verification: { state } }) as never;

describe("a channel's five steps", () => {
  test.each([
    ["need-approved", "open", ["done", "now", "open", "open", "open"]],
    ["need-approved", "verifying", ["done", "done", "now", "open", "open"]],
    ["pending", "open", ["done", "done", "done", "now", "open"]],
    ["denied-pending", "open", ["done", "done", "done", "now", "open"]],
    ["denied", "open", ["done", "done", "done", "stopped", "open"]],
    ["approved", "open", ["done", "done", "done", "done", "done"]],
  ])("%s, verification %s", (status, state, states) => {
    const steps = stepStates(channel(status, state));
    expect(steps.map(([step]) => step)).toEqual([
      "registered",
      "code",
      "verified",
      "review",
      "approved",
    ]);
    expect(steps.map(([, at]) => at)).toEqual(states);
  });

  test.each([
    ["approved", "open", "ok"],
    ["denied", "open", "bad"],
    ["denied-pending", "open", "quiet"],
    ["denied-pending", "verifying", "quiet"],
    ["pending", "open", "warn"],
    ["need-approved", "verifying", "warn"],
    ["need-approved", "open", "primary"],
  ])("%s, verification %s, has the tone %s", (status, state, tone) => {
    expect(toneOf(channel(status, state))).toBe(tone);
  });

  test("the handle is what follows the host", () => {
    expect(handleOf("https://www.youtube.com/@kimchi")).toBe("@kimchi");
    expect(handleOf("https://www.youtube.com/@%EA%B9%80%EC%B9%98")).toBe("@김치");
  });
});

describe("the way to the first earnings", () => {
  const me = (parts: object = {}) =>
    ({ auth_required: false, withdrawal: false, ...parts }) as never;
  const states = (person: never, of: never | null) =>
    stepsOf(person, of).map(({ name, state }) => `${name} ${state}`);

  test.each([
    [null, ["channel now", "code open", "approved open"]],
    ["need-approved", ["channel done", "code now", "approved open"]],
    ["pending", ["channel done", "code done", "approved now"]],
    ["denied", ["channel done", "code done", "approved stopped"]],
    ["denied-pending", ["channel done", "code done", "approved stopped"]],
    ["approved", ["channel done", "code done", "approved done"]],
  ])("with the channel %s", (status, between) => {
    const of = status === null ? null : channel(status);
    expect(states(me(), of)).toEqual(["email done", ...between, "payment open"]);
  });

  test("the e-mail comes first, and payment details can be there already", () => {
    const [email] = stepsOf(me({ auth_required: true }), null);
    expect(email).toEqual({ name: "email", state: "now" });
    expect(stepsOf(me({ withdrawal: true }), null).at(-1)).toEqual({
      name: "payment",
      state: "done",
    });
  });

  test("payment details can wait, the others are counted", () => {
    expect(stepsLeft(stepsOf(me(), null))).toBe(3);
    expect(stepsLeft(stepsOf(me(), channel("pending")))).toBe(1);
    expect(stepsLeft(stepsOf(me(), channel("approved")))).toBe(0);
    expect(stepsLeft(stepsOf(me({ auth_required: true }), channel("approved")))).toBe(1);
  });

  test("of two channels the further one speaks", () => {
    const order = [
      channel("need-approved"),
      channel("need-approved", "verifying", "verifying"),
      channel("denied"),
      channel("denied-pending"),
      channel("pending"),
      channel("approved"),
    ];
    for (let at = 1; at < order.length; at += 1) {
      const [nearer, further] = [order[at - 1], order[at]] as never[];
      expect(furthest([nearer, further] as never[])).toBe(further);
      expect(furthest([further, nearer] as never[])).toBe(further);
    }
    expect(furthest([])).toBeNull();
  });
});
