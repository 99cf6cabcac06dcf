import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useLoginMutation } from "@/api/generated-base";
import { paths, safeFrom } from "@/app/paths";
import { readStored } from "@/app/storage";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage } from "@/components/kit/forms";
import { PasswordField } from "@/components/kit/PasswordField";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { LoginCode } from "./LoginCode";
import { asksForCode, asksForMailedCode } from "./log-in-steps";
import { MailedLoginCode } from "./MailedLoginCode";

/** Id and password; where the visitor goes afterwards is the layout's matter. */
export function LoginForm() {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [params] = useSearchParams();
  const from = safeFrom(params.get("fromUrl"));
  const [id, setId] = useState("");
  const [password, setPassword] = useState("");
  const [incomplete, setIncomplete] = useState(false);
  const [login, { isLoading, error, reset }] = useLoginMutation();

  function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = id.trim();
    const lacks = trimmed === "" || password === "";
    setIncomplete(lacks);
    if (!lacks) void login({ id: trimmed, password, device: readStored("device") });
  }

  if (asksForMailedCode(asApiError(error))) {
    return <MailedLoginCode id={id.trim()} password={password} onBack={reset} />;
  }
  if (asksForCode(asApiError(error))) {
    return <LoginCode id={id.trim()} password={password} onBack={reset} />;
  }
  return (
    <AuthCard
      title={t("login.title")}
      lead={from ? t("login.leadBack") : t("login.lead")}
      after={
        <p>
          {t("login.newHere")}{" "}
          <Anchor component={Link} to={paths.join(from)}>
            {c("signUp")}
          </Anchor>
        </p>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t("id")}
          type="email"
          autoComplete="username"
          inputMode="email"
          value={id}
          onChange={({ currentTarget: { value } }) => setId(value)}
          error={incomplete && id.trim() === ""}
        />
        <PasswordField
          label={c("password")}
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
          error={incomplete && password === ""}
        />
        {incomplete ? (
          <FormMessage>{t("login.empty")}</FormMessage>
        ) : (
          <FormError error={asApiError(error)} />
        )}
        <Button type="submit" size="lg" loading={isLoading}>
          {c("logIn")}
        </Button>
        <p className={classes.between}>
          <Anchor component={Link} to={paths.findPassword(from)}>
            {t("login.forgot")}
          </Anchor>
        </p>
      </form>
    </AuthCard>
  );
}
