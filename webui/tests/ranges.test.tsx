/** The days of a report, as the address and the newest figures say; questions that nobody waits for. */
import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useCancelled } from "@/api/cancel";
import { generatedApi } from "@/api/generated";
import { dataDateSeen } from "@/app/site";
import { useDataDate, useRange } from "@/components/domain/data-date";
import { rangeOf, usePeriod } from "@/components/domain/periods";
import { put } from "@/components/kit/params";
import { isMonth, monthsBefore, monthsUpTo } from "@/format/months";
import { hooked, type Store, storeOf } from "./wrapped";

beforeEach(() => {
  vi.useRealTimers();
});

describe("the period in the address", () => {
  test.each([
    ["/x", undefined, "this_month"],
    ["/x", "latest", "latest"],
    ["/x?period=six_months", "latest", "six_months"],
    ["/x?period=century", "last_month", "last_month"],
  ] as const)("at %s, usually %s, is %s", async (at, usual, period) => {
    expect(hooked(() => usePeriod(usual), await storeOf(), at).now()[0]).toBe(period);
  });

  test("is chosen there, from its first page, and Back returns", async () => {
    const shown = hooked(() => usePeriod(), await storeOf(), "/x?keep=1&page=3");
    shown.act(() => shown.now()[1]("last_month"));
    expect(shown.address().search).toBe("?keep=1&period=last_month");
    expect(shown.now()[0]).toBe("last_month");
    await shown.back();
    expect(shown.address().search).toBe("?keep=1&page=3");
  });
});

test.each([
  ["latest", "2026-03-03", "2026-02-25", "2026-03-03"],
  ["this_month", "2026-03-03", "2026-03-01", "2026-03-03"],
  ["last_month", "2026-03-03", "2026-02-01", "2026-02-28"],
  ["last_month", "2026-01-31", "2025-12-01", "2025-12-31"],
  ["six_months", "2026-03-31", "2025-10-01", "2026-03-31"],
] as const)("%s up to %s goes from %s to %s", (period, newest, start, end) => {
  expect(rangeOf(period, newest)).toEqual({ start, end });
});

describe("the days of the chosen period", () => {
  const SITE = { today: "2025-10-20", reports: { lag_days: 2 } };

  /** A store where the newest figures are asked for once and answered so. */
  async function asking(
    answer: object | null,
    settings?: object,
  ): Promise<[Store, () => string[]]> {
    const store = await storeOf(settings);
    const calls = vi.fn(async (_: Request) =>
      answer
        ? new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } })
        : new Response("{}", { status: 503 }),
    );
    vi.stubGlobal("fetch", calls);
    return [store, () => calls.mock.calls.map(([{ url }]) => new URL(url).pathname)];
  }

  test("are known at once where a page has said how far figures reach, and nobody is asked", async () => {
    const [store, asked] = await asking(null, SITE);
    store.dispatch(dataDateSeen("2025-10-18"));
    const { now } = hooked(() => useRange(), store);
    expect(now().range).toEqual({ start: "2025-10-01", end: "2025-10-18" });
    expect(now().period).toBe("this_month");
    expect(now().error).toBeUndefined();
    expect(asked()).toEqual([]);
  });

  test("wait for the newest day, which the header learns too", async () => {
    const [store, asked] = await asking({ success: true, max_date: "2025-10-17" }, SITE);
    const { now } = hooked(() => useRange("latest"), store);
    expect(now().range).toBeNull();
    await waitFor(() => expect(now().range).toEqual({ start: "2025-10-11", end: "2025-10-17" }));
    expect(asked()).toHaveLength(1);
    expect(store.getState().site.dataDate).toBe("2025-10-17");
  });

  test("count from today less the usual delay while there are no figures", async () => {
    const [store] = await asking({ success: true, max_date: null }, SITE);
    const { now } = hooked(() => useRange(), store);
    await waitFor(() => expect(now().range).toEqual({ start: "2025-10-01", end: "2025-10-18" }));
    expect(store.getState().site.dataDate).toBeNull();
  });

  test("cross a month's beginning with the delay", async () => {
    const site = { today: "2025-03-01", reports: { lag_days: 2 } };
    const [store] = await asking({ success: true, max_date: null }, site);
    const { now } = hooked(() => useRange("latest"), store);
    await waitFor(() => expect(now().range?.end).toBe("2025-02-27"));
  });

  test("are asked for again where nobody answered", async () => {
    const [store, asked] = await asking(null, SITE);
    const { now, act } = hooked(() => useRange(), store);
    await waitFor(() => expect(now().error).toMatchObject({ kind: "unreachable" }));
    expect(now().range).toBeNull();
    const before = asked().length;
    act(() => now().retry());
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  });

  test("an answer without a day tells the header nothing", async () => {
    const store = await storeOf();
    hooked(() => useDataDate(null), store);
    expect(store.getState().site.dataDate).toBeNull();
    hooked(() => useDataDate("2025-10-01"), store);
    expect(store.getState().site.dataDate).toBe("2025-10-01");
  });
});

describe("a question nobody waits for any more", () => {
  const ENDLESS = { start: "2025-10-01", end: "2025-10-18" } as never;

  test("is taken back when the screen goes", async () => {
    const store = await storeOf();
    vi.stubGlobal(
      "fetch",
      vi.fn(() => new Promise(() => {})),
    );
    const asked = store.dispatch(generatedApi.endpoints.channelDashboard.initiate(ENDLESS));
    const { unmount } = hooked(() => useCancelled("channelDashboard", ENDLESS), store);
    unmount();
    expect((await asked).error).toMatchObject({ name: "AbortError" });
  });

  test("where nothing is asked nothing is taken back", async () => {
    const store = await storeOf();
    hooked(() => useCancelled("channelDashboard", null), store).unmount();
    hooked(() => useCancelled("channelDashboard", ENDLESS), store).unmount();
  });
});

test("a list that is narrowed begins at its first page", () => {
  const params = new URLSearchParams("page=2&channel=c1&keep=1");
  put(params, "search", "kimchi");
  expect(params.toString()).toBe("channel=c1&keep=1&search=kimchi");
  put(params, "channel", "");
  expect(params.toString()).toBe("keep=1&search=kimchi");
});

describe("months counted backwards", () => {
  test("cross the year", () => {
    expect(monthsBefore("2026-01", 0)).toBe("2026-01");
    expect(monthsBefore("2026-01", 1)).toBe("2025-12");
    expect(monthsBefore("2026-12", 12)).toBe("2025-12");
    expect(monthsUpTo("2026-02", 4)).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
    expect(monthsUpTo("2026-02", 0)).toEqual([]);
  });

  test.each([
    ["2025-01", true],
    ["2025-09", true],
    ["2025-10", true],
    ["2025-12", true],
    ["2025-13", false],
    ["2025-00", false],
    ["2025-1", false],
    ["x2025-01", false],
    ["2025-011", false],
  ])("%s names a month: %s", (text, is) => {
    expect(isMonth(text)).toBe(is);
  });
});
