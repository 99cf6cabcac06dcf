/** The session's states and how calls travel (S4.025 to S4.027, HTTP-3, SESSION-6, SESSION-8). */
import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "@/api";
import { generatedApi } from "@/api/generated";
import { stepUp } from "@/api/step-up";
import { knownSession, SessionUnknown } from "@/app/guards";
import { authStateOf } from "@/app/hooks";
import { whenForgotten } from "@/app/other-windows";
import { currencyChosen, languageChosen } from "@/app/preferences";
import { sessionEnded, sessionStarted } from "@/app/session";
import { domainKnown } from "@/app/site";
import { makeStore } from "@/app/store";

const MINA = {
  success: true,
  message: "",
  info: { name: "mina", user_id: "mina@example.org" },
  auth_required: false,
  totp: { active: false, required: false, recovery_codes: 0, ends_at: null },
};

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const refuse = (code: number, status = 400, details: object | null = null) =>
  answer({ success: false, code, message: "no", details }, status);

const calls = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  calls.mockReset();
  vi.stubGlobal("fetch", calls);
});

const login = (store: ReturnType<typeof makeStore>) =>
  store.dispatch(api.endpoints.login.initiate({ id: "mina@example.org", password: "pass" }));

test("a log-in keeps the token and knows the person", async () => {
  const store = makeStore();
  calls.mockResolvedValueOnce(answer({ ...MINA, token: "bb1_x" }));
  await login(store);

  expect(authStateOf(store.getState())).toBe("in");
  expect(localStorage.getItem("token")).toBe("bb1_x");
  expect(calls).toHaveBeenCalledTimes(1);
});

test("somebody whose e-mail is not confirmed is in between", async () => {
  const store = makeStore();
  calls.mockResolvedValueOnce(answer({ ...MINA, auth_required: true, token: "bb1_x" }));
  await login(store);
  expect(authStateOf(store.getState())).toBe("verify");
});

test("whoever confirms the e-mail is in", async () => {
  const store = makeStore();
  let confirmed = false;
  calls.mockImplementation(async (request) => {
    if (!request.url.endsWith("emailverify")) {
      return answer({ ...MINA, auth_required: !confirmed, token: "bb1_x" });
    }
    confirmed = (await request.json()).code === "123456";
    return confirmed ? answer(MINA) : refuse(10016);
  });
  await login(store);
  await store.dispatch(api.endpoints.me.initiate());
  await store.dispatch(api.endpoints.verifyEmail.initiate({ code: "000000" }));
  expect(authStateOf(store.getState())).toBe("verify");

  await store.dispatch(api.endpoints.verifyEmail.initiate({ code: "123456" }));

  await waitFor(() => expect(authStateOf(store.getState())).toBe("in"));
});

test("a log-in that is refused leaves everybody out", async () => {
  const store = makeStore();
  calls.mockResolvedValueOnce(refuse(10003));
  await login(store);
  expect(authStateOf(store.getState())).toBe("out");
  expect(localStorage.getItem("token")).toBeNull();
});

test("somebody without the second factor that is asked for is in between too", async () => {
  const store = makeStore();
  const totp = { active: false, required: true, recovery_codes: 0, ends_at: null };
  calls.mockResolvedValueOnce(answer({ ...MINA, totp, token: "bb1_x" }));
  await login(store);
  expect(authStateOf(store.getState())).toBe("enroll");
});

test("a log-out empties everything, even without a server", async () => {
  const store = makeStore();
  calls.mockResolvedValueOnce(answer({ ...MINA, token: "bb1_x" }));
  await login(store);
  calls.mockRejectedValueOnce(new TypeError("offline"));
  await store.dispatch(api.endpoints.logout.initiate());

  await waitFor(() => expect(authStateOf(store.getState())).toBe("out"));
  expect(localStorage.getItem("token")).toBeNull();
  expect(api.endpoints.me.select()(store.getState()).data).toBeUndefined();
});

describe("the check of a session", () => {
  const known = (reply: Response | Error) => {
    const store = makeStore();
    store.dispatch(sessionStarted("bb1_old"));
    if (reply instanceof Error) calls.mockRejectedValueOnce(reply);
    else calls.mockResolvedValueOnce(reply);
    return { store, state: knownSession(store) };
  };

  test("finds the person", async () => {
    expect(await known(answer(MINA)).state).toBe("in");
  });

  test.each([refuse(10000, 401), refuse(10013, 403), refuse(10002, 403), refuse(10001, 404)])(
    "ends the session at a refusal",
    async (reply) => {
      const { store, state } = known(reply);
      expect(await state).toBe("out");
      expect(localStorage.getItem("token")).toBeNull();
      expect(store.getState().session.ended).toBe("refused");
    },
  );

  test.each([new TypeError("offline"), refuse(1, 500), refuse(1, 503), refuse(3, 429)])(
    "keeps the token where nobody could answer",
    async (reply) => {
      const { store, state } = known(reply);
      await expect(state).rejects.toBeInstanceOf(SessionUnknown);
      expect(store.getState().session.token).toBe("bb1_old");
    },
  );
});

test("calls carry the four headers, and the bare ones none", async () => {
  const store = makeStore();
  store.dispatch(sessionStarted("bb1_x"));
  store.dispatch(languageChosen("zh-TW"));
  store.dispatch(currencyChosen("CNY"));
  calls.mockImplementation(async () => answer(MINA));

  await store.dispatch(api.endpoints.me.initiate());
  store.dispatch(domainKnown("p.example"));
  await store.dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(api.endpoints.createOnetimeAuth.initiate({ oneTimeBody: { code: "once" } }));

  const [first, second, bare] = calls.mock.calls.map(([request]) => request.headers);
  expect(first?.get("Zs-Authentification")).toBe("bb1_x");
  expect(first?.get("Accept-Language")).toBe("zh-TW");
  expect(first?.get("ZS-Currency")).toBe("CNY");
  expect(first?.has("ZS-Mcn-Domain")).toBe(false);
  expect(second?.get("ZS-Mcn-Domain")).toBe("p.example");
  for (const name of ["Zs-Authentification", "ZS-Currency", "ZS-Mcn-Domain"]) {
    expect(bare?.has(name), name).toBe(false);
  }
});

test("every call goes below one address, the page's own", async () => {
  const store = makeStore();
  calls.mockImplementation(async () => answer(MINA));

  await store.dispatch(api.endpoints.me.initiate());
  await store.dispatch(generatedApi.endpoints.listChannels.initiate({ size: 50 }));
  await store.dispatch(api.endpoints.logout.initiate());

  const base = new URL("/api/", document.baseURI).href;
  const paths = calls.mock.calls.map(([request]) => request.url.replace(base, ""));
  expect(paths).toEqual(["member/me", "channel/list?size=50", "member/logout"]);
});

test.each([
  ["language", languageChosen("ko"), ["board/header", "board/list", "notification/list"]],
  ["currency", currencyChosen("CNY"), ["withdrawal/summary"]],
] as const)("what was told in another %s is asked for again", async (_, choice, told) => {
  const store = makeStore();
  calls.mockImplementation(async () => answer({ items: [], total: 0 }));
  const { listHeaderNotices, listPosts, listNotifications, getEarningsSummary } =
    generatedApi.endpoints;
  await store.dispatch(listHeaderNotices.initiate());
  await store.dispatch(listPosts.initiate({ kind: "notice" }));
  await store.dispatch(listNotifications.initiate({}));
  await store.dispatch(getEarningsSummary.initiate());
  calls.mockClear();

  store.dispatch(choice);

  const asked = () =>
    calls.mock.calls.map(([{ url }]) => new URL(url).pathname.replace("/api/", ""));
  await waitFor(() => expect(asked().sort()).toEqual(told.toSorted()));
});

describe("an act that needs a fresh password", () => {
  const asked = () => refuse(2, 403, { reason: "step_up" });

  test("is repeated once it was given", async () => {
    const store = makeStore();
    calls
      .mockResolvedValueOnce(asked())
      .mockResolvedValueOnce(answer({ success: true, message: "" }));
    const act = store.dispatch(api.endpoints.deleteAccount.initiate({ password: "x" }));
    await waitFor(() => expect(stepUp.isAsking()).toBe(true));
    stepUp.settle(true);

    expect((await act).error).toBeUndefined();
    expect(calls).toHaveBeenCalledTimes(2);
    expect(stepUp.isAsking()).toBe(false);
  });

  test("ends with the refusal when it is declined", async () => {
    const store = makeStore();
    calls.mockResolvedValueOnce(asked());
    const act = store.dispatch(api.endpoints.deleteAccount.initiate({ password: "x" }));
    await waitFor(() => expect(stepUp.isAsking()).toBe(true));
    stepUp.settle(false);

    expect((await act).error).toMatchObject({ kind: "refused", code: 2, reason: "step_up" });
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("asks once for two calls at the same time", async () => {
    const given = [stepUp.ask(), stepUp.ask()];
    stepUp.settle(true);
    expect(await Promise.all(given)).toEqual([true, true]);
  });
});

test("an invoice that was handed over goes with the session", () => {
  const store = makeStore();
  store.dispatch(sessionStarted("bb1_x"));
  for (const why of ["logout", "refused"] as const) {
    localStorage.setItem("invoice", "{}");
    store.dispatch(sessionEnded(why));
    expect(localStorage.getItem("invoice")).toBeNull();
    store.dispatch(sessionStarted("bb1_y"));
  }
});

test("a window hears when another one forgets a value", () => {
  const forgotten = vi.fn();
  const stop = whenForgotten("invoice", forgotten);
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
  window.dispatchEvent(new StorageEvent("storage", { key: "invoice", newValue: "{}" }));
  expect(forgotten).not.toHaveBeenCalled();

  window.dispatchEvent(new StorageEvent("storage", { key: "invoice", newValue: null }));
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: "invoice", newValue: null }));

  expect(forgotten).toHaveBeenCalledTimes(1);
});
