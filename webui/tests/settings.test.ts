/** The portal's settings are asked for once, however many parts need them and whether they can be had or not. */
import { afterEach, expect, test, vi } from "vitest";
import { languageChosen } from "@/app/preferences";
import { askAgain, useSiteSettings } from "@/app/settings";
import { settleLanguage } from "@/i18n/settle";
import { hooked, storeOf } from "./wrapped";

const HERE = { today: "2026-10-27" };

/** A portal that can be reached or not, and how often it was asked. */
function portal() {
  const fetch = vi.fn(async () => {
    if (!state.isThere) throw new TypeError("no connection");
    return Response.json(HERE);
  });
  const state = { isThere: false, asked: () => fetch.mock.calls.length };
  vi.stubGlobal("fetch", fetch);
  return state;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("parts that need them at once, or later, ask once for all", async () => {
  const store = await storeOf();
  const there = portal();
  there.isThere = true;
  const two = hooked(() => [useSiteSettings(), useSiteSettings()], store);
  expect(two.now().map(({ isLoading }) => isLoading)).toEqual([true, true]);
  await vi.waitFor(() => expect(two.now()[1]?.data).toEqual(HERE));
  expect(two.now()[0]).toMatchObject({ isLoading: false, error: undefined });
  expect(hooked(useSiteSettings, store).now().data).toEqual(HERE);
  expect(there.asked()).toBe(1);
});

test("what could not be had is not asked for by a part that comes later, but by the reader", async () => {
  const store = await storeOf();
  const there = portal();
  const first = hooked(useSiteSettings, store);
  await vi.waitFor(() => expect(first.now().error).toBeDefined());
  expect(first.now().isLoading).toBe(false);

  const later = hooked(useSiteSettings, store);
  expect(later.now().error).toBeDefined();
  await new Promise((done) => setTimeout(done));
  expect(there.asked()).toBe(1);

  there.isThere = true;
  first.act(() => first.now().refetch());
  await vi.waitFor(() => expect(later.now().data).toEqual(HERE));
  expect(later.now().error).toBeUndefined();
  expect(there.asked()).toBe(2);
});

test("what is there is not asked for again", async () => {
  const store = await storeOf();
  const there = portal();
  there.isThere = true;
  store.dispatch(askAgain);
  expect(there.asked()).toBe(0);
  const part = hooked(useSiteSettings, store);
  await vi.waitFor(() => expect(part.now().data).toEqual(HERE));
  store.dispatch(askAgain);
  part.act(() => part.now().refetch());
  expect(there.asked()).toBe(1);
});

test.each([
  [undefined, "ko"],
  [{ keep_saved_korean: true }, "ko"],
  [{ keep_saved_korean: false }, "en"],
])("with the settings %j a saved Korean starts in %s", async (known, language) => {
  const store = await storeOf(known);
  store.dispatch(languageChosen("ko"));
  expect(await settleLanguage(store)).toBe(language);
  expect(store.getState().preferences.language).toBe(language);
});
