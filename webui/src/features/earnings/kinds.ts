/** What an address below `/withdrawal` may name: a type of the ledger, and a month or a day (D-093). */
import type { EntryType } from "@/api/generated";

const TYPES: Readonly<Record<EntryType, true>> = {
  bonus_point: true,
  cpv_bonus: true,
  expire: true,
  fast_withdrawal: true,
  fast_withdrawal_deduction: true,
  fast_withdrawal_extra: true,
  fast_withdrawal_weekly: true,
  music_profit: true,
  music_profitable_profit: true,
  policy_violation: true,
  portal_profit: true,
  prepaid: true,
  recovery: true,
  referral_2month: true,
  referral_3month: true,
  withdrawal: true,
};

export const isEntryType = (text: string): text is EntryType => Object.hasOwn(TYPES, text);

/** Whether it is a month, yyyy-MM, or a day, yyyy-MM-dd, of the calendar. */
export function isMonthOrDay(text: string): boolean {
  if (!/^\d{4}-\d{2}(-\d{2})?$/.test(text)) return false;
  const day = text.length === 7 ? `${text}-01` : text;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/** Amounts that the close of a month posted; these have report rows behind them. */
export const isSettled = (type: EntryType): boolean =>
  type === "music_profit" || type === "music_profitable_profit";
