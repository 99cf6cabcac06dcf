/** The language that stands in the addresses, where the operator wants one there (LANG-4). */
import { isLanguage, type Language } from "@/i18n/languages";

const STRATEGIES = ["no_prefix", "prefix_and_default", "prefix_except_default"] as const;
export type Strategy = (typeof STRATEGIES)[number];

const DEFAULT: Language = "en";

/** What the server wrote into the page: it has to be known before the first address is read. */
export function strategyOf(page: Document): Strategy {
  const said = page.querySelector<HTMLMetaElement>("meta[name=addresses]")?.content;
  return STRATEGIES.find((known) => known === said) ?? "no_prefix";
}

/** What stands before every address in a language. */
export function basename(strategy: Strategy, language: Language): string {
  const isBare = strategy === "prefix_except_default" && language === DEFAULT;
  return strategy === "no_prefix" || isBare ? "" : `/${language}`;
}

/** The language that an address is in, or null where it does not say. */
export function languageIn(pathname: string, strategy: Strategy): Language | null {
  const first = pathname.split("/")[1];
  if (isLanguage(first) && basename(strategy, first)) return first;
  return strategy === "prefix_except_default" ? DEFAULT : null;
}

/** The same address without its language: as pages know it. */
export function withoutLanguage(pathname: string, strategy: Strategy): string {
  const language = languageIn(pathname, strategy);
  const bare = language ? pathname.slice(basename(strategy, language).length) : pathname;
  return bare || "/";
}

export const strategy = strategyOf(document);

type Address = Pick<Location, "pathname" | "search" | "hash">;

/** An address in another language. */
export const addressIn = (language: Language, { pathname, search, hash }: Address): string =>
  basename(strategy, language) + withoutLanguage(pathname, strategy) + search + hash;
