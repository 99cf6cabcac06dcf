import { Anchor, Button, Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { CODES } from "@/api/errors";
import { useJoinMutation } from "@/api/generated-base";
import { paths, safeFrom } from "@/app/paths";
import { readStored, store } from "@/app/storage";
import { useChecks, useRefusals } from "@/components/domain/account-checks";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { InvitationField } from "./InvitationField";

const FIELD_OF_CODE: Readonly<Record<number, string>> = {
  [CODES.ID_LENGTH]: "id",
  [CODES.EMAIL_INVALID]: "id",
  [CODES.EMAIL_TAKEN]: "id",
  [CODES.PASSWORD_LENGTH]: "password",
  [CODES.NAME_LENGTH]: "nickname",
  [CODES.NAME_TAKEN]: "nickname",
  [CODES.INVITATION_BAD]: "referral",
};

/** The invitation code a visitor came with: in the link, or kept from an earlier step or visit (S2.062). */
function useInvitation(): string {
  const [params] = useSearchParams();
  const code = params.get("referral");
  useEffect(() => {
    if (code) store("referral", code);
  }, [code]);
  return code ?? readStored("referral") ?? "";
}

export function JoinForm() {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [params] = useSearchParams();
  const from = safeFrom(params.get("fromUrl"));
  const invitation = useInvitation();
  const [invited, setInvited] = useState(invitation !== "");
  const [join, { isLoading, error }] = useJoinMutation();
  const refused = asApiError(error);
  const server = useRefusals(refused, FIELD_OF_CODE);
  const check = useChecks();
  const form = useForm({
    initialValues: { id: "", password: "", confirm: "", nickname: "", referral: invitation },
    validateInputOnBlur: true,
    validate: {
      id: check.email,
      password: check.password,
      confirm: (value, all) => check.same(value, all.password),
      nickname: check.name,
      referral: (value) => (invited && value.trim() === "" ? t("check.referralMissing") : null),
    },
  });

  async function submit({ id, password, nickname, referral }: typeof form.values) {
    const code = invited ? { referral: referral.trim() } : {};
    const { data } = await join({ id: id.trim(), password, nickname: nickname.trim(), ...code });
    if (data) store("referral", null);
  }

  const said = (field: keyof typeof form.values) => form.errors[field] ?? server[field];
  return (
    <AuthCard
      title={t("join.title")}
      lead={t("join.lead")}
      after={
        <p>
          {t("join.known")}{" "}
          <Anchor component={Link} to={paths.login(from)}>
            {c("logIn")}
          </Anchor>
        </p>
      }
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="email"
          {...form.getInputProps("id")}
          error={said("id")}
        />
        <PasswordField
          label={c("password")}
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
        <TextInput
          label={t("name")}
          description={t("join.nameHint", {
            min: check.bounds.name_min,
            max: check.bounds.name_max,
          })}
          autoComplete="nickname"
          {...form.getInputProps("nickname")}
          error={said("nickname")}
        />
        {/* Most people have no code, and an empty field that is shown is an error. */}
        <Checkbox
          label={t("join.invited")}
          checked={invited}
          onChange={({ currentTarget: { checked } }) => setInvited(checked)}
        />
        {invited && (
          <InvitationField field={form.getInputProps("referral")} error={said("referral")} />
        )}
        <FormError error={Object.keys(server).length > 0 ? undefined : refused} />
        <Button type="submit" size="lg" loading={isLoading}>
          {c("signUp")}
        </Button>
        <AgreedTerms />
      </form>
    </AuthCard>
  );
}

function AgreedTerms() {
  const { t } = useTranslation("accounts");
  return (
    <p className={classes.sentence}>
      <Marked
        text={t("join.terms")}
        parts={{
          terms: <Anchor component={Link} to={paths.terms()} />,
          policy: <Anchor component={Link} to={paths.terms("policy")} />,
        }}
      />
    </p>
  );
}
