/** Months as yyyy-MM, counted backwards. */

/** The month so many before. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, of = 1] = month.split("-").map(Number);
  const index = year * 12 + of - 1 - count;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** That many months up to one, the newest first. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) => monthsBefore(month, back));

/** Whether it names a month. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
