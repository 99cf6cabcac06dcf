/** Counts, percentages and short forms of large numbers (FORMAT-3, FORMAT-4). */
import type { Language } from "@/i18n/languages";
import {
  compare,
  type Decimal,
  decimal,
  grouped,
  isNegative,
  magnitude,
  rounded,
  trimmed,
} from "./decimal";

/** What stands where there is no value, for example a ratio over zero views (FORMAT-7). */
export const NOTHING = "-";

type Units = readonly (readonly [size: bigint, sign: string])[];

const THOUSANDS: Units = [
  [1n, ""],
  [1_000n, "k"],
  [1_000_000n, "m"],
  [1_000_000_000n, "b"],
];
const KOREAN: Units = [
  [1n, ""],
  [1_000n, "천"],
  [10_000n, "만"],
  [100_000_000n, "억"],
];
const CHINESE: Units = [
  [1n, ""],
  [1_000n, "千"],
  [10_000n, "萬"],
  [100_000_000n, "億"],
];
const SIMPLIFIED: Units = [
  [1n, ""],
  [1_000n, "千"],
  [10_000n, "万"],
  [100_000_000n, "亿"],
];

function unitsOf(language: Language, simplified: boolean): Units {
  switch (language) {
    case "ko":
      return KOREAN;
    case "zh-CN":
      return simplified ? SIMPLIFIED : CHINESE;
    case "zh-TW":
      return CHINESE;
    default:
      return THOUSANDS;
  }
}

/** A whole number with its thousands parted: `1,234,567`. */
export function formatCount(value: number | string): string {
  return trimmed(decimal(value));
}

/** A ratio in percent, half up to at most two decimals: `12.35%`, `12.5%`, `12%`. */
export function formatPercent(value: string | null): string {
  return value === null ? NOTHING : `${trimmed(rounded(decimal(value), 2, "half-up"))}%`;
}

/** A fraction as a percentage: `0.047` is `4.7%`. */
export function formatRate(fraction: string): string {
  const { digits, scale } = decimal(fraction);
  return formatPercent(trimmed({ digits: digits * 100n, scale }).replaceAll(",", ""));
}

const tenths = (value: Decimal, size: bigint): Decimal => rounded(value, 1, "half-up", size);

const reaches = (value: Decimal, size: bigint): boolean =>
  compare(magnitude(value), { digits: size, scale: 0 }) >= 0;

/**
 * A number in few signs: plain below 1,000, else one decimal and a unit. What rounding would lift
 * to the next unit is shown in that one: 999,950 is `1.0m`.
 */
export function formatCompact(
  value: number | string,
  language: Language,
  simplifiedUnits = false,
): string {
  const units = unitsOf(language, simplifiedUnits);
  const exact = decimal(value);
  let rank = units.findLastIndex(([size], i) => i === 0 || reaches(exact, size));
  const sizeOf = (i: number): bigint => units[i]?.[0] ?? 1n;
  let shown = tenths(exact, sizeOf(rank));
  const next = units[rank + 1];
  if (next && reaches({ ...shown, digits: shown.digits * sizeOf(rank) }, next[0])) {
    rank += 1;
    shown = tenths(exact, next[0]);
  }
  const sign = units[rank]?.[1] ?? "";
  return sign ? `${isNegative(shown) ? "-" : ""}${grouped(shown)}${sign}` : trimmed(shown);
}
