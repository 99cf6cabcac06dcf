/** Amounts that are added up under each other, so exact that the sum is seen to be right. */
import { useFormat } from "@/format";

const MICROS = 6;
const CENTS = 2;

/**
 * Writes the amounts of a list and their sum: in cents, or all of them finer where one of them is.
 * Only dollars are kept so finely; what is converted for the screen is rounded as everywhere.
 */
export function useExact(currency: string, amounts: readonly string[]) {
  const { money } = useFormat();
  const isFine = amounts.some((amount) => /\.\d{3,}/.test(amount));
  const decimals = isFine ? MICROS : CENTS;
  return (amount: string) => money(amount, currency, currency === "USD" ? decimals : null);
}
