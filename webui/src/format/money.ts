/** Money as people read it (FORMAT-1); the core's formatter passes the same cases. */
import { compare, decimal, grouped, isNegative, isZero, magnitude, rounded } from "./decimal";
import { NOTHING } from "./numbers";

export type Currency = "USD" | "CNY" | "KRW" | "JPY";

const SYMBOLS: Readonly<Record<Currency, string>> = { USD: "$", CNY: "¥", KRW: "₩", JPY: "¥" };
/** U+2212, as wide as a plus. */
const MINUS = "−";
const CENT = decimal("0.01");

export const isCurrency = (value: string): value is Currency => value in SYMBOLS;

function toDollars(amount: string, decimals: number | null) {
  const exact = decimal(amount);
  if (decimals !== null) return rounded(exact, decimals, "half-up");
  if (compare(magnitude(exact), CENT) < 0) {
    const fine = rounded(exact, 4, "half-up");
    if (!isZero(fine)) return fine;
  }
  return rounded(exact, 2, "half-up");
}

/**
 * An amount with its symbol, the sign before it: `$1,234.50`, `−$0.0050`, `¥2,350`.
 * Amounts are decimal text. Other currencies than the dollar are rounded down, so that a balance
 * is never overstated.
 */
export function formatMoney(
  amount: string | null,
  currency: Currency,
  decimals: number | null = null,
): string {
  if (amount === null) return NOTHING;
  const value =
    currency === "USD"
      ? toDollars(amount, decimals)
      : rounded(decimal(amount), decimals ?? 0, "floor");
  return `${isNegative(value) ? MINUS : ""}${SYMBOLS[currency]}${grouped(value)}`;
}
