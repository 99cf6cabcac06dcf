/** Amounts in whole micros, so that none is ever a float. */

const MICROS = 1_000_000n;
const DECIMALS = 6;

/** Decimal text, as the server sends it, in micros. */
export function micros(amount: string): bigint {
  const [whole = "0", places = ""] = amount.split(".");
  return BigInt(whole) * MICROS + BigInt(places.padEnd(DECIMALS, "0").slice(0, DECIMALS));
}

/** Micros as decimal text. */
export function amountOf(whole: bigint): string {
  return `${whole / MICROS}.${String(whole % MICROS).padStart(DECIMALS, "0")}`;
}
