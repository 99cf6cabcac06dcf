/** What a method costs, in the reader's numbers. */
import type { MethodRules } from "@/api/generated-base";
import type { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";

type Format = Pick<ReturnType<typeof useFormat>, "money" | "rate">;

/** `4.7%`, `$20.00`, or both with a plus between them. */
export function feeText({ money, rate }: Format, { fee, fee_rate }: MethodRules): string {
  const flat = isZero(decimal(fee)) ? [] : [money(fee, "USD")];
  const part = isZero(decimal(fee_rate)) ? [] : [rate(fee_rate)];
  return [...part, ...flat].join(" + ") || money("0.00", "USD");
}

/** The part of the amount that a fee is, where it is nothing but that. */
export const feeRate = ({ fee, fee_rate }: MethodRules): string | null =>
  isZero(decimal(fee)) ? fee_rate : null;
