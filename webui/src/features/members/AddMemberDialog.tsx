import { Button, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  type Category,
  useAddMemberMutation,
  useInviteMemberMutation,
  useListChannelCategoriesQuery,
} from "@/api/generated";

import { useSignedInMe } from "@/app/hooks";
import { mayAllowManaging } from "@/app/rank";
import { useSiteSettings } from "@/app/settings";
import { useChecks, useRefusals } from "@/components/domain/account-checks";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";
import { RateField } from "./RateField";
import { FIELD_OF_CODE } from "./refusals";
import { fractionOf, typedOf } from "./shares";

/** Links as they are typed or pasted, one after another. */
const linksIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Makes an account below the reader, with its channels, all or nothing (NET-5). */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("members");
  const { t: a } = useTranslation("accounts");
  const allows = mayAllowManaging(useSignedInMe());
  const check = useChecks();
  const { data: site } = useSiteSettings();
  const { data: categories } = useListChannelCategoriesQuery();
  const [add, adding] = useAddMemberMutation();
  const [invite, inviting] = useInviteMemberMutation();
  const isLoading = adding.isLoading || inviting.isLoading;
  const refused = asApiError(adding.error ?? inviting.error);
  const server = useRefusals(refused, FIELD_OF_CODE);
  const form = useForm({
    initialValues: {
      user_id: "",
      nickname: "",
      invites: false,
      password: "",
      channels: "",
      category: null as Category | null,
      rate: site ? typedOf(site.default_fee_rate) : "",
      manages: false,
    },
    validate: {
      user_id: check.email,
      nickname: check.name,
      password: (typed, { invites }) => (invites ? null : check.password(typed)),
      category: (category, { channels }) =>
        linksIn(channels).length > 0 && !category ? t("add.categoryMissing") : null,
      rate: (typed) => (fractionOf(typed) === null ? t("rate.bad") : null),
    },
  });
  const { nickname } = form.values;
  const links = linksIn(form.values.channels);

  async function submit({ password, category, ...values }: typeof form.values) {
    adding.reset();
    inviting.reset();
    const member = {
      user_id: values.user_id.trim(),
      nickname: values.nickname.trim(),
      fee_rate: fractionOf(values.rate),
      ...(links.length > 0 && category && { channels: links, category }),
      ...(allows && { permission_flag: (values.manages ? 1 : 0) as 0 | 1 }),
    };
    const { data } = values.invites
      ? await invite({ inviteMemberBody: member })
      : await add({ addMemberBody: { ...member, password } });
    if (!data) return;
    snack.success(
      values.invites
        ? t("invite.sent", { email: data.user_id })
        : t("add.done", { name: data.name }),
    );
    onClose();
  }

  const said = (field: "user_id" | "nickname" | "password" | "channels") =>
    form.errors[field] ?? server[field];
  return (
    <Dialog opened onClose={onClose} title={t("add.open")}>
      <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label={a("email")}
          description={t("add.emailHint")}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("user_id")}
          error={said("user_id")}
        />
        <div className={classes.pair}>
          <TextInput
            label={t("nickname")}
            description={t("nicknameHint", {
              min: check.bounds.name_min,
              max: check.bounds.name_max,
            })}
            autoComplete="off"
            {...form.getInputProps("nickname")}
            error={said("nickname")}
          />
          {!form.values.invites && (
            <PasswordField
              label={t("add.password")}
              description={a("join.passwordHint", {
                min: check.bounds.password_min,
                max: check.bounds.password_max,
              })}
              autoComplete="new-password"
              {...form.getInputProps("password")}
              error={said("password")}
            />
          )}
        </div>
        <Switch
          label={t("invite.instead")}
          description={t("invite.hint")}
          {...form.getInputProps("invites", { type: "checkbox" })}
        />
        <Textarea
          label={t("add.channels")}
          description={t("add.channelsHint")}
          autosize
          minRows={1}
          maxRows={5}
          autoCapitalize="none"
          {...form.getInputProps("channels")}
          error={said("channels")}
        />
        {links.length > 0 && (
          <Select
            label={t("add.category")}
            data={(categories?.items ?? []).map(({ code, label }) => ({
              value: code,
              label,
            }))}
            searchable
            {...form.getInputProps("category")}
          />
        )}
        <RateField
          name={nickname.trim()}
          {...form.getInputProps("rate")}
          value={form.values.rate}
          error={form.errors.rate ?? server.fee_rate}
        />
        {allows && (
          <Switch
            label={t("manages")}
            description={t("managesHint")}
            {...form.getInputProps("manages", { type: "checkbox" })}
          />
        )}
        <p className={classes.note}>{t(form.values.invites ? "invite.note" : "add.note")}</p>
        <FormError error={Object.keys(server).length > 0 ? undefined : refused} />
        <Button type="submit" loading={isLoading}>
          {links.length > 0
            ? t("add.submit", { name: nickname.trim(), count: links.length })
            : t("add.alone", { name: nickname.trim() })}
        </Button>
      </form>
    </Dialog>
  );
}
