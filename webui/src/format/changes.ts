/** How much a number grew, exactly; for a sentence, not for reckoning on. */
import { decimal, isNegative, isZero, rounded, trimmed } from "./decimal";

export interface Change {
  /** Signed, at most one decimal: `+18.2`, `-3`, `0`. */
  text: string;
  tone: "up" | "down" | "quiet";
}

const scaled = (text: string | number, scale: number): bigint =>
  rounded(decimal(text), scale, "half-up").digits;

function named(tenths: { digits: bigint; scale: number }): Change {
  if (isZero(tenths)) return { text: "0", tone: "quiet" };
  const negative = isNegative(tenths);
  return {
    text: `${negative ? "" : "+"}${trimmed(tenths)}`,
    tone: negative ? "down" : "up",
  };
}

const FINE = 9;

/** The change from `before` in percent; null where there was nothing to compare with. */
export function changeOf(now: string | number, before: string | number): Change | null {
  const from = scaled(before, FINE);
  if (from <= 0n) return null;
  const grown = (scaled(now, FINE) - from) * 100n;
  return named(rounded({ digits: grown, scale: 0 }, 1, "half-up", from));
}

/** The change between two ratios in percentage points; null where one is missing. */
export function pointsBetween(now: string | null, before: string | null): Change | null {
  if (now === null || before === null) return null;
  return named(
    rounded({ digits: scaled(now, FINE) - scaled(before, FINE), scale: FINE }, 1, "half-up"),
  );
}
