/** The reader's choices of language and currency, and what pages tell the frame around them. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Language } from "@/i18n/languages";
import { type DisplayCurrency, firstChoices } from "./first-choices";

export const preferences = createSlice({
  name: "preferences",
  initialState: firstChoices,
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
