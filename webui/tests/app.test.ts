/** Small rules of the frame: addresses, languages, storage, builds, colours, screen classes. */
import { readFileSync } from "node:fs";
import { act, render } from "@testing-library/react";
import { createElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refusalIn, toApiError } from "@/api/errors";
import { BUILD_CHECK_MS, CHUNK_RELOAD_MS } from "@/app/constants";
import { followBuilds, reloadOnStaleChunk } from "@/app/fresh-builds";
import { siteHost } from "@/app/host";
import { contrast, paletteOf, parseHex, type SchemeColors } from "@/app/palette";
import { FLAGS, safeFrom, withoutFlags } from "@/app/paths";
import { readStored, store } from "@/app/storage";
import { debounced, screenClassOf } from "@/app/window";
import { put, type Search, useParams, useSearch } from "@/components/kit/params";
import { firstLanguage } from "@/i18n/languages";

describe("the address to return to", () => {
  test.each(["/musics", "/my?keep=1", "/a/b#c", `/${"a".repeat(511)}`])("%s is taken", (path) => {
    expect(safeFrom(path)).toBe(path);
  });
  test.each([
    null,
    "",
    "musics",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/a\\b",
    "/a\u0000b",
    "/login",
    "/login?fromUrl=/my",
    "/my/../login",
    "/",
    "/terms",
    "/terms-osl?x=1",
    "/r/autumn",
    "/embedded/withdrawal-invoice",
    "/.//evil.example",
    "/my/..//evil.example",
    `/${"a".repeat(512)}`,
  ])("%j is dropped", (path) => {
    expect(safeFrom(path)).toBeNull();
  });
});

test("the sixteen flags leave the URL and the rest stays", () => {
  expect([...FLAGS].sort()).toEqual([
    "addChannel",
    "addMember",
    "addWithCodeChannel",
    "assign",
    "authTimer",
    "delete",
    "guide",
    "logout",
    "menu",
    "password",
    "requestWithdrawal",
    "requireAccount",
    "review",
    "unassign",
    "videoDetail",
    "withdrawalNotice",
  ]);
  expect(withoutFlags(`?keep=2&${FLAGS.map((flag) => `${flag}=1`).join("&")}`)).toBe("?keep=2");
  expect(withoutFlags("?delete=1")).toBe("");
});

test.each([
  [null, ["zh-TW", "en"], "zh-TW"],
  [null, ["zh-CN"], "zh-CN"],
  [null, ["ko-KR"], "en"],
  [null, ["fr"], "en"],
  [null, ["en"], "en"],
  [null, [], "en"],
  ["zh-CN", ["fr"], "zh-CN"],
  ["klingon", ["zh-TW"], "zh-TW"],
] as const)("saved %j in a browser of %j starts in %s", (saved, browser, language) => {
  expect(firstLanguage(saved, browser)).toBe(language);
});

test("the site's host is the query's, else the page's without www", () => {
  expect(siteHost({ search: "?host=p.example", hostname: "www.q.example" })).toBe("p.example");
  expect(siteHost({ search: "", hostname: "www.q.example" })).toBe("q.example");
});

test("a browser without storage does no harm", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("denied");
    },
    setItem: () => {
      throw new DOMException("full");
    },
    removeItem() {},
    clear() {},
  });
  expect(readStored("token")).toBeNull();
  expect(() => store("token", "x")).not.toThrow();
  vi.unstubAllGlobals();
});

test("a body is a refusal only in the shape of one", () => {
  expect(refusalIn({ success: true }, 200)).toBeNull();
  expect(refusalIn("oops", 502)).toBeNull();
  expect(
    refusalIn(
      { success: false, code: 4, message: "m", details: { fields: { id: "missing" } } },
      400,
    ),
  ).toMatchObject({ code: 4, reason: null, fields: { id: "missing" } });
  expect(toApiError({ status: "FETCH_ERROR", error: "x" })).toEqual({ kind: "unreachable" });
  expect(toApiError({ status: 502, data: "<html>" })).toEqual({ kind: "unreachable" });
});

describe("a palette out of one colour", () => {
  const ratio = (a: string, b: string) => {
    const [x, y] = [parseHex(a), parseHex(b)];
    return x && y ? contrast(x, y) : 0;
  };

  interface Case {
    primary: string;
    dim: string | null;
    light: Record<string, string>;
    dark: Record<string, string>;
  }
  const cases: Case[] = JSON.parse(readFileSync("../tests/golden/palettes.json", "utf8"));
  const named = ({ primary, primaryHover, primaryInk, primarySoft, onPrimary }: SchemeColors) => ({
    primary,
    hover: primaryHover,
    ink: primaryInk,
    soft: primarySoft,
    on_primary: onPrimary,
  });

  test.each(cases)("$primary makes what it makes on the server", (made) => {
    const { light, dark } = paletteOf(made.primary, made.dim ?? undefined);
    expect({ light: named(light), dark: named(dark) }).toEqual({
      light: made.light,
      dark: made.dark,
    });
  });

  test.each(cases)("$primary can be read in light and dark", ({ primary }) => {
    const { light, dark } = paletteOf(primary);
    expect(light.primary).toBe(primary.toLowerCase());
    expect(ratio(light.onPrimary, light.primary)).toBeGreaterThanOrEqual(4.5);
    expect(ratio(dark.onPrimary, dark.primary)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ["#ffffff", "#f6f6f9", light.primarySoft]) {
      expect(ratio(light.primaryInk, ground)).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ["#16181e", "#0e0f13", dark.primarySoft]) {
      expect(ratio(dark.primaryInk, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("what is no colour gives the default", () => {
    expect(paletteOf("red; }")).toEqual(paletteOf("#5b5bf0"));
  });
});

test.each([
  [639, "mobile"],
  [640, "large-mobile"],
  [1099, "large-mobile"],
  [1100, "laptop"],
] as const)("%d px is a %s screen", (width, screen) => {
  expect(screenClassOf(width)).toBe(screen);
});

describe("in time", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("ten events within a tenth of a second are one", () => {
    const call = vi.fn();
    const later = debounced(call);
    for (let i = 0; i < 10; i += 1) {
      later();
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(89);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledTimes(1);
  });

  /** What is searched for and which channel is chosen, on a page whose loader takes a moment. */
  function listed() {
    const asked: string[] = [];
    let list!: { search: Search; choose: (channel: string) => void };
    function List() {
      const search = useSearch();
      const [params, change] = useParams();
      const now = `${search.sought}|${params.get("channel") ?? ""}`;
      if (asked.at(-1) !== now) asked.push(now);
      list = { search, choose: (channel) => change((next) => put(next, "channel", channel)) };
      return null;
    }
    const loader = () => new Promise((done) => setTimeout(() => done(null), 20));
    const routes = [{ path: "/x", Component: List, loader, HydrateFallback: () => null }];
    const router = createMemoryRouter(routes, {
      initialEntries: ["/x?page=2"],
      hydrationData: { loaderData: { "0": null } },
    });
    render(createElement(RouterProvider, { router }));
    const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
    return { asked, pass, now: () => list, address: () => router.state.location.search };
  }

  test("a search is asked for once, when the typing has paused", async () => {
    const { asked, pass, now, address } = listed();
    for (const typed of ["k", "ki", "kimchi "]) {
      act(() => now().search.type(typed));
      await pass(99);
    }
    expect(asked).toEqual(["|"]);
    await pass(1);
    await pass(20);
    expect(asked).toEqual(["|", "kimchi|"]);
    expect(address()).toBe("?search=kimchi");
  });

  test("a channel that is chosen while the search still waits is not lost", async () => {
    const { asked, pass, now, address } = listed();
    act(() => now().search.type("kimchi"));
    await pass(90);
    act(() => now().choose("c1"));
    for (const time of [20, 100, 20]) await pass(time);
    expect(asked.at(-1)).toBe("kimchi|c1");
    expect(address()).toBe("?channel=c1&search=kimchi");
  });

  const place = (pathname: string) => ({ pathname, search: "", hash: "", state: null, key: "" });

  test("a newer build is asked for hourly and loaded at the next navigation only", async () => {
    expect(BUILD_CHECK_MS).toBe(60 * 60 * 1000);
    const asked = vi.fn(async () => new Response(JSON.stringify({ id: "newer", timestamp: 1 })));
    vi.stubGlobal("fetch", asked);
    const load = vi.fn();
    let move: (to: string) => void = () => {};
    followBuilds(
      {
        state: { location: place("/my") },
        subscribe: (listener: (state: object) => void) => {
          move = (to) => listener({ navigation: { location: place(to) }, location: place("/my") });
          return () => {};
        },
      } as never,
      load,
    );

    move("/language");
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked).toHaveBeenCalledWith("/builds/latest.json", expect.anything());
    expect(load).not.toHaveBeenCalled();
    move("/my");
    expect(load).not.toHaveBeenCalled();
    move("/language");
    expect(load).toHaveBeenCalledWith("/language");
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test("a page that cannot be fetched is loaded anew once in ten seconds for a path", () => {
    const load = vi.fn();
    reloadOnStaleChunk(
      { state: { navigation: { location: place("/currency") }, location: place("/my") } } as never,
      load,
    );
    const fail = () => {
      const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), {
        payload: new TypeError("Failed to fetch"),
      });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };

    expect(fail()).toBe(true);
    expect(load).toHaveBeenCalledWith("/currency");
    vi.advanceTimersByTime(CHUNK_RELOAD_MS - 1);
    expect(fail()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(fail()).toBe(true);
    expect(load).toHaveBeenCalledTimes(2);

    // Without a connection it would only be gone: the page stays, and says so.
    vi.advanceTimersByTime(CHUNK_RELOAD_MS);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    window.dispatchEvent(new Event("offline"));
    expect(fail()).toBe(false);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    expect(fail()).toBe(true);
    expect(load).toHaveBeenCalledTimes(3);
  });
});
