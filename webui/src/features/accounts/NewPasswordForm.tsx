/** A password that somebody sets by a mailed link or code, typed twice. */
import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ApiError } from "@/api/errors";
import { useChecks, useRefusedFields } from "@/components/domain/account-checks";
import { FormError } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { useTranslation } from "@/i18n/react";

interface NewPasswordFormProps {
  act: string;
  refused?: ApiError;
  isLoading: boolean;
  onPassword: (password: string) => void;
}

export function NewPasswordForm({ act, refused, isLoading, onPassword }: NewPasswordFormProps) {
  const { t } = useTranslation("accounts");
  const check = useChecks();
  const common = useRefusedFields(refused).password;
  const form = useForm({
    initialValues: { password: "", confirm: "" },
    validate: {
      password: check.password,
      confirm: (typed, all) => check.same(typed, all.password),
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ password }) => onPassword(password))} noValidate>
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
      <Button type="submit" size="lg" loading={isLoading}>
        {act}
      </Button>
    </form>
  );
}
