/** What the interface reads out of an answer that is a refusal (CODE-1, CODE-2), and where addresses lead. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "@/api";
import {
  type ApiError,
  CODES,
  endsSession,
  isAnswer,
  isStepUp,
  refusalIn,
  retryAfter,
  toApiError,
} from "@/api/errors";
import { prepareHeaders } from "@/api/headers";
import { stepUp } from "@/api/step-up";
import { BUILD_CHECK_MS } from "@/app/constants";
import { CURRENCIES } from "@/app/first-choices";
import { followBuilds } from "@/app/fresh-builds";
import { addresses, HOME, paths, TERMS } from "@/app/paths";
import { currencyChosen, preferences } from "@/app/preferences";
import { sessionEnded, sessionStarted } from "@/app/session";
import { store as keep, readStored } from "@/app/storage";
import { makeStore } from "@/app/store";
import { asksForCode } from "@/features/accounts/log-in-steps";
import { HTML_LANG, isLanguage, LANGUAGE_NAMES } from "@/i18n/languages";

const refused = (parts: object): ApiError => ({
  kind: "refused",
  status: 400,
  code: 1,
  message: "",
  reason: null,
  fields: {},
  details: {},
  ...parts,
});
const NOBODY: ApiError = { kind: "unreachable" };

describe("a refusal", () => {
  test("is read whole", () => {
    const details = { reason: "window", fields: { total: 3 }, from: "2025-10-25" };
    expect(refusalIn({ success: false, code: 40001, message: "No.", details }, 409)).toEqual({
      kind: "refused",
      status: 409,
      code: 40001,
      message: "No.",
      reason: "window",
      fields: { total: "3" },
      details,
    });
  });

  test("may say nothing but its code", () => {
    expect(refusalIn({ success: false, code: 1, message: 5, details: null }, 500)).toEqual(
      refused({ status: 500 }),
    );
    const odd = { success: false, code: 1, details: { reason: 7, fields: ["a"] } };
    expect(refusalIn(odd, 400)).toMatchObject({ reason: null, fields: {} });
    expect(refusalIn({ success: false, code: 1, details: ["x"] }, 400)?.details).toEqual({});
  });

  test.each([
    [null],
    [[]],
    ["refused"],
    [{ success: true, code: 4 }],
    [{ code: 4 }],
    [{ success: false }],
    [{ success: false, code: "4" }],
  ])("is not %j", (body) => {
    expect(refusalIn(body, 400)).toBeNull();
  });

  test("is read out of a failed call with its status", () => {
    const data = { success: false, code: 10003, message: "m" };
    expect(toApiError({ status: 401, data })).toMatchObject({ status: 401, code: 10003 });
    expect(
      toApiError({ status: "PARSING_ERROR", data: "x", originalStatus: 200, error: "x" }),
    ).toEqual(NOBODY);
  });
});

describe("what an error means", () => {
  test("an answer stands unless the server failed or had too much to do", () => {
    expect(isAnswer(refused({ status: 404 }))).toBe(true);
    expect(isAnswer(refused({ status: 499 }))).toBe(true);
    expect(isAnswer(refused({ status: 500 }))).toBe(false);
    expect(isAnswer(refused({ status: 429, code: 3 }))).toBe(false);
    expect(isAnswer(NOBODY)).toBe(false);
  });

  test("three codes end the session, and no other", () => {
    const ending = Object.values(CODES).filter((code) => endsSession(refused({ code })));
    expect(ending).toEqual([10000, 10002, 10013]);
    expect(endsSession(NOBODY)).toBe(false);
  });

  test("a fresh password is asked for by code and reason together", () => {
    expect(isStepUp(refused({ code: 2, reason: "step_up" }))).toBe(true);
    expect(isStepUp(refused({ code: 2, reason: "bad_value" }))).toBe(false);
    expect(isStepUp(refused({ code: 1, reason: "step_up" }))).toBe(false);
    expect(isStepUp(NOBODY)).toBe(false);
  });

  test("a code of the second factor is asked for by its reason", () => {
    expect(asksForCode(refused({ reason: "totp_required" }))).toBe(true);
    expect(asksForCode(refused({ reason: "other" }))).toBe(false);
    expect(asksForCode(NOBODY)).toBe(false);
    expect(asksForCode(undefined)).toBe(false);
  });

  test.each([
    [{ code: 3, details: { retry_after: 30, seconds: 5 } }, 30],
    [{ code: 3, details: { seconds: 2.1 } }, 3],
    [{ code: 3, details: { seconds: 0 } }, null],
    [{ code: 3, details: { seconds: -1 } }, null],
    [{ code: 3, details: { seconds: "soon" } }, null],
    [{ code: 3, details: {} }, null],
    [{ code: 2, details: { retry_after: 30 } }, null],
  ])("%j says to wait %s seconds", (parts, seconds) => {
    expect(retryAfter(refused(parts))).toBe(seconds);
  });

  test("nobody says how long to wait", () => {
    expect(retryAfter(NOBODY)).toBeNull();
  });

  test("the codes are the catalogue's", () => {
    expect(CODES).toEqual({
      INVALID_ACCESS: 2,
      TOO_MANY: 3,
      FILL_ALL: 4,
      FILE_TOO_LARGE: 5,
      TEXT_TOO_LONG: 6,
      LOGIN_REQUIRED: 10000,
      ACCOUNT_DELETED: 10002,
      PASSWORD_MISMATCH: 10004,
      ID_LENGTH: 10005,
      PASSWORD_LENGTH: 10006,
      EMAIL_INVALID: 10007,
      NAME_LENGTH: 10008,
      EMAIL_TAKEN: 10009,
      NAME_TAKEN: 10010,
      INVITATION_BAD: 10011,
      PHONE_INVALID: 10012,
      SUSPENDED: 10013,
      CODE_TRIES: 10015,
      CODE_WRONG: 10016,
      CODE_EXPIRED: 10017,
      PASSWORD_SAME: 10018,
      PASSWORD_WRONG: 10019,
      PASSWORD_NONE: 10022,
      RESET_EXPIRED: 10024,
      FAVOURITES_FULL: 20000,
    });
  });
});

describe("a call", () => {
  const calls = vi.fn<(request: Request) => Promise<Response>>();
  const answer = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  const refuse = (code: number, status: number) =>
    answer({ success: false, code, message: "no", details: null }, status);

  beforeEach(() => {
    calls.mockReset();
    vi.stubGlobal("fetch", calls);
  });

  const inside = () => {
    const store = makeStore();
    store.dispatch(sessionStarted("bb1_x"));
    return store;
  };

  test("is refused by a body that says so, whatever its status", async () => {
    calls.mockResolvedValueOnce(refuse(10003, 200));
    const act = api.endpoints.deleteAccount.initiate({ password: "x" });
    const { error } = await inside().dispatch(act);
    expect(error).toMatchObject({ kind: "refused", code: 10003, status: 200 });
  });

  test("that is refused for its session's sake ends it wherever it was made", async () => {
    const store = inside();
    calls.mockResolvedValueOnce(refuse(10000, 401));
    await store.dispatch(api.endpoints.deleteAccount.initiate({ password: "x" }));
    expect(store.getState().session).toEqual({ token: null, ended: "refused" });
  });

  test("that is refused for another reason ends nothing", async () => {
    const store = inside();
    calls.mockResolvedValueOnce(refuse(10019, 400));
    await store.dispatch(api.endpoints.deleteAccount.initiate({ password: "x" }));
    expect(store.getState().session.token).toBe("bb1_x");
  });

  test("of a session that is over already does not end the next one", async () => {
    const store = inside();
    let reply: (response: Response) => void = () => {};
    calls.mockReturnValueOnce(new Promise((resolve) => (reply = resolve)));
    const asked = store.dispatch(api.endpoints.me.initiate());
    store.dispatch(sessionEnded("logout"));
    store.dispatch(sessionStarted("bb1_next"));
    reply(refuse(10000, 401));
    await asked;
    expect(store.getState().session.token).toBe("bb1_next");
  });

  test("without a session ends none", async () => {
    const store = makeStore();
    calls.mockResolvedValueOnce(refuse(10000, 401));
    await store.dispatch(api.endpoints.login.initiate({ id: "a", password: "b" }));
    expect(store.getState().session).toEqual({ token: null, ended: null });
  });
});

test("calls for an invitation and a one-time code carry nothing of the reader's", () => {
  const state = {
    session: { token: "bb1_x" },
    preferences: { language: "ko", currency: "CNY" },
    site: { domain: "p.example" },
  };
  const of = (url: string) => Object.fromEntries(prepareHeaders(new Headers(), state, url));
  expect(of("member/invitation/validate?code=x")).toEqual({});
  expect(of("member/create.onetime.auth")).toEqual({});
  expect(of("member/me")).toEqual({
    "Accept-Language": "ko",
    "Zs-Authentification": "bb1_x",
    "ZS-Currency": "CNY",
    "ZS-Mcn-Domain": "p.example",
  });
});

test("who listens is told when a password is asked for and given, until they leave", async () => {
  const told = vi.fn();
  const leave = stepUp.subscribe(told);
  const given = stepUp.ask();
  expect(told).toHaveBeenCalledTimes(1);
  expect(stepUp.isAsking()).toBe(true);
  void stepUp.ask();
  expect(told).toHaveBeenCalledTimes(1);
  stepUp.settle(false);
  expect(told).toHaveBeenCalledTimes(2);
  expect(await given).toBe(false);
  expect(stepUp.isAsking()).toBe(false);
  leave();
  stepUp.settle(true);
  expect(told).toHaveBeenCalledTimes(2);
});

describe("addresses", () => {
  test("carry where to return to", () => {
    for (const [path, of] of [
      [addresses.login, paths.login],
      [addresses.join, paths.join],
      [addresses.joinEmail, paths.joinEmail],
      [addresses.twoFactor, paths.twoFactor],
      [addresses.findPassword, paths.findPassword],
    ] as const) {
      expect(of()).toBe(path);
      expect(of(null)).toBe(path);
      expect(of("/my?a=1")).toBe(`${path}?fromUrl=%2Fmy%3Fa%3D1`);
    }
    expect(HOME).toBe(addresses.dashboard);
  });

  test("name a paper, an invoice, a type in a month", () => {
    expect(paths.terms()).toBe(addresses.terms);
    expect(Object.keys(TERMS)).toEqual(["terms", "policy", "ofl", "osl"]);
    expect(paths.terms("osl")).toBe(addresses.termsOsl);
    expect(paths.invoice()).toBe(addresses.invoice);
    expect(paths.invoice("BB-1")).toBe(`${addresses.invoice}?id=BB-1`);
    const detail = addresses.earningDetail.replace(":type", "expire").replace(":date", "2025-10");
    expect(paths.earningDetail("expire", "2025-10")).toBe(detail);
    expect(paths.earningDetail("expire", "2025-10", "e1")).toBe(`${detail}#e1`);
  });
});

describe("what the browser keeps", () => {
  test("is kept, replaced and forgotten", () => {
    keep("currency", "CNY");
    expect(readStored("currency")).toBe("CNY");
    keep("currency", null);
    expect(localStorage.getItem("currency")).toBeNull();
    expect(readStored("currency")).toBeNull();
  });

  test.each([
    ["CNY", "CNY"],
    ["USD", "USD"],
    ["EUR", "USD"],
    [null, "USD"],
  ])("the kept currency %s begins as %s", (kept, first) => {
    keep("currency", kept);
    expect(makeStore().getState().preferences.currency).toBe(first);
    expect(CURRENCIES).toEqual(["USD", "CNY"]);
    const chosen = preferences.reducer(undefined, currencyChosen("CNY"));
    expect(chosen.currency).toBe("CNY");
  });

  test("the token of the last visit", () => {
    keep("token", "bb1_kept");
    expect(makeStore().getState().session).toEqual({ token: "bb1_kept", ended: null });
  });
});

test("languages have their own names, and say whose characters they mean", () => {
  expect(LANGUAGE_NAMES).toEqual({
    en: "English",
    ko: "한국어",
    "zh-CN": "简体中文",
    "zh-TW": "繁體中文",
  });
  expect(HTML_LANG).toEqual({ en: "en", ko: "ko", "zh-CN": "zh-Hans-CN", "zh-TW": "zh-Hant-TW" });
  expect(isLanguage("ko")).toBe(true);
  expect(isLanguage("fr")).toBe(false);
});

describe("a page that has been open for long", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const place = (pathname: string) => ({ pathname, search: "?a=1", hash: "#b" });

  async function moved(answer: () => Promise<Response>) {
    vi.stubGlobal("fetch", vi.fn(answer));
    const load = vi.fn();
    let move: (to: object | undefined) => void = () => {};
    followBuilds(
      {
        subscribe: (listener: (state: object) => void) => {
          move = (to) => listener({ navigation: { location: to }, location: place("/my") });
          return () => {};
        },
      } as never,
      load,
    );
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    move(undefined);
    move(place("/my"));
    expect(load).not.toHaveBeenCalled();
    move(place("/language"));
    return load;
  }

  test("loads the next page anew, with its query and place, once there is a newer build", async () => {
    const load = await moved(async () => new Response(JSON.stringify({ id: "newer" })));
    expect(load).toHaveBeenCalledWith("/language?a=1#b");
    expect(fetch).toHaveBeenCalledWith("/builds/latest.json", { cache: "no-store" });
  });

  test.each([
    ["the same build", async () => new Response(JSON.stringify({ id: "dev" }))],
    ["no build named", async () => new Response(JSON.stringify({ id: 7 }))],
    ["no answer", () => Promise.reject(new TypeError("offline"))],
    ["a page in place of it", async () => new Response("<html>")],
  ])("goes on with %s", async (_, answer) => {
    expect(await moved(answer)).not.toHaveBeenCalled();
  });
});
