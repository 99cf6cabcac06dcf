import { addresses } from "@/app/paths";
import { Page } from "@/components/kit/Page";
import { LanguageChoice } from "@/features/preferences/LanguageChoice";
import { useTranslation } from "@/i18n/react";

export default function LanguageRoute() {
  const { t } = useTranslation("preferences");
  return (
    <Page title={t("language.title")} back={addresses.my} width="narrow">
      <LanguageChoice />
    </Page>
  );
}
