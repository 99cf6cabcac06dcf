/** The language switch of pages outside the frame: a plain select, which phones show in their own way. */

import { addressIn, strategy } from "@/app/address-language";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { languageChosen } from "@/app/preferences";
import { useSiteSettings } from "@/app/settings";
import { IconLanguage } from "@/components/kit/icons";
import { changeLanguage } from "@/i18n";
import {
  isLanguage,
  KOREAN_FOR_VISIT,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";
import classes from "./LanguageSelect.module.css";

/** Changes the language: the texts first, then everything that follows the choice. Where addresses are in a language, the page of the other one is loaded. */
export function useLanguage(): [Language, (language: Language) => Promise<void>] {
  const dispatch = useAppDispatch();
  const language = useAppSelector((state) => state.preferences.language);
  const choose = async (next: Language) => {
    if (strategy === "no_prefix") await changeLanguage(next);
    dispatch(languageChosen(next));
    if (strategy !== "no_prefix") location.assign(addressIn(next, location));
  };
  return [language, choose];
}

/** What happens to who picks Korean where it is not kept; said before the choice (LANG-2). */
export function useKoreanNote(): string | null {
  const { t } = useTranslation();
  const { data } = useSiteSettings();
  return data?.keep_saved_korean === false ? t("koreanForVisit") : null;
}

export function LanguageSelect() {
  const { t } = useTranslation();
  const note = useKoreanNote();
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
            {known === "ko" && known !== language && note
              ? KOREAN_FOR_VISIT
              : LANGUAGE_NAMES[known]}
          </option>
        ))}
      </select>
    </label>
  );
}
