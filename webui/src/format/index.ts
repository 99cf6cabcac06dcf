/** The formatters with the reader's language and currency already in them. */
import { useMemo } from "react";
import { baseApi, type SiteSettingsView } from "@/api/generated-base";
import { useAppSelector } from "@/app/hooks";
import * as dates from "./dates";
import { formatDuration } from "./durations";
import { formatMoney, isCurrency } from "./money";
import { formatCompact, formatCount, formatPercent, formatRate } from "./numbers";

const CENTS = 2;

/** Whatever else becomes known of the settings draws no figure anew. */
const ONLY_UNITS = {
  selectFromResult: ({ data }: { data?: SiteSettingsView }) => ({
    simplified: data?.simplified_units ?? false,
  }),
};

/** The reader's formatters; stable until a choice of theirs changes. */
export function useFormat() {
  const language = useAppSelector((state) => state.preferences.language);
  const chosen = useAppSelector((state) => state.preferences.currency);
  // The operator's choice of 万 for 萬 in simplified Chinese (FORMAT-4). Every page of figures asks for the
  // settings; a form or a text without figures does not need them.
  const { simplified } = baseApi.endpoints.getSiteSettings.useQueryState(undefined, ONLY_UNITS);
  return useMemo(
    () => ({
      /** An amount in the currency of its answer; the reader's own where none is given. */
      money: (amount: string | null, currency: string = chosen, decimals: number | null = null) =>
        formatMoney(amount, isCurrency(currency) ? currency : "USD", decimals),
      /** An amount that is billed or paid, to the cent in every currency: its lines add up. */
      billed: (amount: string, currency: string) =>
        formatMoney(amount, isCurrency(currency) ? currency : "USD", CENTS),
      count: formatCount,
      compact: (value: number | string) => formatCompact(value, language, simplified),
      percent: formatPercent,
      rate: formatRate,
      duration: formatDuration,
      date: dates.formatDate,
      month: dates.formatMonth,
      instant: dates.formatInstant,
      time: dates.formatTime,
      dayShort: (day: string) => dates.formatDayShort(day, language),
      dayLong: (day: string) => dates.formatDayLong(day, language),
      weekday: (day: string) => dates.formatWeekday(day, language),
      weekdayName: (day: string) => dates.formatWeekdayName(day, language),
      monthName: (month: string) => dates.formatMonthName(month, language),
      monthShort: (month: string) => dates.formatMonthShort(month, language),
      /** Several words as one reads them aloud: with "and" before the last. */
      list: (words: readonly string[]) =>
        new Intl.ListFormat(language, { type: "conjunction" }).format(words),
      daySpan: (from: string, to: string) => dates.formatDaySpan(from, to, language),
    }),
    [language, chosen, simplified],
  );
}
