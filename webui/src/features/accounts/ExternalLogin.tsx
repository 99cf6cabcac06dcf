import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import { useCreateOnetimeAuthMutation } from "@/api/generated-base";
import { paths } from "@/app/paths";
import { useCover } from "@/components/kit/cover";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";

/** Logs in by the one-time token of a link; the token serves once, so it is sent once (SESSION-11). */
export function ExternalLogin() {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [params] = useSearchParams();
  const code = params.get("t") ?? "";
  const [enter, { error, isUninitialized, isLoading }] = useCreateOnetimeAuthMutation({
    fixedCacheKey: `external:${code}`,
  });
  useCover(code !== "" && (isUninitialized || isLoading));
  useEffect(() => {
    if (code && isUninitialized) void enter({ oneTimeBody: { code } });
  }, [code, isUninitialized, enter]);

  if (code && !error) return null;
  return (
    <AuthCard title={t("external.title")} lead={t("external.lead")}>
      {code ? (
        <FormError error={asApiError(error)} />
      ) : (
        <FormMessage>{t("external.none")}</FormMessage>
      )}
      <Button component={Link} to={paths.login()} size="lg">
        {c("logIn")}
      </Button>
    </AuthCard>
  );
}
