import { useKoreanNote, useLanguage } from "@/components/domain/LanguageSelect";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";
import { Choices } from "./Choices";

export function LanguageChoice() {
  const { t } = useTranslation("preferences");
  const [language, choose] = useLanguage();
  const note = useKoreanNote();
  const choices = LANGUAGES.map((value) => ({
    value,
    label: LANGUAGE_NAMES[value],
    lang: value,
    ...(value === "ko" && note ? { note } : {}),
  }));
  return (
    <Choices
      name={t("language.title")}
      choices={choices}
      value={language}
      onChoose={(next) => void choose(next)}
    />
  );
}
