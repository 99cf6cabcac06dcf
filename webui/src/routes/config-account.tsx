import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Columns } from "@/components/kit/Columns";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
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
  const { data: site, isLoading } = useSiteSettings();
  return (
    <Page title={t("settings.title")} back={addresses.my}>
      {isLoading && <CardSkeleton lines={6} />}
      {/* Which cards there are is known first: nothing moves once they are there. */}
      <Columns
        hidden={isLoading}
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
