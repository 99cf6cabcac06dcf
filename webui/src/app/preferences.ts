/** The reader's choices of language and currency, and what pages tell the frame around them. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { askedLanguage, firstLanguage, type Language } from "@/i18n/languages";
import { languageIn, strategy } from "./address-language";
import { readStored } from "./storage";

export const CURRENCIES = ["USD", "CNY"] as const;
export type DisplayCurrency = (typeof CURRENCIES)[number];

interface PreferencesState {
  language: Language;
  currency: DisplayCurrency;
}

function firstCurrency(): DisplayCurrency {
  const stored = readStored("currency");
  return CURRENCIES.find((currency) => currency === stored) ?? "USD";
}

export const preferences = createSlice({
  name: "preferences",
  initialState: (): PreferencesState => ({
    language:
      languageIn(location.pathname, strategy) ??
      askedLanguage(location.search) ??
      firstLanguage(readStored("language"), navigator.languages),
    currency: firstCurrency(),
  }),
  reducers: {
    languageChosen: (state, { payload }: PayloadAction<Language>) => {
      state.language = payload;
    },
    currencyChosen: (state, { payload }: PayloadAction<DisplayCurrency>) => {
      state.currency = payload;
    },
  },
});

export const { languageChosen, currencyChosen } = preferences.actions;
