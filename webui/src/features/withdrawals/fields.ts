/** The fields of payment details, and under which of them a refusal belongs. */

import type { ApiError } from "@/api/errors";
import type { PaymentInfoBody, PayoutMethod } from "@/api/generated";

export type Field = Exclude<keyof PaymentInfoBody, "method" | "password">;
export type Values = Record<Field, string>;

export const FIELDS: Readonly<Record<PayoutMethod, readonly Field[]>> = {
  bank: [
    "holder",
    "bank_name",
    "bank_address",
    "postal_code",
    "swift",
    "account_number",
    "account_number_confirm",
  ],
  paypal: ["account_name", "account_email"],
};

/** Codes that speak of one field, where the answer does not name it itself. */
const FIELD_OF_CODE: Readonly<Record<number, (method: PayoutMethod) => Field>> = {
  40013: () => "account_name",
  40014: () => "holder",
  40015: (method) => (method === "paypal" ? "account_email" : "account_number"),
  40016: () => "swift",
  40017: () => "swift",
};

/** The refusal's words under the field they speak of. */
export function refusedField(
  error: ApiError | undefined,
  method: PayoutMethod,
): Partial<Record<Field, string>> {
  if (error?.kind !== "refused" || Object.keys(error.fields).length > 0) return {};
  const field = FIELD_OF_CODE[error.code]?.(method);
  return field ? { [field]: error.message } : {};
}

const compact = (number: string): string => number.replace(/\s/g, "").toUpperCase();

/** However the two are spaced (D-089). */
export const sameNumber = (one: string, other: string): boolean => compact(one) === compact(other);
