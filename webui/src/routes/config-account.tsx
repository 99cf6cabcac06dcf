import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { addresses } from "@/app/paths";
import { Columns } from "@/components/kit/Columns";
import { Page } from "@/components/kit/Page";
import { EmailCard } from "@/features/accounts/EmailCard";
import { LeaveCard } from "@/features/accounts/LeaveCard";
import { NameCard } from "@/features/accounts/NameCard";
import { PasswordCard } from "@/features/accounts/PasswordCard";
import { PhoneCard } from "@/features/accounts/PhoneCard";
import { SessionsCard } from "@/features/accounts/SessionsCard";
import { TotpCard } from "@/features/accounts/TotpCard";
import { useTranslation } from "@/i18n/react";

export default function AccountRoute() {
  const { t } = useTranslation("accounts");
  const { data: site } = useGetSiteSettingsQuery();
  return (
    <Page title={t("settings.title")} back={addresses.my}>
      <Columns
        first={
          <>
            <NameCard />
            <EmailCard />
            {site?.features.phone && <PhoneCard />}
            <PasswordCard />
          </>
        }
        second={
          <>
            <TotpCard />
            <SessionsCard />
            <LeaveCard />
          </>
        }
      />
    </Page>
  );
}
