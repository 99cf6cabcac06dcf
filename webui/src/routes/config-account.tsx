import { addresses } from "@/app/paths";
import { Page } from "@/components/kit/Page";
import { EmailCard } from "@/features/accounts/EmailCard";
import { LeaveCard } from "@/features/accounts/LeaveCard";
import { NameCard } from "@/features/accounts/NameCard";
import { PasswordCard } from "@/features/accounts/PasswordCard";
import { SessionsCard } from "@/features/accounts/SessionsCard";
import { TotpCard } from "@/features/accounts/TotpCard";
import { useTranslation } from "@/i18n/react";

export default function AccountRoute() {
  const { t } = useTranslation("accounts");
  return (
    <Page title={t("settings.title")} back={addresses.my} width="narrow">
      <NameCard />
      <EmailCard />
      <PasswordCard />
      <TotpCard />
      <SessionsCard />
      <LeaveCard />
    </Page>
  );
}
