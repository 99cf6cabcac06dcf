/** Why not now, what an address names, exact sums, and one key for one act. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { currencyChosen } from "@/app/preferences";
import { reasonsOf, toldOf, useReasonText } from "@/components/domain/blocked";
import { replaced } from "@/components/domain/papers";
import { useExact } from "@/features/ledger/exact";
import { entryPath, isEntryType, isMonthOrDay, isSettled } from "@/features/ledger/kinds";
import { actKey, forgetActKey } from "@/features/withdrawals/act-key";
import { METHODS, rulesOf } from "@/features/withdrawals/methods";
import { closesMethod } from "@/features/withdrawals/reasons";
import { useFormat } from "@/format";
import { loadTexts, startI18n } from "@/i18n";
import { hooked, storeOf } from "./wrapped";

beforeAll(async () => {
  await startI18n("en");
  await loadTexts("payout");
});

const quote = (...reasons: string[]) =>
  ({ blocked: reasons.map((reason) => ({ reason })) }) as never;

const EACH = [
  "payment_info",
  "window",
  "pending_withdrawal",
  "minimum",
  "bank_minimum",
  "method_minimum",
  "fee",
  "channel_not_approved",
  "consent",
  "payouts_locked",
  "country",
  "currency_method",
  "no_rate",
];

test("the credit notes of former invoices are told apart from the present one's", () => {
  const note = (id: string, corrects: string) => ({ id, corrects, date: "2025-11-07" });
  const [first, second] = [note("CN-1", "INV-1"), note("CN-2", "INV-2")];
  expect(replaced({ invoice_id: "INV-2", credit_notes: [first, second] })).toEqual([first]);
  expect(replaced({ invoice_id: "INV-3", credit_notes: [first, second] })).toEqual([first, second]);
  expect(replaced({ invoice_id: "INV-1", credit_notes: [first] })).toEqual([]);
});

describe("the reasons against a request", () => {
  test("are the server's, each once and in its order; unknown ones are others", () => {
    expect(reasonsOf(quote(...EACH))).toEqual(EACH);
    expect(reasonsOf(quote("fee", "moon", "fee", "window", "tide"))).toEqual([
      "fee",
      "other",
      "window",
    ]);
  });

  test.each(["bank_minimum", "method_minimum", "fee", "country"])("%s closes one method", (own) => {
    expect(closesMethod(quote("window", own))).toBe(own);
  });

  test("others close every method, and no quote closes none", () => {
    const others = EACH.filter(
      (each) => !["bank_minimum", "method_minimum", "fee", "country"].includes(each),
    );
    expect(closesMethod(quote(...others))).toBeUndefined();
    expect(closesMethod(undefined)).toBeUndefined();
  });

  const told = async (
    settled: object | null,
    basis = "last_settled_month",
    lock: object | null = null,
  ) => {
    const summary = {
      payout_state: { lock },
      currency: "CNY",
      last_settled: settled,
      minimum: "140.00",
      window: { from: "2025-10-25", to: "2025-10-31" },
    } as never;
    const site = {
      withdrawal: { bank_minimum: "100.00", bank_minimum_basis: basis },
    } as never;
    return hooked(() => useReasonText({ summary, site }), await storeOf()).now();
  };
  const SEPTEMBER = { month: "2025-09", revenue_usd: "90.00" };

  test("are told with their numbers", async () => {
    const say = await told(SEPTEMBER);
    expect(say("window")).toBe("You can request it on 25–31 Oct.");
    expect(say("minimum")).toBe("The balance must be above ¥140. What you have carries over.");
    expect(say("bank_minimum")).toBe(
      "For a bank transfer the last confirmed month must reach $100.00; September was $90.00.",
    );
    expect(say("other")).toBe("Withdrawals are unavailable right now.");
  });

  test("a lock is told by what locks, and as any other reason where the server says nothing of it", async () => {
    const locked = async (lock: object | null) =>
      (await told(SEPTEMBER, "last_settled_month", lock))("payouts_locked");
    const all = [
      await locked({ by: ["disowned"], totp_ends_at: null }),
      await locked({ by: ["second_factor"], totp_ends_at: "2025-10-27T09:00:00Z" }),
      await locked({ by: ["disowned", "second_factor"], totp_ends_at: "2025-10-27T09:00:00Z" }),
      await locked(null),
    ];
    expect(new Set(all).size).toBe(4);
    expect(all[1]).toContain("27");
    expect(all[3]).toBe("Withdrawals are unavailable right now.");
  });

  test("the bank's minimum is told before the first confirmed month, and by the amount", async () => {
    expect((await told(null))("bank_minimum")).toBe(
      "For a bank transfer a confirmed month must reach $100.00; there is none yet.",
    );
    expect((await told(SEPTEMBER, "requested_amount"))("bank_minimum")).toBe(
      "A bank transfer needs $100.00 or more.",
    );
  });
});

test.each([
  [[], "disowned"],
  [["second_factor"], "second_factor"],
  [["disowned"], "disowned"],
  [["disowned", "second_factor"], "both"],
])("a lock by %j tells the story of %s", (by, story) => {
  expect(toldOf({ by } as never)).toBe(story);
});

describe("an address names", () => {
  const TYPES = [
    "bonus_point",
    "cpv_bonus",
    "expire",
    "fast_withdrawal",
    "fast_withdrawal_deduction",
    "fast_withdrawal_extra",
    "fast_withdrawal_weekly",
    "music_profit",
    "music_profitable_profit",
    "policy_violation",
    "portal_profit",
    "prepaid",
    "recovery",
    "referral_2month",
    "referral_3month",
    "withdrawal",
  ];

  test("the types of the ledger and nothing else", () => {
    expect(TYPES.filter(isEntryType)).toEqual(TYPES);
    expect(["", "toString", "music"].filter(isEntryType)).toEqual([]);
  });

  test.each([
    ["2025-09", true],
    ["2025-12", true],
    ["2025-13", false],
    ["2025-00", false],
    ["2025-09-30", true],
    ["2025-09-31", false],
    ["2028-02-29", true],
    ["2025-02-29", false],
    ["2025", false],
    ["2025-9", false],
    ["2025-09-1", false],
    ["september", false],
    ["2025-09-30x", false],
  ])("%s as a month or a day: %s", (text, is) => {
    expect(isMonthOrDay(text)).toBe(is);
  });

  test("an entry by its month where a close posted it, else by its day", () => {
    const placed = { date: "2025-10-20", month: "2025-09" };
    expect(entryPath("e1", { type: "music_profit", ...placed })).toMatch(
      /music_profit\/2025-09#e1$/,
    );
    expect(entryPath("e1", { type: "music_profitable_profit", ...placed })).toMatch(/2025-09#e1$/);
    expect(entryPath("e1", { type: "prepaid", ...placed })).toMatch(/prepaid\/2025-10-20#e1$/);
    expect(entryPath("e1", { type: "music_profit", date: "2025-10-20", month: null })).toMatch(
      /music_profit\/2025-10-20#e1$/,
    );
    expect(TYPES.filter((type) => isSettled(type as never))).toEqual([
      "music_profit",
      "music_profitable_profit",
    ]);
  });
});

describe("amounts that are added up", () => {
  const written = async (currency: string, ...amounts: string[]) =>
    amounts.map(hooked(() => useExact(currency, amounts), await storeOf()).now());

  test("are all as fine as the finest of them", async () => {
    expect(await written("USD", "1.50", "20")).toEqual(["$1.50", "$20.00"]);
    expect(await written("USD", "1.50", "0.125")).toEqual(["$1.500000", "$0.125000"]);
    expect(await written("USD", "0.000001")).toEqual(["$0.000001"]);
  });

  test("are rounded as everywhere where they were converted", async () => {
    expect(await written("CNY", "1.509", "20")).toEqual(["¥1", "¥20"]);
  });
});

describe("what the reader's formatters take from the reader", () => {
  test("the currency where the answer names none, dollars where it names an unknown one", async () => {
    const store = await storeOf();
    store.dispatch(currencyChosen("CNY"));
    const format = hooked(useFormat, store).now();
    expect(format.money("1.50")).toBe("¥1");
    expect(format.money("1.50", "USD")).toBe("$1.50");
    expect(format.money("1.50", "XXX")).toBe("$1.50");
    expect(format.billed("1.509", "CNY")).toBe("¥1.50");
    expect(format.billed("1", "XXX")).toBe("$1.00");
  });

  test.each([
    [true, "1.0万"],
    [false, "1.0萬"],
  ])("with simplified units %s ten thousand are %s", async (simplified_units, text) => {
    localStorage.setItem("language", "zh-CN");
    const format = hooked(useFormat, await storeOf({ simplified_units })).now();
    expect(format.compact(10_000)).toBe(text);
  });

  test("the language of days and months", async () => {
    localStorage.setItem("language", "zh-TW");
    const format = hooked(useFormat, await storeOf()).now();
    expect(format.dayShort("2025-11-10")).toBe("11月10日");
    expect(format.dayLong("2025-11-10")).toBe("11月10日");
    expect(format.monthName("2025-09")).toBe("9月");
    expect(format.monthShort("2025-09")).toBe("9月");
    expect(format.daySpan("2025-10-25", "2025-10-31")).toBe("10月25–31日");
  });
});

describe("one key for one act", () => {
  beforeEach(() => sessionStorage.clear());
  const ask = (parts: object = {}) =>
    actKey({ method: "bank", currency: "USD", total: "100.00", ...parts } as never);

  test("is the same until it has succeeded", () => {
    const key = ask();
    expect(ask()).toBe(key);
    forgetActKey();
    expect(ask()).not.toBe(key);
  });

  test.each([{ method: "paypal" }, { currency: "CNY" }, { total: "100.01" }])(
    "is another one for another act: %o",
    (other) => {
      expect(ask(other)).not.toBe(ask());
    },
  );

  test("is a random UUID of version 4", () => {
    const fill = (value: number) =>
      vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
        (bytes as unknown as Uint8Array).fill(value);
        return bytes;
      });
    fill(0xff);
    expect(ask()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
    forgetActKey();
    fill(0x03);
    expect(ask()).toBe("03030303-0303-4303-8303-030303030303");
  });

  test("is made where nothing can be kept, and where nonsense was kept", () => {
    sessionStorage.setItem("withdrawal", "{");
    const key = ask();
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(sessionStorage.getItem("withdrawal") ?? "")).toMatchObject({ key });
    vi.stubGlobal("sessionStorage", {
      getItem: () => {
        throw new DOMException("denied");
      },
      setItem: () => {
        throw new DOMException("full");
      },
      removeItem: () => {
        throw new DOMException("denied");
      },
    });
    expect(ask()).not.toBe(ask());
    expect(forgetActKey).not.toThrow();
    vi.unstubAllGlobals();
  });
});

describe("a payout method on the screen", () => {
  const words = {
    t: (key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ""}`,
    payout: (key: string, values?: object) => `${key}${JSON.stringify(values)}`,
    format: { money: (amount: string, of: string) => `${of} ${amount}`, rate: String },
  } as never;
  const values = (number: string, again: string) =>
    ({ account_number: number, account_number_confirm: again }) as never;

  test("the bank's number is typed twice alike, however it is spaced", () => {
    const { problems } = METHODS.bank;
    expect(problems(values("DE89 3704 0044", "de8937040044"), words)).toEqual({});
    expect(problems(values("DE89", "DE88"), words)).toEqual({
      account_number_confirm: "form.mismatch",
    });
    expect(METHODS.paypal.problems(values("1", "2"), words)).toEqual({});
  });

  test("the bank's fields stand in this order, and begin with what is kept", () => {
    const info = {
      holder: "h",
      bank_name: "n",
      bank_address: "a",
      postal_code: "p",
      swift: "s",
      account_number_masked: "…9",
    } as never;
    const starts = METHODS.bank.fields.map(({ name, start }) => [name, start?.(info)]);
    expect(starts).toEqual([
      ["holder", "h"],
      ["bank_name", "n"],
      ["bank_address", "a"],
      ["postal_code", "p"],
      ["swift", "s"],
      ["account_number", undefined],
      ["account_number_confirm", undefined],
    ]);
    expect(METHODS.bank.facts(info)).toEqual([
      { name: "holder", value: "h" },
      { name: "bank_name", value: "n" },
      { name: "bank_address", value: "a" },
      { name: "swift", value: "s" },
      { name: "account_number", value: "…9" },
      { name: "postal_code", value: "p" },
    ]);
    expect(METHODS.bank.place(info)).toBe("n …9");
    expect(METHODS.bank.masked(info)).toBe("…9");
    expect(METHODS.bank.masked({ account_number_masked: null } as never)).toBe("");
  });

  test("PayPal's fields, likewise", () => {
    const info = { account_name: "Mina", account_email_masked: "m***" } as never;
    const { fields, facts, place, masked, minimum } = METHODS.paypal;
    expect(fields.map(({ name, start, email }) => [name, start?.(info), email])).toEqual([
      ["account_name", "Mina", undefined],
      ["account_email", undefined, true],
    ]);
    expect(facts(info)).toEqual([
      { name: "account_name", value: "Mina" },
      { name: "account_email", value: "m***" },
    ]);
    expect([place(info), masked(info), minimum(words, {} as never)]).toEqual([
      "m***",
      "m***",
      null,
    ]);
    const nobody = { account_email_masked: null } as never;
    expect([place(nobody), masked(nobody)]).toEqual(["", ""]);
  });

  const hint = (method: "bank" | "paypal", field: string, known: object) =>
    METHODS[method].fields.find(({ name }) => name === field)?.hint?.(words, known as never);
  const site = (accept_iban: boolean) => ({
    withdrawal: { account_min: 5, account_max: 34, accept_iban },
  });

  test("the hints below its fields", () => {
    expect(hint("bank", "holder", {})).toBe("form.nameHint");
    expect(hint("bank", "swift", {})).toBe("form.swiftHint");
    expect(hint("paypal", "account_name", {})).toBe("form.nameHint");
    const kept = { account_number_masked: "…9", account_email_masked: "m***" };
    expect(hint("bank", "account_number", { info: kept })).toBe('form.now{"value":"…9"}');
    expect(hint("paypal", "account_email", { info: kept })).toBe('form.now{"value":"m***"}');
    expect(hint("paypal", "account_email", { info: null })).toBeNull();
    expect(hint("bank", "account_number", { info: null })).toBeNull();
    expect(hint("bank", "account_number", { info: null, site: site(true) })).toBe(
      'form.numberHint{"min":5,"max":34}',
    );
    expect(hint("bank", "account_number", { info: null, site: site(false) })).toBe(
      'form.plainNumberHint{"min":5,"max":34}',
    );
  });

  test("what it costs and asks for", () => {
    const rules = { fee: "20.00", fee_rate: "0", minimum: null, minimum_basis: "requested_amount" };
    expect(METHODS.bank.minimum(words, rules as never)).toBeNull();
    expect(METHODS.bank.about(words, rules as never)).toBe(
      'form.bankFee{"fee":"USD 20.00","rule":""}',
    );
    const least = { ...rules, minimum: "100.00" } as never;
    expect(METHODS.bank.minimum(words, least)).toBe('bank.requested_amount{"bank":"USD 100.00"}');
    expect(METHODS.bank.about(words, least)).toContain("bank.requested_amount");
    expect(METHODS.paypal.about(words, { fee: "0", fee_rate: "0.047" } as never)).toBe(
      'form.paypalFee{"fee":"0.047"}',
    );
  });

  test("each code of a refusal stands under its field", () => {
    expect(METHODS.bank.fieldOfCode).toEqual({
      40014: "holder",
      40015: "account_number",
      40016: "swift",
      40017: "swift",
    });
    expect(METHODS.paypal.fieldOfCode).toEqual({ 40013: "account_name", 40015: "account_email" });
  });

  test("its rules are the server's, which knows every method of ours", () => {
    const bank = { method: "bank" };
    const known = { withdrawal: { methods: [{ method: "paypal" }, bank] } } as never;
    expect(rulesOf(known, "bank")).toBe(bank);
    expect(() => rulesOf({ withdrawal: { methods: [] } } as never, "bank")).toThrow("bank");
  });
});
