/** After many wrong passwords for an id, a browser that never logged in has to type a mailed code. */
import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLoginMutation } from "@/api/generated-base";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { LoginCode } from "./LoginCode";
import { asksForCode } from "./log-in-steps";

interface Props {
  id: string;
  password: string;
  onBack: () => void;
}

export function MailedLoginCode({ id, password, onBack }: Props) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [login, { isLoading, error }] = useLoginMutation();
  const typed = code.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(typed === "");
    if (typed !== "") void login({ id, password, mailed_code: typed });
  }

  if (asksForCode(asApiError(error))) {
    return <LoginCode id={id} password={password} mailedCode={typed} onBack={onBack} />;
  }
  return (
    <AuthCard
      title={t("mailedLogin.title")}
      lead={t("mailedLogin.lead", { email: id })}
      after={<p>{t("mailedLogin.why")}</p>}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={6}
          value={code}
          onChange={({ currentTarget: { value } }) => setCode(value)}
          error={missing && t("check.codeMissing")}
        />
        <FormError error={asApiError(error)} />
        <Button type="submit" size="lg" loading={isLoading}>
          {c("logIn")}
        </Button>
        <p className={classes.between}>
          <Anchor component="button" type="button" onClick={onBack}>
            {t("totp.back")}
          </Anchor>
        </p>
      </form>
    </AuthCard>
  );
}
