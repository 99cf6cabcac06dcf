import { useTranslation } from "react-i18next";
import { useSignedInMe } from "@/app/hooks";
import { Page } from "@/components/Page";
import { PayoutDates } from "@/features/dashboard/PayoutDates";

export default function DashboardRoute() {
  const { t } = useTranslation("dashboard");
  const { info } = useSignedInMe();
  return (
    <Page title={t("hello", { name: info.name })}>
      <PayoutDates />
    </Page>
  );
}
