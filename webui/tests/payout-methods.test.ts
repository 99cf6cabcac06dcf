/** Every payout method of the client is whole: fields with labels, its own words, and a place to be paid. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PaymentInfoView, PayoutMethod } from "@/api/generated";
import type { MethodRules } from "@/api/generated-base";
import {
  METHOD_NAMES,
  METHODS,
  type Methods,
  paysIn,
  refusedField,
} from "@/features/withdrawals/methods";
import { feeRate, feeText } from "@/features/withdrawals/methods/fees";
import type { MethodScreen, Words } from "@/features/withdrawals/methods/model";
import { LANGUAGES } from "@/i18n/languages";

const INFO: Readonly<Record<PayoutMethod, PaymentInfoView>> = {
  bank: {
    ...nothing("bank"),
    holder: "Hao Wang",
    bank_name: "Example Bank",
    bank_address: "1 Example Street",
    swift: "DEUTDEFF",
    postal_code: "10115",
    country: "DE",
    account_number_masked: "…3000",
  },
  paypal: {
    ...nothing("paypal"),
    account_name: "Mina Kim",
    account_email_masked: "m***@example.org",
  },
};

function nothing(method: PayoutMethod): PaymentInfoView {
  return {
    method,
    holder: null,
    bank_name: null,
    bank_address: null,
    swift: null,
    postal_code: null,
    country: null,
    account_number_masked: null,
    account_name: null,
    account_email_masked: null,
    updated_at: "2025-10-25T09:00:00Z",
  };
}

const rules = (parts: Partial<MethodRules>): MethodRules => ({
  method: "bank",
  fee: "0.00",
  fee_rate: "0",
  minimum: null,
  minimum_basis: "requested_amount",
  currencies: ["USD"],
  ...parts,
});

/** Sentences as their keys. */
const words = {
  t: (key: string) => key,
  payout: (key: string) => key,
  format: { money: (amount: string) => `$${amount}`, rate: (rate: string) => `${rate}x` },
} as unknown as Words;

describe.each(METHOD_NAMES)("%s", (name) => {
  const screen: MethodScreen = METHODS[name];
  const info = INFO[name];

  test("has labels for its fields in every language", () => {
    for (const language of LANGUAGES) {
      const texts = JSON.parse(
        readFileSync(`src/i18n/locales/${language}/withdrawals.json`, "utf8"),
      );
      expect(texts.method[name], language).toBeTruthy();
      for (const field of screen.fields) expect(texts.form[field.name], field.name).toBeTruthy();
    }
  });

  test("shows all of its payment details and none of another's", () => {
    const facts = screen.facts(info);
    expect(facts.filter(({ value }) => value === null)).toEqual([]);
    const own = new Set(screen.fields.map((field) => field.name));
    expect(facts.filter((fact) => !own.has(fact.name))).toEqual([]);
    expect(screen.place(info)).not.toContain("null");
    expect(screen.masked(info)).not.toBe("");
  });

  test("puts its refusals under fields of its own", () => {
    const own = new Set(screen.fields.map((field) => field.name));
    for (const field of Object.values(screen.fieldOfCode)) expect(own.has(field)).toBe(true);
  });

  test("says what it costs", () => {
    expect(screen.about(words, rules({ method: name, fee: "2.00" }))).toContain("form.");
  });
});

test("a refusal by code stands under the field of the chosen method", () => {
  const refusal = { kind: "refused", code: 40015, fields: {}, message: "m" } as never;
  expect(refusedField(refusal, "bank")).toEqual({ account_number: "m" });
  expect(refusedField(refusal, "paypal")).toEqual({ account_email: "m" });
});

test.each([
  [{ fee: "20.00" }, "$20.00", null],
  [{ fee_rate: "0.047" }, "0.047x", "0.047"],
  [{ fee: "1.50", fee_rate: "0.01" }, "0.01x + $1.50", null],
  [{}, "$0.00", "0"],
])("a fee is its part and its flat sum: %o", (parts, text, rate) => {
  expect(feeText(words.format, rules(parts))).toBe(text);
  expect(feeRate(rules(parts))).toBe(rate);
});

test("a method pays in what the server says", () => {
  expect(paysIn(rules({ currencies: ["USD"] }), "CNY")).toBe(false);
  expect(paysIn(rules({ currencies: ["USD", "CNY"] }), "CNY")).toBe(true);
});

test("the compiler names a method, and a part of one, that is missing", () => {
  const { fields: _fields, ...rest } = METHODS.paypal;
  // @ts-expect-error: the client lacks a method that the server has.
  const lacking: Methods = { paypal: METHODS.paypal };
  // @ts-expect-error: a method lacks its fields.
  const half: MethodScreen = rest;
  expect([lacking, half]).toHaveLength(2);
});
