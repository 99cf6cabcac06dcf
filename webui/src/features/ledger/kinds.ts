/** What an address below `/withdrawal` may name: a type of the ledger, and a month or a day (WEB-4). */
import type { EntryType } from "@/api/generated";
import { paths } from "@/app/paths";

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

export const isEntryType = (text: string): text is EntryType =>
  (TYPES as Readonly<Record<string, unknown>>)[text] === true;

/** Whether it is a month, yyyy-MM, or a day, yyyy-MM-dd, of the calendar. */
export function isMonthOrDay(text: string): boolean {
  if (!/^\d{4}-\d{2}(-\d{2})?$/.test(text)) return false;
  const day = text.length === 7 ? `${text}-01` : text;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

interface Placed {
  type: EntryType;
  date: string;
  month?: string | null;
}

/** Where an entry is seen with its trail: what the close posted by its month, with its videos; anything else by its day. */
export const entryPath = (entry: string, { type, month, date }: Placed): string =>
  paths.earningDetail(type, isSettled(type) && month ? month : date, entry);

/** Amounts that the close of a month posted; these have report rows behind them. */
export const isSettled = (type: EntryType): boolean =>
  type === "music_profit" || type === "music_profitable_profit";
