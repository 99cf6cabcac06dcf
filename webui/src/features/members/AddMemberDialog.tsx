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

/** What is typed of a new member, its checks and refusals, and how it is made or invited. */
function useNewMember(onMade: () => void) {
  const { t } = useTranslation("members");
  const allows = mayAllowManaging(useSignedInMe());
  const check = useChecks();
  const { data: site } = useSiteSettings();
  const [add, adding] = useAddMemberMutation();
  const [invite, inviting] = useInviteMemberMutation();
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
    onMade();
  }

  return {
    form,
    links,
    allows,
    bounds: check.bounds,
    submit: form.onSubmit(submit),
    isLoading: adding.isLoading || inviting.isLoading,
    said: (field: "user_id" | "nickname" | "password" | "channels" | "rate") =>
      form.errors[field] ?? server[field === "rate" ? "fee_rate" : field],
    /** What no field says. */
    refused: Object.keys(server).length > 0 ? undefined : refused,
  };
}

type NewMember = ReturnType<typeof useNewMember>;

/** Makes an account below the reader, with its channels, all or nothing (NET-5). */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("members");
  const { t: a } = useTranslation("accounts");
  const member = useNewMember(onClose);
  const { form, links, bounds, said } = member;
  const name = form.values.nickname.trim();
  return (
    <Dialog opened onClose={onClose} title={t("add.open")}>
      <form className={classes.form} onSubmit={member.submit} noValidate>
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
              min: bounds.name_min,
              max: bounds.name_max,
            })}
            autoComplete="off"
            {...form.getInputProps("nickname")}
            error={said("nickname")}
          />
          {!form.values.invites && (
            <PasswordField
              label={t("add.password")}
              description={a("join.passwordHint", {
                min: bounds.password_min,
                max: bounds.password_max,
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
        <ChannelFields member={member} />
        <RateField
          name={name}
          {...form.getInputProps("rate")}
          value={form.values.rate}
          error={said("rate")}
        />
        {member.allows && (
          <Switch
            label={t("manages")}
            description={t("managesHint")}
            {...form.getInputProps("manages", { type: "checkbox" })}
          />
        )}
        <p className={classes.note}>{t(form.values.invites ? "invite.note" : "add.note")}</p>
        <FormError error={member.refused} />
        <Button type="submit" loading={member.isLoading}>
          {links.length > 0
            ? t("add.submit", { name, count: links.length })
            : t("add.alone", { name })}
        </Button>
      </form>
    </Dialog>
  );
}

/** The channels that it begins with, and their one category. */
function ChannelFields({ member: { form, links, said } }: { member: NewMember }) {
  const { t } = useTranslation("members");
  const { data: categories } = useListChannelCategoriesQuery();
  return (
    <>
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
    </>
  );
}
