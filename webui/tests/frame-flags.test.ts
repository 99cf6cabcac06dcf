/** What the store knows of the frame: pinned posts, the phone's bar, the rules before a withdrawal. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "@/api";
import { boardMemory, dismissHeader, headerToShow, rememberRead } from "@/app/board-memory";
import { sessionEnded, sessionStarted } from "@/app/session";
import { headerNoticesSeen } from "@/app/site";
import { useFlag } from "@/components/kit/flags";
import { useFrameFlags } from "@/layouts/frame-flags";
import { hooked, type Store, storeOf } from "./wrapped";

const POST = { id: "p1", kind: "notice", title: "Payouts in December" } as const;
const EVENT = { id: "p2", kind: "event", title: "Twelve tracks" } as const;

describe("pinned posts in the store", () => {
  test("are at first those that the browser remembers", async () => {
    localStorage.setItem("boardDetail", JSON.stringify({ header: [POST, { id: 3 }] }));
    expect((await storeOf()).getState().site.headerNotices).toEqual([POST]);
  });

  test("are remembered as they were last said, beside what was read and closed", async () => {
    const store = await storeOf();
    dismissHeader("p1");
    store.dispatch(headerNoticesSeen([POST, EVENT]));
    expect(store.getState().site.headerNotices).toEqual([POST, EVENT]);
    expect(boardMemory()).toEqual({ read: [], dismissed: ["p1"], header: [POST, EVENT] });
    expect(headerToShow([POST, EVENT])).toEqual(EVENT);
    expect(headerToShow([POST])).toBeNull();
  });
});

test("of very many posts those read last are remembered, each once", () => {
  rememberRead(...Array.from({ length: 500 }, (_, place) => `p${place}`));
  rememberRead("p1", "new");
  const { read } = boardMemory();
  expect(read).toHaveLength(500);
  expect(read.at(-1)).toBe("new");
  expect(read).not.toContain("p0");
  expect(read.filter((id) => id === "p1")).toHaveLength(1);
});

describe("beside the page stands", () => {
  let view: EventTarget & { height: number; scale: number };

  beforeEach(() => {
    vi.useFakeTimers();
    view = Object.assign(new EventTarget(), { height: 800, scale: 1 });
    vi.stubGlobal("visualViewport", view);
    vi.stubGlobal("innerWidth", 390);
    document.body.innerHTML = "<input>";
  });

  async function frame({ width = 390, known = true } = {}) {
    vi.stubGlobal("innerWidth", width);
    const store = await storeOf();
    if (known) {
      store.dispatch(sessionStarted("bb1_x"));
      await store.dispatch(api.util.upsertQueryData("me", undefined, {} as never));
    }
    const use = () => ({ flags: useFrameFlags(), rules: useFlag("withdrawalNotice") });
    return { store, ...hooked(use, store) };
  }
  const shown = ({ store }: { store: Store }) => store.getState().site.bottomBar;

  test.each([
    [390, true, true],
    [1099, true, true],
    [1100, true, false],
    [390, false, false],
  ])("at %i px, somebody known %s: the phone's bar %s", async (width, known, is) => {
    const seen = await frame({ width, known });
    expect(shown(seen)).toBe(is);
    expect(seen.now().flags.bottomBar).toBe(is);
  });

  test("no bar once the session is over", async () => {
    const seen = await frame();
    seen.act(() => void seen.store.dispatch(sessionEnded("logout")));
    expect(shown(seen)).toBe(false);
  });

  /** The page gets as high as that; handlers come a moment later. */
  const becomes = (seen: Awaited<ReturnType<typeof frame>>, height: number, scale = 1) =>
    seen.act(() => {
      Object.assign(view, { height, scale });
      view.dispatchEvent(new Event("resize"));
      vi.advanceTimersByTime(100);
    });

  test("no bar while a keyboard takes the room", async () => {
    const seen = await frame();
    document.querySelector("input")?.focus();
    seen.act(() => {
      view.height = 100;
      view.dispatchEvent(new Event("resize"));
      vi.advanceTimersByTime(99);
    });
    expect(shown(seen)).toBe(true);
    becomes(seen, 600);
    expect(shown(seen)).toBe(true);
    becomes(seen, 599);
    expect(shown(seen)).toBe(false);
    becomes(seen, 800);
    expect(shown(seen)).toBe(true);
  });

  test("the bar where the page is lower or larger without a keyboard", async () => {
    const seen = await frame();
    becomes(seen, 400);
    expect(shown(seen)).toBe(true);
    document.querySelector("input")?.focus();
    becomes(seen, 310);
    expect(shown(seen)).toBe(true);
    becomes(seen, 200, 2);
    expect(shown(seen)).toBe(true);
    becomes(seen, 290);
    expect(shown(seen)).toBe(false);
  });

  test("the rules before a withdrawal, while the address says so", async () => {
    const seen = await frame();
    expect(seen.store.getState().site.withdrawalNotice).toBe(false);
    seen.act(() => seen.now().rules.open());
    expect(seen.store.getState().site.withdrawalNotice).toBe(true);
    expect(seen.now().flags.withdrawalNotice).toBe(true);
    await seen.back();
    expect(seen.store.getState().site.withdrawalNotice).toBe(false);
  });

  test("no rules for somebody who is not logged in", async () => {
    const seen = await frame({ known: false });
    seen.act(() => seen.now().rules.open());
    expect(seen.store.getState().site.withdrawalNotice).toBe(false);
  });
});
