/** The words of the screens: one file a language and feature, fetched when a page needs it. */
import { HTML_LANG, type Language } from "./languages";
import type { Namespace } from "./resources.gen";

type Texts = { readonly [key: string]: string | Texts };

const files = import.meta.glob<{ default: Texts }>("./locales/*/*.json");

const loaded = new Map<string, Texts>();
const wanted = new Set<Namespace>(["common"]);
const listeners = new Set<() => void>();

let language: Language = "en";
let plurals = new Intl.PluralRules("en");
/** Counts what happened to the words, for those who draw them. */
let version = 0;

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** For a hook: tells when texts came or the language changed. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const wordsVersion = (): number => version;

const pathOf = (of: Language, space: Namespace): string => `./locales/${of}/${space}.json`;

async function fetchTexts(of: Language, spaces: Iterable<Namespace>): Promise<void> {
  const missing = [...spaces].map((space) => pathOf(of, space)).filter((path) => !loaded.has(path));
  await Promise.all(
    missing.map(async (path) => {
      const load = files[path];
      if (!load) throw new Error(`no texts ${path}`);
      loaded.set(path, (await load()).default);
    }),
  );
  if (missing.length > 0) changed();
}

/** Loads a feature's texts; a route waits for it before its page is drawn. */
export async function loadTexts(...spaces: Namespace[]): Promise<void> {
  for (const space of spaces) wanted.add(space);
  await fetchTexts(language, spaces);
}

export const hasTexts = (space: Namespace): boolean => loaded.has(pathOf(language, space));

/** Changes the language once every text that is in use has come in it. */
export async function changeLanguage(next: Language): Promise<void> {
  await fetchTexts(next, wanted);
  language = next;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = HTML_LANG[next];
  changed();
}

/** Starts with one language and the texts every page needs. */
export const startI18n = changeLanguage;

function textAt(of: Language, space: Namespace, key: string): string | undefined {
  let found: string | Texts | undefined = loaded.get(pathOf(of, space));
  for (const part of key.split(".")) {
    if (typeof found !== "object") return undefined;
    found = found[part];
  }
  return typeof found === "string" ? found : undefined;
}

/** A text, of a number in the form that the language has for it. */
function formOf(of: Language, space: Namespace, key: string, count: unknown): string | undefined {
  if (typeof count !== "number") return textAt(of, space, key);
  const form = plurals.select(count);
  return (
    textAt(of, space, `${key}_${form}`) ??
    textAt(of, space, `${key}_other`) ??
    textAt(of, space, key)
  );
}

/** English, where another language lacks a text; its file is fetched the first time that happens. */
function inEnglish(space: Namespace, key: string, count: unknown): string | undefined {
  if (language === "en" || !hasTexts(space)) return undefined;
  if (!loaded.has(pathOf("en", space))) fetchTexts("en", [space]).catch(() => undefined);
  return formOf("en", space, key, count);
}

export const isText = (space: Namespace, key: string): boolean =>
  textAt(language, space, key) !== undefined;

const BLANK = /{{(\w+)}}/g;

/** The text with its blanks filled in. */
export function say(
  space: Namespace,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): string {
  const { count } = values;
  const text = formOf(language, space, key, count) ?? inEnglish(space, key, count) ?? key;
  return text.replace(BLANK, (_, name: string) => String(values[name] ?? ""));
}
