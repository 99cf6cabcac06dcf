import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { CODES } from "@/api/errors";
import { type MemberView, useUpdateMemberMutation } from "@/api/generated";
import { useChecks, useRefusals } from "@/components/domain/account-checks";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";

const FIELD_OF_CODE = { [CODES.PASSWORD_LENGTH]: "password" };

interface Props {
  member: MemberView;
  onClose: () => void;
}

/** Gives a member another password; its sessions end, and it is told (NET-7, NET-11). */
export function PasswordDialog({ member, onClose }: Props) {
  const { t } = useTranslation("members");
  const { t: a } = useTranslation("accounts");
  const check = useChecks();
  const [update, { isLoading, error }] = useUpdateMemberMutation();
  const refused = asApiError(error);
  const server = useRefusals(refused, FIELD_OF_CODE);
  const form = useForm({
    initialValues: { password: "", confirm: "" },
    validate: {
      password: check.password,
      confirm: (value, all) => check.same(value, all.password),
    },
  });

  async function submit({ password }: typeof form.values) {
    const { data } = await update({ target: member.id, password });
    if (!data) return;
    snack.success(t("password.done", { name: member.name }));
    onClose();
  }

  return (
    <Dialog opened onClose={onClose} title={t("password.title", { name: member.name })}>
      <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
        <input type="hidden" autoComplete="username" value={member.user_id} readOnly />
        <PasswordField
          label={a("newPassword")}
          description={a("join.passwordHint", {
            min: check.bounds.password_min,
            max: check.bounds.password_max,
          })}
          autoComplete="new-password"
          data-autofocus
          {...form.getInputProps("password")}
          error={form.errors.password ?? server.password}
        />
        <PasswordField
          label={a("passwordAgain")}
          autoComplete="new-password"
          {...form.getInputProps("confirm")}
        />
        <p className={classes.note}>{t("password.note", { name: member.name })}</p>
        <FormError error={server.password ? undefined : refused} />
        <Button type="submit" loading={isLoading}>
          {t("acts.password")}
        </Button>
      </form>
    </Dialog>
  );
}
