import { Button, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type MemberView, useUpdateMemberMutation } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { mayAllowManaging } from "@/app/rank";
import { useChecks, useRefusals } from "@/components/domain/account-checks";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";
import { FIELD_OF_CODE } from "./refusals";

interface Props {
  member: MemberView;
  onClose: () => void;
}

/** Nickname, an address that is not proved yet, and whether the account may have members (NET-7, NET-17). */
export function ProfileDialog({ member, onClose }: Props) {
  const { t } = useTranslation("members");
  const { t: a } = useTranslation("accounts");
  const allows = mayAllowManaging(useSignedInMe());
  const check = useChecks();
  const [update, { isLoading, error }] = useUpdateMemberMutation();
  const refused = asApiError(error);
  const server = useRefusals(refused, FIELD_OF_CODE);
  const form = useForm({
    initialValues: {
      user_id: member.user_id,
      nickname: member.name,
      manages: member.permission_flag === 1,
    },
    validate: { user_id: check.email, nickname: check.name },
  });

  async function submit(values: typeof form.values) {
    const [user_id, nickname] = [values.user_id.trim(), values.nickname.trim()];
    const change = {
      ...(user_id !== member.user_id && { user_id }),
      ...(nickname !== member.name && { nickname }),
      ...(values.manages !== (member.permission_flag === 1) && {
        permission_flag: values.manages ? 1 : 0,
      }),
    };
    if (Object.keys(change).length > 0) {
      const { data } = await update({ target: member.id, ...change });
      if (!data) return;
      snack.success(t("profile.done", { name: nickname }));
    }
    onClose();
  }

  return (
    <Dialog opened onClose={onClose} title={t("profile.title", { name: member.name })}>
      <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label={t("nickname")}
          description={t("nicknameHint", {
            min: check.bounds.name_min,
            max: check.bounds.name_max,
          })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("nickname")}
          error={form.errors.nickname ?? server.nickname}
        />
        <TextInput
          label={a("email")}
          description={t(member.verified ? "profile.proved" : "profile.unproved", {
            name: member.name,
          })}
          type="email"
          autoComplete="off"
          disabled={member.verified}
          {...form.getInputProps("user_id")}
          error={form.errors.user_id ?? server.user_id}
        />
        {allows && (
          <Switch
            label={t("manages")}
            description={t("managesHint")}
            {...form.getInputProps("manages", { type: "checkbox" })}
          />
        )}
        <FormError error={Object.keys(server).length > 0 ? undefined : refused} />
        <Button type="submit" loading={isLoading}>
          {t("profile.submit")}
        </Button>
      </form>
    </Dialog>
  );
}
