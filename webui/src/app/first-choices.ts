/** The language and the currency that a visit starts with. */
import { askedLanguage, firstLanguage, type Language } from "@/i18n/languages";
import { languageIn, strategy } from "./address-language";
import { readStored } from "./storage";

export const CURRENCIES = ["USD", "CNY"] as const;
export type DisplayCurrency = (typeof CURRENCIES)[number];

export interface Choices {
  language: Language;
  currency: DisplayCurrency;
}

function firstCurrency(): DisplayCurrency {
  const stored = readStored("currency");
  return CURRENCIES.find((currency) => currency === stored) ?? "USD";
}

export const firstChoices = (): Choices => ({
  language:
    languageIn(location.pathname, strategy) ??
    askedLanguage(location.search) ??
    firstLanguage(readStored("language"), navigator.languages),
  currency: firstCurrency(),
});
