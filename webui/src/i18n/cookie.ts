/** The locale cookie: 365 days, whole site (LANG-5). */
import type { Language } from "./languages";

const YEAR_SECONDS = 31_536_000;

export function keepLanguageCookie(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `backbeat_locale=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
}
