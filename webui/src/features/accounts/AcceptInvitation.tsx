import { Anchor } from "@mantine/core";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useAcceptMemberInvitationMutation } from "@/api/generated-base";
import { HOME, paths } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { FormMessage } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import { NewPasswordForm } from "./NewPasswordForm";

/** Where somebody whom a manager invited sets the first password; it opens the first session (NET-21). */
export function AcceptInvitation() {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const value = params.get("t") ?? "";
  const [accept, { isLoading, error }] = useAcceptMemberInvitationMutation();

  async function submit(password: string) {
    const { data } = await accept({ t: value, password });
    if (data) void navigate(HOME, { replace: true });
  }

  return (
    <AuthCard
      title={t("accept.title")}
      lead={t("accept.lead")}
      after={
        <Anchor component={Link} to={paths.login()}>
          {t("recovery.backToLogin")}
        </Anchor>
      }
    >
      {value === "" ? (
        <FormMessage>{t("accept.none")}</FormMessage>
      ) : (
        <NewPasswordForm
          act={t("accept.act")}
          refused={asApiError(error)}
          hint={<FormMessage>{t("accept.again")}</FormMessage>}
          isLoading={isLoading}
          onPassword={submit}
        />
      )}
    </AuthCard>
  );
}
