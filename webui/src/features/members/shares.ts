/** What a rate does: percentages as they are typed, and how an amount is shared downwards (SETTLE-16). */
import { decimal, plus, rounded, written } from "@/format/decimal";

const TYPED = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/;
const WHOLE = 10_000n;

/** A percentage as somebody types it, as a fraction with four decimals; null where it is none from 0 to 100. */
export function fractionOf(typed: string): string | null {
  const match = TYPED.exec(typed.trim());
  if (!match) return null;
  const [, whole = "0", part = ""] = match;
  const digits = BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  return digits > WHOLE ? null : written({ digits, scale: 4 });
}

/** A fraction as one types it: `0.0525` is `5.25`. */
export function typedOf(fraction: string): string {
  const { digits, scale } = decimal(fraction);
  const text = written(rounded({ digits: digits * 100n, scale }, 2, "half-up"));
  return text.replace(/\.?0+$/, "");
}

/**
 * What each account gets of a hundred: the first rate is kept by the uppermost, the next of what is
 * left by the one below it, and so on; the last of them has the rest. To the cent, and a hundred in all.
 */
export function sharesOf(rates: readonly string[]): string[] {
  let left = decimal("100.00");
  const kept = rates.map((rate) => {
    const { digits, scale } = decimal(rate);
    const share = rounded(
      { digits: left.digits * digits, scale: left.scale + scale },
      2,
      "half-up",
    );
    left = plus(left, { ...share, digits: -share.digits });
    return written(share);
  });
  return [...kept, written(left)];
}
