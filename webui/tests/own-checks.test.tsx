/** What the browser says before it asks (WEB-19), and seconds that run down. */
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiError, CODES } from "@/api/errors";
import { useChecks, useRefusals } from "@/components/domain/account-checks";
import { useCurrencies } from "@/components/domain/currencies";
import { useCountdown } from "@/components/kit/countdown";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import { deviceName } from "@/features/accounts/device";
import { loadTexts, startI18n } from "@/i18n";
import { hooked, storeOf } from "./wrapped";

beforeAll(async () => {
  await startI18n("en");
  await loadTexts("accounts");
});

const BOUNDS = { password_min: 8, password_max: 10, name_min: 3, name_max: 5 };

describe("a field is checked", () => {
  const checks = async (settings?: object) => hooked(useChecks, await storeOf(settings)).now();

  test.each([
    ["", "Please enter your e-mail."],
    ["  ", "Please enter your e-mail."],
    ["abc", "This is not a valid e-mail address."],
    ["a@b", "This is not a valid e-mail address."],
    ["a b@c.de", "This is not a valid e-mail address."],
    ["mina@example.org", null],
    [" mina@example.org ", null],
  ])("the e-mail %j: %j", async (typed, said) => {
    expect((await checks()).email(typed)).toBe(said);
  });

  const LENGTH = "Use 8 to 10 characters.";
  test.each([
    ["", "Please enter the password."],
    ["1234567", LENGTH],
    ["12345678", null],
    ["1234567890", null],
    ["12345678901", LENGTH],
    // Composed, it is eight characters; with an emoji, which is one, nine.
    ["1234567e\u0301", null],
    ["1234567👍", null],
  ])("the password %j by the site's bounds: %j", async (typed, said) => {
    expect((await checks({ accounts: BOUNDS })).password(typed)).toBe(said);
  });

  const FORM = "Use 3 to 5 letters and digits, without spaces.";
  test.each([
    ["", "Please enter a name."],
    ["   ", "Please enter a name."],
    ["ab", FORM],
    ["abc", null],
    ["abcde", null],
    ["abcdef", FORM],
    [" abc ", null],
    ["a c", FORM],
    ["a-c", FORM],
    ["김민아", null],
    ["ab1", null],
  ])("the name %j by the site's bounds: %j", async (typed, said) => {
    expect((await checks({ accounts: BOUNDS })).name(typed)).toBe(said);
  });

  test("the repeated password has to be the same", async () => {
    const { same } = await checks();
    expect(same("abcd", "abcd")).toBeNull();
    expect(same("abcd", "abce")).toBe("The two passwords do not match.");
  });

  test("until the settings have come the usual bounds count", async () => {
    const { bounds, password, name } = await checks();
    expect(bounds).toEqual({ password_min: 4, password_max: 64, name_min: 2, name_max: 12 });
    expect(password("123")).toBe("Use 4 to 64 characters.");
    expect(name("a")).toBe("Use 2 to 12 letters and digits, without spaces.");
  });
});

describe("a refusal stands under its field", () => {
  const refused = (code: number, fields: Record<string, string> = {}) =>
    ({ kind: "refused", code, message: "No.", fields }) as ApiError;
  const under = async (error: ApiError | undefined) =>
    hooked(() => useRefusals(error, { 10007: "email" }), await storeOf()).now();

  test("that its code means, in the server's words", async () => {
    expect(await under(refused(10007))).toEqual({ email: "No." });
    expect(await under(refused(10008))).toEqual({});
  });

  test("that it names, where the server alone refuses a password or a name", async () => {
    const common = "This password is among the first to be guessed. Please choose another one.";
    expect(await under(refused(CODES.INVALID_ACCESS, { password: "common" }))).toMatchObject({
      password: common,
    });
    expect((await under(refused(10008, { password: "common" }))).password).not.toBe(common);
  });

  test("and nowhere while there is none, or where nobody answered", async () => {
    expect(await under(undefined)).toEqual({});
    expect(await under({ kind: "unreachable" })).toEqual({});
  });
});

describe("seconds run down", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (time: number) => act(() => vi.advanceTimersByTime(time));

  test("from where they start to nothing, by the clock", () => {
    const { result } = renderHook(() => useCountdown(2));
    expect(result.current[0]).toBe(2);
    pass(1_000);
    expect(result.current[0]).toBe(1);
    pass(500);
    expect(result.current[0]).toBe(1);
    pass(500);
    expect(result.current[0]).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a sleeping tab does not fall behind", () => {
    const { result } = renderHook(() => useCountdown(60));
    vi.setSystemTime(Date.now() + 59_000);
    pass(250);
    expect(result.current[0]).toBe(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    pass(250);
    expect(result.current[0]).toBe(0);
  });

  test("they start when they are told to, and anew", () => {
    const { result } = renderHook(() => useCountdown());
    expect(result.current[0]).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    act(() => result.current[1](3));
    expect(result.current[0]).toBe(3);
    pass(2_000);
    expect(result.current[0]).toBe(1);
    act(() => result.current[1](30));
    pass(1_000);
    expect(result.current[0]).toBe(29);
  });

  test("nothing runs on after the page is left", () => {
    const { unmount } = renderHook(() => useCountdown(5));
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("an error is told in the server's words, else in our own", async () => {
  const say = hooked(useErrorText, await storeOf()).now();
  const refused = { kind: "refused", message: "No." } as never;
  expect(say(undefined)).toBe("");
  expect(say(refused)).toBe("No.");
  expect(say({ kind: "refused", message: "" } as never)).toBe(
    "An error occurred. Please try again.",
  );
  expect(say({ kind: "unreachable" })).toBe(
    "The server cannot be reached. Please check your connection and try again.",
  );
  expect(asApiError(refused)).toBe(refused);
});

test.each([
  [undefined, ["USD", "CNY"]],
  [{ currencies: ["USD"] }, ["USD"]],
  [{ currencies: ["KRW", "CNY", "USD"] }, ["USD", "CNY"]],
])("with the settings %o amounts can be shown in %j", async (settings, shown) => {
  expect(hooked(useCurrencies, await storeOf(settings)).now()).toEqual(shown);
});

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
test.each([
  [`${CHROME} Chrome/141.0 Safari/537.36`, "Chrome · Windows"],
  [`${CHROME} Chrome/141.0 Safari/537.36 Edg/141.0`, "Edge · Windows"],
  [`${CHROME} Chrome/141.0 Safari/537.36 OPR/125.0`, "Opera · Windows"],
  ["Mozilla/5.0 (iPhone; CPU OS 18 like Mac OS X) Version/18 Safari/604.1", "Safari · iPhone"],
  ["Mozilla/5.0 (iPhone; CPU OS 18 like Mac OS X) CriOS/141 Safari/604.1", "Chrome · iPhone"],
  ["Mozilla/5.0 (iPad; CPU OS 18 like Mac OS X) FxiOS/143 Safari/604.1", "Firefox · iPad"],
  ["Mozilla/5.0 (Macintosh; Mac OS X 15) Version/18 Safari/605.1", "Safari · macOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox · Linux"],
  ["Mozilla/5.0 (X11; CrOS x86_64) Chrome/141.0 Safari/537.36", "Chrome · ChromeOS"],
  [
    "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Safari/537.36",
    "Samsung Internet · Android",
  ],
  ["Firefox/1", "Firefox"],
  ["curl/8.5.0", null],
])("a device that calls itself %s is %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
