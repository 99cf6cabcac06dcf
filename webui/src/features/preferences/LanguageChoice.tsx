import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { useLanguage } from "@/components/domain/LanguageSelect";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";
import { Choices } from "./Choices";
import classes from "./preferences.module.css";

export function LanguageChoice() {
  const { t } = useTranslation("preferences");
  const [language, choose] = useLanguage();
  const { data } = useGetSiteSettingsQuery();
  const choices = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }));
  return (
    <>
      <Choices
        name={t("language.title")}
        choices={choices}
        value={language}
        onChoose={(next) => void choose(next)}
      />
      {language === "ko" && data?.keep_saved_korean === false && (
        <p className={classes.note}>{t("language.koreanForVisit")}</p>
      )}
    </>
  );
}
