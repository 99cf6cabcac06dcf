import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CODES } from "@/api/errors";
import { useUpdateAccountMutation } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { useChecks, useRefusedFields } from "@/components/domain/account-checks";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

const FIELD_OF_CODE: Readonly<Record<number, "current" | "password">> = {
  [CODES.PASSWORD_WRONG]: "current",
  [CODES.PASSWORD_LENGTH]: "password",
  [CODES.PASSWORD_SAME]: "password",
};

/** Changes the password; every other session ends with it. */
export function PasswordCard() {
  const { t } = useTranslation("accounts");
  const me = useSignedInMe();
  const check = useChecks();
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const refused = asApiError(error);
  const form = useForm({
    initialValues: { current: "", password: "", confirm: "" },
    validate: {
      current: (value) => (value === "" ? t("check.passwordMissing") : null),
      password: check.password,
      confirm: (value, all) => check.same(value, all.password),
    },
  });

  async function submit({ current, password }: typeof form.values) {
    const { error: failed } = await update({ password: current, new_password: password });
    if (failed) return;
    form.reset();
    snack.success(t("settings.passwordChanged"));
  }

  const common = useRefusedFields(refused).new_password;
  const refusedField = refused?.kind === "refused" ? FIELD_OF_CODE[refused.code] : undefined;
  const said = (field: "current" | "password") =>
    form.errors[field] ??
    (field === "password" ? common : undefined) ??
    (refusedField === field && refused?.kind === "refused" ? refused.message : undefined);
  return (
    <Card title={t("settings.password")}>
      <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
        <input type="hidden" autoComplete="username" value={me.info.user_id} readOnly />
        <PasswordField
          label={t("settings.currentPassword")}
          autoComplete="current-password"
          {...form.getInputProps("current")}
          error={said("current")}
        />
        <PasswordField
          label={t("newPassword")}
          description={t("join.passwordHint", {
            min: check.bounds.password_min,
            max: check.bounds.password_max,
          })}
          autoComplete="new-password"
          {...form.getInputProps("password")}
          error={said("password")}
        />
        <PasswordField
          label={t("passwordAgain")}
          autoComplete="new-password"
          {...form.getInputProps("confirm")}
        />
        <FormError error={refusedField || common ? undefined : refused} />
        <p className={classes.note}>{t("settings.passwordNote")}</p>
        <Button type="submit" variant="default" loading={isLoading} className={classes.act}>
          {t("settings.changePassword")}
        </Button>
      </form>
    </Card>
  );
}
