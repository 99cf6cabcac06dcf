/** The language switch of pages outside the frame: a plain select, which phones show in their own way. */

import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { languageChosen } from "@/app/preferences";
import { IconLanguage } from "@/components/kit/icons";
import { changeLanguage } from "@/i18n";
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";
import classes from "./LanguageSelect.module.css";

/** Changes the language: the texts first, then everything that follows the choice. */
export function useLanguage(): [Language, (language: Language) => Promise<void>] {
  const dispatch = useAppDispatch();
  const language = useAppSelector((state) => state.preferences.language);
  const choose = async (next: Language) => {
    await changeLanguage(next);
    dispatch(languageChosen(next));
  };
  return [language, choose];
}

export function LanguageSelect() {
  const { t } = useTranslation();
  const [language, choose] = useLanguage();
  return (
    <label className={classes.select}>
      <IconLanguage size={20} aria-hidden="true" />
      <select
        aria-label={t("language")}
        value={language}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) void choose(value);
        }}
      >
        {LANGUAGES.map((known) => (
          <option key={known} value={known} lang={known}>
            {LANGUAGE_NAMES[known]}
          </option>
        ))}
      </select>
    </label>
  );
}
