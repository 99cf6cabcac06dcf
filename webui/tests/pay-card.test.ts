/** What the pay card says of each state: its label, its sentence, and the values of both (WITHDRAW-23). */
import { beforeAll, describe, expect, test } from "vitest";
import {
  hasQuote,
  type Payout,
  sentenceOf,
  useLabel,
  useValues,
} from "@/components/domain/pay-card";
import { loadTexts, startI18n } from "@/i18n";
import { hooked, storeOf } from "./wrapped";

beforeAll(async () => {
  await startI18n("en");
  await loadTexts("payout");
});

const TODAY = "2025-11-05";
const stop = (name: string, from: string | null, more: object = {}) => ({
  name,
  from,
  to: null,
  month: null,
  place: "ahead",
  ...more,
});
const LIVE = stop("live", "2025-10-06");

const payout = (changes: object): Payout =>
  ({
    state: "earning",
    amount: "12.00",
    currency: "USD",
    date: null,
    month: null,
    open_months: [],
    steps: [],
    withdrawal: null,
    act: null,
    held_until: null,
    arrives_on: null,
    arrives: null,
    estimated: "0.00",
    is_enough_together: false,
    minimum: "100.00",
    below: "minimum",
    blocked_by: null,
    recovered: false,
    to: "PayPal",
    ...changes,
  }) as unknown as Payout;

const months = (...names: string[]) => names.map((month) => ({ month, amount: "1.00" }));

describe("the label", () => {
  test.each([
    [{ amount: null, steps: [LIVE], date: "2025-10-08" }, "Your first figures come on"],
    [{ amount: null, steps: [LIVE] }, "Your first figures are on their way"],
    [{ steps: [LIVE] }, "Your first days"],
    [{ steps: [LIVE], open_months: months("2025-10") }, "Your first days"],
    [{ steps: [LIVE], open_months: months("2025-09", "2025-10") }, "Not confirmed yet"],
    [{ month: "2025-10" }, "October so far"],
    [{ amount: null, month: "2025-10" }, "October so far"],
    [{ state: "waiting", month: "2025-09" }, "Yours, September included"],
    [{ state: "waiting" }, "Yours"],
    [{ state: "open" }, "Ready to withdraw"],
    [{ state: "details_missing" }, "Ready to withdraw"],
    [{ state: "held" }, "Held to protect you"],
    [{ state: "on_its_way" }, "On its way"],
    [{ state: "returned", recovered: true }, "Back in your balance"],
    [{ state: "returned" }, "Back from the bank"],
    [{ state: "refused" }, "Not paid"],
    [{ state: "below_zero" }, "Balance"],
    [{ state: "blocked", blocked_by: "locked" }, "Locked to protect you"],
    [{ state: "blocked", blocked_by: "consent" }, "Yours"],
    [{ state: "below_minimum" }, "Yours"],
  ])("of %j is %s", async (changes, label) => {
    expect(hooked(() => useLabel(payout(changes)), await storeOf()).now()).toBe(label);
  });

  test("of what was paid has its day", async () => {
    const paid = payout({ state: "paid", date: "2025-11-07" });
    expect(hooked(() => useLabel(paid), await storeOf()).now()).toMatch(/^Paid on .*7/);
  });
});

const ASK_NOW = [stop("ask", "2025-10-25", { to: "2025-10-31", place: "now" })];

test.each([
  [{}, "earning"],
  [{ steps: [LIVE], amount: null }, "firstFigures"],
  [{ steps: [LIVE] }, "firstDays"],
  [{ state: "waiting" }, "waiting"],
  [{ state: "open" }, "open"],
  [{ state: "refused" }, "refused"],
  [{ state: "held", withdrawal: "w1", act: "request" }, "heldAsked"],
  [{ state: "held", act: "request" }, "heldOpen"],
  [{ state: "held" }, "heldWaiting"],
  [{ state: "on_its_way" }, "onItsWay"],
  [{ state: "on_its_way", date: "2025-11-04" }, "late"],
  [{ state: "on_its_way", date: TODAY }, "onItsWay"],
  [{ state: "paid", date: "2025-11-07", arrives_on: "2025-11-10" }, "early"],
  [{ state: "paid", date: "2025-11-10", arrives_on: "2025-11-10" }, "paid"],
  [{ state: "paid", date: "2025-11-10" }, "paid"],
  [{ state: "below_zero" }, "belowZero"],
  [{ state: "below_minimum" }, "minimum"],
  [{ state: "below_minimum", estimated: null }, "minimum"],
  [{ state: "below_minimum", estimated: "2.00" }, "minimumMore"],
  [{ state: "below_minimum", estimated: "2.00", is_enough_together: true }, "minimumSoon"],
  [{ state: "below_minimum", below: "bank" }, null],
  [{ state: "details_missing" }, "detailsWaiting"],
  [{ state: "details_missing", steps: ASK_NOW }, "detailsOpen"],
  [{ state: "returned", recovered: true }, "inBalance"],
  [{ state: "returned", recovered: true, steps: ASK_NOW }, "inBalanceOpen"],
  [{ state: "returned", act: "correct_details" }, "returned"],
  [{ state: "returned" }, "corrected"],
  [{ state: "returned", held_until: "2025-11-10" }, "correctedHeld"],
  [{ state: "blocked" }, null],
])("the sentence of %j is %s", (changes, sentence) => {
  expect(sentenceOf(payout(changes), TODAY)).toBe(sentence);
});

test.each([
  [{ act: "request", amount: null }, true],
  [{ state: "earning" }, false],
  [{ state: "open" }, false],
  [{ state: "held" }, true],
  [{ state: "details_missing" }, true],
  [{ state: "below_minimum" }, true],
  [{ state: "waiting" }, true],
  [{ state: "blocked" }, true],
  [{ state: "held", withdrawal: "w1" }, false],
  [{ state: "held", amount: null }, false],
])("whether %j has a quote: %s", (changes, has) => {
  expect(hasQuote(payout(changes))).toBe(has);
});

describe("the values", () => {
  const valuesOf = async (changes: object) =>
    hooked(() => useValues(payout(changes)), await storeOf()).now();

  test("count the days until figures come, and how early it was paid", async () => {
    const figures = stop("figures", "2025-10-08");
    expect(await valuesOf({ steps: [LIVE, figures] })).toMatchObject({ count: 2 });
    expect(await valuesOf({ steps: [LIVE] })).toMatchObject({ count: 0 });
    expect(await valuesOf({ steps: [figures] })).toMatchObject({ count: 0 });
    const paid = { state: "paid", date: "2025-11-07", arrives_on: "2025-11-10" };
    expect(await valuesOf({ ...paid, steps: [LIVE, figures] })).toMatchObject({ count: 3 });
    expect(await valuesOf({ ...paid, arrives_on: null })).toMatchObject({ count: 0 });
  });

  test("show what was asked for as its bill does", async () => {
    const yuan = { arrives: "1015.47", currency: "CNY" };
    expect((await valuesOf({ ...yuan, withdrawal: "w1" })).net).toBe("¥1,015.47");
    expect((await valuesOf({ arrives: "142.95" })).net).toBe("$142.95");
  });

  test("name the month that closes, or the one that is still open", async () => {
    const closed = stop("closed", "2025-11-20", { month: "2025-10" });
    expect(await valuesOf({ steps: [closed], month: "2025-09" })).toMatchObject({
      month: "October",
    });
    expect(await valuesOf({ month: "2025-09" })).toMatchObject({ month: "September" });
    const open = { state: "below_minimum", open_months: months("2025-08", "2025-09") };
    expect(await valuesOf({ ...open, month: "2025-07" })).toMatchObject({ month: "August" });
    expect(await valuesOf({ state: "waiting" })).toMatchObject({ month: "" });
  });

  test("have days from where they stand first, and nothing where there is none", async () => {
    const asked = await valuesOf({ state: "open", steps: ASK_NOW, date: "2025-12-01" });
    expect([asked.from, asked.until]).toEqual([
      expect.stringContaining("25"),
      expect.stringContaining("31"),
    ]);
    const held = await valuesOf({ state: "held", held_until: "2025-11-10", steps: ASK_NOW });
    expect(held.until).toContain("10");
    expect(await valuesOf({ date: "2025-11-12" })).toMatchObject({
      from: expect.stringContaining("12"),
      until: expect.stringContaining("12"),
      by: "",
      close: "",
      net: "",
      to: "PayPal",
    });
  });
});
