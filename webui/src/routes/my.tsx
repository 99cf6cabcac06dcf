import { Page } from "@/components/kit/Page";
import { MyMenu } from "@/features/preferences/MyMenu";
import { useTranslation } from "@/i18n/react";

export default function MyRoute() {
  const { t } = useTranslation();
  return (
    <Page title={t("nav.my")} width="narrow">
      <MyMenu />
    </Page>
  );
}
