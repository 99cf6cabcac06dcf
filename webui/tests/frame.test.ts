/** What stands around every page comes in one answer, and each part lives on as that of its own call (WEB-27). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@/api";
import { dropFrame, holdFrame } from "@/api/frame";
import { generatedApi } from "@/api/generated";
import { languageChosen } from "@/app/preferences";
import { sessionEnded, sessionStarted } from "@/app/session";
import { makeStore } from "@/app/store";

const HOST = "portal.example";
const FRAME = {
  settings: { name: "framed" },
  metadata: { metadata: null },
  header: { items: [] },
  me: { info: { name: "mina" } },
  notifications: { items: [], page: 0, size: 50, total: 0, unread: 2 },
  accounts: { items: [], page: 0, size: 50, total: 0 },
} as const;

/** What each path is answered with; what is not here cannot be reached. */
let there: Record<string, unknown>;
let asked: string[];

const { me, getSiteSettings, getSiteMetadata, getFrame } = api.endpoints;
const { listHeaderNotices, listNotifications, listMembers, readAllNotifications } =
  generatedApi.endpoints;

beforeEach(() => {
  asked = [];
  there = {};
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const path = new URL(url).pathname.replace("/api/", "");
    asked.push(path);
    if (!(path in there)) throw new TypeError("no connection");
    return Response.json(await there[path]);
  });
});

afterEach(() => {
  dropFrame();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened() {
  const store = makeStore();
  store.dispatch(sessionStarted("bb1_x"));
  const answer = store.dispatch(getFrame.initiate(HOST, { subscribe: false }));
  holdFrame(HOST, store.getState(), answer);
  return store;
}

const every = (store: ReturnType<typeof makeStore>) =>
  Promise.all([
    store.dispatch(getSiteSettings.initiate()),
    store.dispatch(getSiteMetadata.initiate(HOST)),
    store.dispatch(listHeaderNotices.initiate()),
    store.dispatch(me.initiate()),
    store.dispatch(listNotifications.initiate({ page: 0, size: 50 })),
    store.dispatch(listMembers.initiate({ page: 0 })),
  ]);

test("each part is handed to whoever asks for it first, and nobody else is asked", async () => {
  there["site/frame"] = FRAME;
  const parts = await every(opened());
  expect(parts.map(({ data }) => data)).toEqual(Object.values(FRAME));
  expect(asked).toEqual(["site/frame"]);
});

test("whoever asks while the answer is under way waits for it; other calls do not", async () => {
  let come = (_: unknown) => {};
  there["site/frame"] = new Promise((done) => {
    come = done;
  });
  there["notification/list"] = { ...FRAME.notifications, unread: 7 };
  const store = opened();
  const waits = store.dispatch(getSiteSettings.initiate());
  const other = await store.dispatch(
    listNotifications.initiate({ page: 0, size: 50, type: "notice" }),
  );
  expect(other.data?.unread).toBe(7);
  expect(asked).toEqual(["site/frame", "notification/list"]);
  come(FRAME);
  expect((await waits).data).toEqual(FRAME.settings);
});

test("who asks again asks the call itself", async () => {
  there["site/frame"] = FRAME;
  there["site/settings"] = { name: "alone" };
  const store = opened();
  await store.dispatch(getSiteSettings.initiate());
  const again = await store.dispatch(getSiteSettings.initiate(undefined, { forceRefetch: true }));
  expect(again.data).toEqual({ name: "alone" });
  expect(asked).toEqual(["site/frame", "site/settings"]);
});

test("if the answer cannot be had, each part asks by itself and says so by itself", async () => {
  there["site/settings"] = { name: "alone" };
  const store = opened();
  const [settings, , , person] = await every(store);
  expect(settings.data).toEqual({ name: "alone" });
  expect(person.error).toEqual({ kind: "unreachable" });
  expect(asked.toSorted()).toEqual([
    "board/header",
    "member/mcn/accounts",
    "member/me",
    "notification/list",
    "site/frame",
    "site/metadata",
    "site/settings",
  ]);
});

test("a part that it does not carry asks by itself: a dead session learns why", async () => {
  there["site/frame"] = { ...FRAME, me: null };
  there["member/me"] = { success: false, code: 10000, message: "Log in", details: null };
  const store = opened();
  await store.dispatch(me.initiate());
  expect(asked).toEqual(["site/frame", "member/me"]);
  expect(store.getState().session).toEqual({ token: null, ended: "refused" });
});

test.each([
  ["the session", sessionStarted("bb1_other")],
  ["the session's end", sessionEnded("logout")],
  ["the language", languageChosen("ko")],
])("what was answered before %s changed is nobody's", async (_, change) => {
  there["site/frame"] = FRAME;
  there["notification/list"] = { ...FRAME.notifications, unread: 0 };
  const store = opened();
  store.dispatch(change);
  const { data } = await store.dispatch(listNotifications.initiate({ page: 0, size: 50 }));
  expect(data?.unread).toBe(0);
});

test("after a change nothing is taken from an answer before it", async () => {
  there["site/frame"] = FRAME;
  there["notification/list"] = { ...FRAME.notifications, unread: 0 };
  there["notification/read.all"] = { unread: 0 };
  const store = opened();
  await store.dispatch(readAllNotifications.initiate());
  const { data } = await store.dispatch(listNotifications.initiate({ page: 0, size: 50 }));
  expect(data?.unread).toBe(0);
});

test("a change while the answer is under way makes it old as well", async () => {
  let come = (_: unknown) => {};
  there["site/frame"] = new Promise((done) => {
    come = done;
  });
  there["notification/list"] = { ...FRAME.notifications, unread: 0 };
  there["notification/read.all"] = { unread: 0 };
  const store = opened();
  const list = store.dispatch(listNotifications.initiate({ page: 0, size: 50 }));
  await store.dispatch(readAllNotifications.initiate());
  come(FRAME);
  expect((await list).data?.unread).toBe(0);
});

test("ten seconds later it is too old for who comes then", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  there["site/frame"] = FRAME;
  there["site/settings"] = { name: "alone" };
  const store = opened();
  await store.dispatch(me.initiate());
  vi.advanceTimersByTime(9_999);
  await store.dispatch(listHeaderNotices.initiate());
  expect(asked).toEqual(["site/frame"]);
  vi.advanceTimersByTime(1);
  expect((await store.dispatch(getSiteSettings.initiate())).data).toEqual({ name: "alone" });
});
