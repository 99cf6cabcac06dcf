/** The four languages, and which one a visit starts with. */
export const LANGUAGES = ["en", "ko", "zh-CN", "zh-TW"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  ko: "한국어",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

/** The same where the portal starts in English again next time, as short as a list wants it. */
export const KOREAN_FOR_VISIT = "한국어 (이번 방문만)";

/** What the cover says while the texts themselves are being fetched: `loading` of `common.json`. */
export const LOADING: Readonly<Record<Language, string>> = {
  en: "Loading",
  ko: "불러오는 중",
  "zh-CN": "加载中",
  "zh-TW": "載入中",
};

/** What `<html lang>` says, so that Han characters take the shapes of the right country. */
export const HTML_LANG: Readonly<Record<Language, string>> = {
  en: "en",
  ko: "ko",
  "zh-CN": "zh-Hans-CN",
  "zh-TW": "zh-Hant-TW",
};

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

/** The language that an address names for this visit; null for none, and for one that there is not. */
export function askedLanguage(search: string): Language | null {
  const asked = new URLSearchParams(search).get("lang");
  return isLanguage(asked) ? asked : null;
}

/**
 * The saved language, else the browser's where it is one of the two Chinese ones, else English.
 * Whether a saved Korean stays is the operator's setting: see `settleLanguage` in `i18n/settle.ts` (LANG-2).
 */
export function firstLanguage(saved: string | null, browser: readonly string[]): Language {
  if (isLanguage(saved)) return saved;
  const [first] = browser;
  return first === "zh-TW" || first === "zh-CN" ? first : "en";
}
