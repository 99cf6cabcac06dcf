import { addresses } from "@/app/paths";
import { Page } from "@/components/kit/Page";
import { CurrencyChoice } from "@/features/preferences/CurrencyChoice";
import { useTranslation } from "@/i18n/react";

export default function CurrencyRoute() {
  const { t } = useTranslation("preferences");
  return (
    <Page title={t("currency.title")} back={addresses.my} width="narrow">
      <CurrencyChoice />
    </Page>
  );
}
