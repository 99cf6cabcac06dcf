import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useUpdateAccountMutation } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { useChecks, useRefusedFields } from "@/components/domain/account-checks";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

/** What this account is called. */
export function NameCard() {
  const { t } = useTranslation("accounts");
  const me = useSignedInMe();
  const check = useChecks();
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const form = useForm({
    initialValues: { nickname: me.info.name },
    validate: { nickname: check.name },
  });

  async function submit({ nickname }: typeof form.values) {
    const { error: failed } = await update({ nickname: nickname.trim() });
    if (!failed) snack.success(t("settings.nameChanged"));
  }

  const refused = asApiError(error);
  const mixed = useRefusedFields(refused).nickname;
  const unchanged = form.values.nickname.trim() === me.info.name;
  return (
    <Card title={t("settings.profile")}>
      <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label={t("name")}
          description={t("join.nameHint", {
            min: check.bounds.name_min,
            max: check.bounds.name_max,
          })}
          autoComplete="nickname"
          {...form.getInputProps("nickname")}
          error={form.errors.nickname ?? mixed}
        />
        <FormError error={mixed ? undefined : refused} />
        <Button
          type="submit"
          variant="default"
          loading={isLoading}
          disabled={unchanged}
          className={classes.act}
        >
          {t("settings.changeName")}
        </Button>
      </form>
    </Card>
  );
}
