/** What the store holds for every page: the site, the reader's choices, the window, and two lists of the server. */
import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useListMembersQuery, useListMusicTagsQuery } from "@/api/generated";

import { currencyChosen, languageChosen } from "@/app/preferences";
import { domainKnown } from "@/app/site";
import { useScreenClass } from "@/components/kit/screen";
import { hooked, type Store, storeOf } from "./wrapped";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The window is so wide and scrolled so far from now on, and says so again and again. */
function turnTo({ width = window.innerWidth, scrolled = 0 }, says: "resize" | "scroll"): void {
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("scrollY", scrolled);
  for (let i = 0; i < 5; i += 1) window.dispatchEvent(new Event(says));
}
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const site = (store: Store) => store.getState().site;

describe("the window in the store", () => {
  test.each([
    [639, "mobile"],
    [640, "large-mobile"],
    [1100, "laptop"],
  ] as const)("is at %i px from the start a %s", async (width, screen) => {
    vi.stubGlobal("innerWidth", width);
    const store = await storeOf();
    expect(site(store).screen).toBe(screen);
    expect(hooked(useScreenClass, store).now()).toBe(screen);
  });

  test("changes its class once the resizing has paused for a tenth of a second", async () => {
    vi.stubGlobal("innerWidth", 390);
    const store = await storeOf();
    turnTo({ width: 1440 }, "resize");
    later(99);
    expect(site(store).screen).toBe("mobile");
    later(1);
    expect(site(store).screen).toBe("laptop");
  });

  test("is scrolled once its page has left the top, and no longer when it is back there", async () => {
    const store = await storeOf();
    expect(site(store).scrolled).toBe(false);
    turnTo({ scrolled: 1 }, "scroll");
    later(99);
    expect(site(store).scrolled).toBe(false);
    later(1);
    expect(site(store).scrolled).toBe(true);
    turnTo({ scrolled: 0 }, "scroll");
    later(100);
    expect(site(store).scrolled).toBe(false);
  });

  test("of a page that stands scrolled when it begins is so at once", async () => {
    vi.stubGlobal("scrollY", 240);
    expect(site(await storeOf()).scrolled).toBe(true);
  });
});

test("the store holds the domain, the language and the currency", async () => {
  const store = await storeOf();
  store.dispatch(domainKnown("beats.example"));
  store.dispatch(languageChosen("ko"));
  store.dispatch(currencyChosen("CNY"));
  expect(site(store).domain).toBe("beats.example");
  expect(store.getState().preferences).toEqual({ language: "ko", currency: "CNY" });
});

test("the store holds the accounts of a network and the music's tags as the server said them", async () => {
  const store = await storeOf();
  const answers = {
    'listMembers({"page":0})': { items: [{ id: "m1", name: "kai" }], total: 1 },
    "listMusicTags(undefined)": { moods: [{ id: "calm", name: "Calm" }] },
  };
  const [members, tags] = Object.values(answers);
  vi.stubGlobal(
    "fetch",
    vi.fn(async ({ url }: Request) => Response.json(url.includes("/music/tags") ? tags : members)),
  );
  hooked(() => [useListMembersQuery({ page: 0 }), useListMusicTagsQuery()], store);
  for (const [key, answer] of Object.entries(answers)) {
    await vi.waitFor(() => expect(store.getState().api.queries[key]?.data).toEqual(answer));
  }
});
