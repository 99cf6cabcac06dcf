/** Days and months as they are shown. Days come from the server in the business time zone; instants are shown in the reader's own. */
import type { Language } from "@/i18n/languages";

/** yyyy-MM-dd as yyyy/MM/dd. */
export const formatDate = (day: string): string => day.replaceAll("-", "/");

/** yyyy-MM as yyyy/MM. */
export const formatMonth = (month: string): string => month.replaceAll("-", "/");

const utc = (day: string): Date => new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);

const made = new Map<string, Intl.DateTimeFormat>();

/** Each formatter is made once: on a phone that takes longer than drawing what it says. */
function words(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = made.get(key);
  if (known) return known;
  const locale = language === "en" ? "en-GB" : language;
  const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  made.set(key, format);
  return format;
}

/** A day in words where it is read in a sentence or on the pay line: `10 Nov`, `11월 10일`. */
export const formatDayShort = (day: string, language: Language): string =>
  inThreeLetters(
    words(language, { day: "numeric", month: language === "en" ? "short" : "long" }).format(
      utc(day),
    ),
  );

/** A day in full words: `10 November`, `11월 10일`. */
export const formatDayLong = (day: string, language: Language): string =>
  words(language, { day: "numeric", month: "long" }).format(utc(day));

/** A day with its weekday: `Thu 30 October`, `10월 30일 (목)`. */
export function formatWeekday(day: string, language: Language): string {
  const options = { weekday: "short", day: "numeric", month: "long" } as const;
  return words(language, options).format(utc(day)).replace(",", "");
}

/** A day's weekday alone: `Thu`, `목`. */
export const formatWeekdayName = (day: string, language: Language): string =>
  words(language, { weekday: "short" }).format(utc(day));

/** The name of a month: `September`, `9월`. */
export const formatMonthName = (month: string, language: Language): string =>
  words(language, { month: language === "en" ? "long" : "short" }).format(utc(month));

/** `Sep`, `9월`: three letters in English, where Intl has four for some. */
export const formatMonthShort = (month: string, language: Language): string =>
  inThreeLetters(words(language, { month: "short" }).format(utc(month)));

const inThreeLetters = (text: string): string => text.replace("Sept", "Sep");

/** Between two days: Intl would put figures beside days in words, and repeat the word for day. */
const BETWEEN = { ko: "~", "zh-CN": "–", "zh-TW": "–" } as const;

function cjkSpan(from: string, to: string, language: keyof typeof BETWEEN): string {
  const start = formatDayShort(from, language);
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  return sameMonth
    ? start.replace(/\d+(?=\D*$)/, (day) => `${day}${BETWEEN[language]}${Number(to.slice(8))}`)
    : `${start}${BETWEEN[language]}${formatDayShort(to, language)}`;
}

/** Two days as a span, as short as the language allows: `25–31 Oct`. */
export function formatDaySpan(from: string, to: string, language: Language): string {
  if (from === to) return formatDayShort(from, language);
  if (language !== "en") return cjkSpan(from, to, language);
  const format = words(language, { day: "numeric", month: "short" });
  return inThreeLetters(format.formatRange(utc(from), utc(to))).replace(/\s*–\s*/u, "–");
}

/** The day of an instant in the reader's own time zone, yyyy-MM-dd. */
export function localDay(instant: string | Date): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** An instant as yyyy/MM/dd HH:mm in the reader's own time zone. */
export function formatInstant(instant: string): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${formatDate(localDay(date))} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** An instant's time of day, HH:mm. */
export const formatTime = (instant: string): string => formatInstant(instant).slice(-5);

/** Whole days from one day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000);
