/** What every channel brought this month, beside the list of channels. */
import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ChannelView } from "@/api/generated";
import { dataDateSeen } from "@/app/site";
import { useChannelFigures } from "@/features/channels/figures";
import { hooked, storeOf } from "./wrapped";

const LINE = { channel: { id: "c1", name: "Mina Moves" }, revenue: "12.5" };
const ANSWER = { items: [LINE], currency: "CNY", summary: { estimated: true } };
const channels = (...statuses: string[]) =>
  statuses.map((status) => ({ status })) as unknown as ChannelView[];

/** What a list of channels asks for, with figures up to a day. */
async function listed(shown: ChannelView[], status = 200) {
  const store = await storeOf({});
  const calls = vi.fn(
    async (_: Request) =>
      new Response(JSON.stringify(ANSWER), {
        status,
        headers: { "Content-Type": "application/json" },
      }),
  );
  vi.stubGlobal("fetch", calls);
  store.dispatch(dataDateSeen("2025-10-18"));
  const { now } = hooked(() => useChannelFigures(shown), store);
  return { now, asked: () => calls.mock.calls.map(([{ url }]) => new URL(url)) };
}

test("the month's figures stand by channel once they are there", async () => {
  const { now, asked } = await listed(channels("denied", "approved"));
  expect(now()).toBeUndefined();
  await waitFor(() => expect(now()).toBeDefined());
  expect(now()).toMatchObject({ currency: "CNY", month: "2025-10", estimated: true });
  expect(now()?.of("c1")).toEqual(LINE);
  expect(now()?.of("c2")).toBeUndefined();
  const [{ pathname, searchParams } = new URL("x:")] = asked();
  expect(asked()).toHaveLength(1);
  expect(pathname).toBe("/api/v2/music/channel/dashboard");
  expect(Object.fromEntries(searchParams)).toEqual({
    start: "2025-10-01",
    end: "2025-10-18",
    sort: "revenue_desc",
  });
});

test("nothing is awaited where nobody answers", async () => {
  const { now } = await listed(channels("approved"), 503);
  expect(now()).toBeUndefined();
  await waitFor(() => expect(now()).toBeNull());
});

test("nobody is asked while no channel earns", async () => {
  const { now, asked } = await listed(channels("verifying", "denied"));
  expect(now()).toBeNull();
  expect(asked()).toEqual([]);
});
