/** Decimal text, exactly: digits as a whole number and how many of them stand behind the point. No floating point here. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

type Rounding = "half-up" | "floor";

const FORM = /^([+-]?)(\d+)(?:\.(\d+))?$/;

export function decimal(text: string | number | bigint): Decimal {
  const match = FORM.exec(String(text));
  if (!match) throw new Error(`not a decimal number: ${text}`);
  const [, sign = "", whole = "0", fraction = ""] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === "-" ? -digits : digits, scale: fraction.length };
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** `numerator / denominator`, the latter positive, as a whole number. Half up goes away from zero, as in Python's decimal. */
function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (rounding === "half-up") {
    const size = (abs(numerator) * 2n + denominator) / (denominator * 2n);
    return numerator < 0n ? -size : size;
  }
  const quotient = numerator / denominator;
  return numerator % denominator !== 0n && numerator < 0n ? quotient - 1n : quotient;
}

/** The number over `by`, with exactly `places` digits behind the point. */
export function rounded(value: Decimal, places: number, rounding: Rounding, by = 1n): Decimal {
  const numerator = value.digits * 10n ** BigInt(places);
  return {
    digits: divide(numerator, 10n ** BigInt(value.scale) * by, rounding),
    scale: places,
  };
}

/** -1, 0 or 1, as the first number is less than, equal to or greater than the second. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const left = a.digits * 10n ** BigInt(b.scale);
  const right = b.digits * 10n ** BigInt(a.scale);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The exact sum, with as many digits behind the point as the finer of the two. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const as = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  return { digits: as(a) + as(b), scale };
}

/** As the wire writes it. */
export function written(value: Decimal): string {
  const digits = abs(value.digits)
    .toString()
    .padStart(value.scale + 1, "0");
  const whole = digits.slice(0, digits.length - value.scale);
  const text = value.scale > 0 ? `${whole}.${digits.slice(-value.scale)}` : whole;
  return isNegative(value) ? `-${text}` : text;
}

export const isNegative = (value: Decimal): boolean => value.digits < 0n;
export const isZero = (value: Decimal): boolean => value.digits === 0n;
export const magnitude = (value: Decimal): Decimal => ({ ...value, digits: abs(value.digits) });

const parted = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ",");

/** The number's size with its thousands parted, without a sign: `1,234.50`. */
export function grouped(value: Decimal): string {
  const digits = abs(value.digits)
    .toString()
    .padStart(value.scale + 1, "0");
  const whole = parted(digits.slice(0, digits.length - value.scale));
  return value.scale > 0 ? `${whole}.${digits.slice(-value.scale)}` : whole;
}

/** Grouped, without a fraction of zeros; a zero has no sign. */
export function trimmed(value: Decimal): string {
  const text = grouped(value);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return isNegative(value) ? `-${short}` : short;
}
