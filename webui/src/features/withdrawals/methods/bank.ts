import { feeText } from "./fees";
import type { Known, MethodScreen, Words } from "./model";

const compact = (number: string): string => number.replace(/\s/g, "").toUpperCase();

/** However the two are spaced. */
const sameNumber = (one: string, other: string): boolean => compact(one) === compact(other);

function numberHint({ t }: Words, { info, site }: Known): string | null {
  if (info?.account_number_masked) return t("form.now", { value: info.account_number_masked });
  if (!site) return null;
  const { account_min: min, account_max: max, accept_iban } = site.withdrawal;
  return t(accept_iban ? "form.numberHint" : "form.plainNumberHint", { min, max });
}

export const bank: MethodScreen = {
  fields: [
    { name: "holder", start: (info) => info.holder, hint: ({ t }) => t("form.nameHint") },
    { name: "bank_name", start: (info) => info.bank_name },
    { name: "bank_address", start: (info) => info.bank_address },
    { name: "postal_code", start: (info) => info.postal_code },
    { name: "swift", start: (info) => info.swift, hint: ({ t }) => t("form.swiftHint") },
    { name: "account_number", hint: numberHint },
    { name: "account_number_confirm" },
  ],
  problems: (values, { t }) =>
    sameNumber(values.account_number, values.account_number_confirm)
      ? {}
      : { account_number_confirm: t("form.mismatch") },
  fieldOfCode: { 40014: "holder", 40015: "account_number", 40016: "swift", 40017: "swift" },
  facts: (info) => [
    { name: "holder", value: info.holder },
    { name: "bank_name", value: info.bank_name },
    { name: "bank_address", value: info.bank_address },
    { name: "swift", value: info.swift },
    { name: "account_number", value: info.account_number_masked },
    { name: "postal_code", value: info.postal_code },
  ],
  place: (info) => `${info.bank_name} ${info.account_number_masked}`,
  masked: (info) => info.account_number_masked ?? "",
  about: (words, rules) =>
    words.t("form.bankFee", {
      fee: feeText(words.format, rules),
      rule: bank.minimum(words, rules) ?? "",
    }),
  minimum: ({ payout, format }, { minimum, minimum_basis }) =>
    minimum && payout(`bank.${minimum_basis}`, { bank: format.money(minimum, "USD") }),
};
