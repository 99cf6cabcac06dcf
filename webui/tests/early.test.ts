/** What was asked for before the scripts were there is handed to whoever asks for the same, once. */
import { beforeEach, expect, test, vi } from "vitest";
import { askEarly, fetchOnce } from "@/api/early";
import { dropFrame } from "@/api/frame";
import { generatedApi } from "@/api/generated";
import { languageChosen } from "@/app/preferences";
import { makeStore } from "@/app/store";

const SUMMARY = "withdrawal/summary";
const { getEarningsSummary } = generatedApi.endpoints;
let asked: string[];

beforeEach(() => {
  dropFrame();
  asked = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    asked.push(new URL(url).pathname.replace("/api/", ""));
    return Response.json({ number: asked.length });
  });
});

const summary = (store: ReturnType<typeof makeStore>) =>
  store.dispatch(getEarningsSummary.initiate(undefined, { forceRefetch: true }));

test("the first call takes the answer that is under way, the next one asks", async () => {
  askEarly([SUMMARY]);
  const store = makeStore();
  expect((await summary(store)).data).toEqual({ number: 1 });
  expect(asked).toEqual([SUMMARY]);
  expect((await summary(store)).data).toEqual({ number: 2 });
});

test("a call in another language asks for itself", async () => {
  askEarly([SUMMARY]);
  const store = makeStore();
  store.dispatch(languageChosen("zh-TW"));
  expect((await summary(store)).data).toEqual({ number: 2 });
});

test("once something was changed, nothing from before is handed on", async () => {
  askEarly([SUMMARY]);
  dropFrame();
  expect((await summary(makeStore())).data).toEqual({ number: 2 });
});

test("an empty query is none, and a failure is told to whoever takes it", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no connection");
  });
  askEarly(["v2/music/dashboard"]);
  const { headers } = new Request("https://x.example");
  headers.set("Accept-Language", "en");
  headers.set("ZS-Currency", "USD");
  const again = new Request(new URL("/api/v2/music/dashboard?", document.baseURI), { headers });
  await expect(fetchOnce(again)).rejects.toThrow("no connection");
});
