import { useTranslation } from "react-i18next";
import { addresses } from "@/app/paths";
import { Page } from "@/components/kit/Page";
import { CurrencyChoice } from "@/features/preferences/CurrencyChoice";

export default function CurrencyRoute() {
  const { t } = useTranslation("preferences");
  return (
    <Page title={t("currency.title")} back={addresses.my} width="narrow">
      <CurrencyChoice />
    </Page>
  );
}
