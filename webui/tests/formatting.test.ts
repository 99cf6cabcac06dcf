/** The browser's formatter passes the core's own cases (FORMAT-1, FORMAT-4, FORMAT-5, S9.033). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDate, formatMonth } from "@/format/dates";
import { formatDuration } from "@/format/durations";
import { type Currency, formatMoney } from "@/format/money";
import { formatCompact, formatCount, formatPercent } from "@/format/numbers";
import type { Language } from "@/i18n/languages";

interface Cases {
  money: { amount: string | null; currency: Currency; decimals: number | null; text: string }[];
  percent: { value: string | null; text: string }[];
  count: { value: number | string; text: string }[];
  compact: { value: string; language: Language; simplified_units: boolean; text: string }[];
  duration: { seconds: number; text: string }[];
  date: { date: string; text: string }[];
  month: { month: string; text: string }[];
}

const cases: Cases = JSON.parse(readFileSync("../tests/golden/formatting.json", "utf8"));

test("whole numbers and dollars are written as in American English", () => {
  const english = new Intl.NumberFormat("en-US");
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  for (const number of [0, 7, 999, 1000, 1234567, -1000]) {
    expect(formatCount(number)).toBe(english.format(number));
    expect(formatMoney(`${number}`, "USD", null)).toBe(dollars.format(number).replace("-", "−"));
  }
});

describe("the shared cases", () => {
  test.each(cases.money)("$amount $currency with $decimals decimals is $text", (c) => {
    expect(formatMoney(c.amount, c.currency, c.decimals)).toBe(c.text);
  });
  test.each(cases.percent)("$value percent is $text", (c) => {
    expect(formatPercent(c.value)).toBe(c.text);
  });
  test.each(cases.count)("the count $value is $text", (c) => {
    expect(formatCount(c.value)).toBe(c.text);
  });
  test.each(cases.compact)("$value in $language is $text", (c) => {
    expect(formatCompact(c.value, c.language, c.simplified_units)).toBe(c.text);
  });
  test.each(cases.duration)("$seconds seconds are $text", (c) => {
    expect(formatDuration(c.seconds)).toBe(c.text);
  });
  test.each(cases.date)("the day $date is $text", (c) => {
    expect(formatDate(c.date)).toBe(c.text);
  });
  test.each(cases.month)("the month $month is $text", (c) => {
    expect(formatMonth(c.month)).toBe(c.text);
  });
});
