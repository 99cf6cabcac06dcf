/** The words of the screens, by i18next: one file a language and feature, fetched when a page needs it. */
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { HTML_LANG, LANGUAGES, type Language } from "./languages";
import type { Namespace } from "./resources.gen";

type Texts = Record<string, unknown>;

const files = import.meta.glob<{ default: Texts }>("./locales/*/*.json");

async function fetchTexts(language: string, space: string): Promise<Texts> {
  const load = files[`./locales/${language}/${space}.json`];
  if (!load) throw new Error(`no texts ${language}/${space}`);
  return (await load()).default;
}

const lazyFiles: BackendModule = {
  type: "backend",
  callbackApi: false,
  init() {},
  read: fetchTexts,
};

export const i18n = i18next.createInstance().use(lazyFiles).use(initReactI18next);

i18n.on("languageChanged", (language) => {
  document.documentElement.lang = HTML_LANG[language as Language] ?? language;
});

const filled = new Set<string>();
const FILLED = "gapsFilled";

/** Fills the gaps of a language from English, whose file is fetched the first time a text is missing. */
function fillFromEnglish([language = "en"]: readonly string[], space: string): void {
  const name = `${language}/${space}`;
  if (language === "en" || filled.has(name) || !i18n.hasLoadedNamespace(space)) return;
  filled.add(name);
  fetchTexts("en", space).then(
    (english) => {
      i18n.addResourceBundle(language, space, english, true, false);
      i18n.emit(FILLED);
    },
    () => filled.delete(name),
  );
}

/** Starts with one language and the texts every page needs. */
export async function startI18n(language: Language): Promise<void> {
  await i18n.init({
    lng: language,
    fallbackLng: false,
    saveMissing: true,
    missingKeyHandler: fillFromEnglish,
    supportedLngs: [...LANGUAGES],
    load: "currentOnly",
    ns: ["common"],
    defaultNS: "common",
    interpolation: { escapeValue: false },
    // Texts come before what is drawn with them: those of a part that comes later draw nothing else anew.
    react: { useSuspense: false, bindI18n: `languageChanged ${FILLED}`, bindI18nStore: "" },
  });
}

/** Loads a feature's texts; a route waits for it before its page is drawn. */
export async function loadTexts(...spaces: Namespace[]): Promise<void> {
  await i18n.loadNamespaces(spaces);
}

/** Changes the language once every text that is in use has come in it. */
export async function changeLanguage(next: Language): Promise<void> {
  await i18n.changeLanguage(next);
}

export const isText = (space: Namespace, key: string): boolean => i18n.exists(key, { ns: space });
