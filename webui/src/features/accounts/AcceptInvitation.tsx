import { Anchor, Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useAcceptMemberInvitationMutation } from "@/api/generated-base";
import { HOME, paths } from "@/app/paths";
import { useChecks, useRefusedFields } from "@/components/domain/account-checks";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";

/** Where somebody whom a manager invited sets the first password; it opens the first session (NET-21). */
export function AcceptInvitation() {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const check = useChecks();
  const [params] = useSearchParams();
  const value = params.get("t") ?? "";
  const [accept, { isLoading, error }] = useAcceptMemberInvitationMutation();
  const refused = asApiError(error);
  const common = useRefusedFields(refused).password;
  const form = useForm({
    initialValues: { password: "", confirm: "" },
    validate: {
      password: check.password,
      confirm: (typed, all) => check.same(typed, all.password),
    },
  });

  async function submit({ password }: typeof form.values) {
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
      {value === "" && <FormMessage>{t("accept.none")}</FormMessage>}
      {value !== "" && (
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <PasswordField
            label={t("newPassword")}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps("password")}
            error={form.errors.password ?? common}
          />
          <PasswordField
            label={t("passwordAgain")}
            autoComplete="new-password"
            {...form.getInputProps("confirm")}
          />
          <FormError error={common ? undefined : refused} />
          {refused && !common && <FormMessage>{t("accept.again")}</FormMessage>}
          <Button type="submit" size="lg" loading={isLoading}>
            {t("accept.act")}
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
