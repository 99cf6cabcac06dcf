/** The payout methods on the screen: one module each, in the order in which they are offered. */

import type { ApiError } from "@/api/errors";
import type { PaidCurrency, PayoutMethod } from "@/api/generated";
import type { MethodRules, SiteSettingsView } from "@/api/generated-base";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { bank } from "./bank";
import type { Field, MethodScreen, Words } from "./model";
import { paypal } from "./paypal";

export type Methods = Readonly<Record<PayoutMethod, MethodScreen>>;

export const METHODS: Methods = { paypal, bank };

export const METHOD_NAMES = Object.keys(METHODS) as readonly PayoutMethod[];

/** What the first visit offers. */
export const [FIRST_METHOD = "paypal"] = METHOD_NAMES;

export function useWords(): Words {
  const { t } = useTranslation("withdrawals");
  const { t: payout } = useTranslation("payout");
  return { t, payout, format: useFormat() };
}

/** What a method costs and pays in; every method of the client is one of the server's. */
export function rulesOf(site: SiteSettingsView, method: PayoutMethod): MethodRules {
  const found = site.withdrawal.methods.find((rules) => rules.method === method);
  if (!found) throw new Error(`the server has no payout method ${method}`);
  return found;
}

export const paysIn = (rules: MethodRules, currency: PaidCurrency): boolean =>
  rules.currencies.includes(currency);

/** The refusal's words under the field they speak of. */
export function refusedField(
  error: ApiError | undefined,
  method: PayoutMethod,
): Partial<Record<Field, string>> {
  if (error?.kind !== "refused" || Object.keys(error.fields).length > 0) return {};
  const field = METHODS[method].fieldOfCode[error.code];
  return field ? { [field]: error.message } : {};
}
