/** Whether anything of members is shown: to whom may have some, once there is one. */
import { waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { baseApi, type MeApiResponse } from "@/api/generated-base";
import { sessionStarted } from "@/app/session";
import { useHasMembers } from "@/components/domain/has-members";
import { hooked, storeOf } from "./wrapped";

async function shown(flag: number, answer: () => Promise<Response>) {
  const store = await storeOf();
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  store.dispatch(sessionStarted("bb1_x"));
  const me: Partial<MeApiResponse> = { permission: "", permission_flag: flag };
  await store.dispatch(baseApi.util.upsertQueryData("me", undefined, me as MeApiResponse));
  return { asked, ...hooked(useHasMembers, store) };
}

const members = (total: number) => async () =>
  Response.json({ success: true, page: 0, size: 50, total, items: [] });

describe("members are shown", () => {
  test.each([
    [0, false],
    [1, true],
    [660, true],
  ])("to whoever manages %i members: %s", async (total, said) => {
    const { now } = await shown(1, members(total));
    expect(now()).toBeUndefined();
    await waitFor(() => expect(now()).toBe(said));
  });

  test("to nobody who has no say over any, who is not even asked about", async () => {
    const { asked, now } = await shown(0, members(3));
    expect(now()).toBe(false);
    expect(asked).not.toHaveBeenCalled();
  });

  test("to nobody while the answer is a refusal", async () => {
    const refuse = async () =>
      Response.json({ success: false, code: 2, message: "no" }, { status: 403 });
    const { now } = await shown(1, refuse);
    expect(now()).toBeUndefined();
    await waitFor(() => expect(now()).toBe(false));
  });
});
