import { Button } from "@mantine/core";
import { Navigate, useSearchParams } from "react-router";
import { useSetupTotpMutation } from "@/api/generated-base";
import { useAuthState } from "@/app/hooks";
import { paths, safeFrom } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { FormError } from "@/components/kit/forms";
import { late } from "@/components/kit/late";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";

const LogoutDialog = late(async () => (await import("./LogoutDialog")).LogoutDialog);
const TotpSetup = late(async () => (await import("./TotpSetup")).TotpSetup);

/** Where an installation that asks for a second factor sends who has none; the layout leads on afterwards (0114). */
export function TotpNeeded() {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const state = useAuthState();
  const [params] = useSearchParams();
  const from = safeFrom(params.get("fromUrl"));
  const [setUp, { data, error, isLoading, reset }] = useSetupTotpMutation();
  const { open: askLogout, opened: leaving } = useFlag("logout");
  if (state === "out") return <Navigate to={paths.login(from)} replace />;
  if (state === "checking") return null;
  return (
    <AuthCard
      title={t("totp.neededTitle")}
      lead={t("totp.neededLead")}
      after={
        <Button variant="subtle" onClick={() => askLogout()}>
          {c("logOut")}
        </Button>
      }
    >
      {data ? (
        <TotpSetup enrolment={data} onDone={reset} />
      ) : (
        <>
          <p>{t("totp.why")}</p>
          <FormError error={asApiError(error)} />
          <Button size="lg" loading={isLoading} onClick={() => void setUp({})}>
            {t("totp.start")}
          </Button>
        </>
      )}
      {leaving && <LogoutDialog />}
    </AuthCard>
  );
}
