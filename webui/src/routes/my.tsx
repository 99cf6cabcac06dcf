import { useTranslation } from "react-i18next";
import { Page } from "@/components/kit/Page";
import { MyMenu } from "@/features/preferences/MyMenu";

export default function MyRoute() {
  const { t } = useTranslation();
  return (
    <Page title={t("nav.my")} width="narrow">
      <MyMenu />
    </Page>
  );
}
