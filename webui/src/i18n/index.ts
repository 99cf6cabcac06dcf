/** i18next with lazily loaded texts: one file a language and feature. */
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { HTML_LANG, LANGUAGES, type Language } from "./languages";
import type { Namespace } from "./resources.gen";

const files = import.meta.glob<{ default: Record<string, unknown> }>("./locales/*/*.json");

const lazyFiles: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = files[`./locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`no texts ${language}/${namespace}`), null);
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

export const i18n = i18next.createInstance().use(lazyFiles).use(initReactI18next);

function sayLanguage(language: string): void {
  document.documentElement.lang = HTML_LANG[language as Language] ?? language;
}

/** Starts with one language and the texts every page needs. */
export async function startI18n(language: Language): Promise<void> {
  i18n.on("languageChanged", sayLanguage);
  await i18n.init({
    lng: language,
    fallbackLng: "en",
    supportedLngs: [...LANGUAGES],
    load: "currentOnly",
    ns: ["common"],
    defaultNS: "common",
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** Loads a feature's texts; a route waits for it before its page is drawn. */
export const loadTexts = (...namespaces: Namespace[]): Promise<void> =>
  i18n.loadNamespaces(namespaces);
