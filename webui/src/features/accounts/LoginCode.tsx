/** The second step of a log-in: the app's code, or one of the recovery codes (0114). */
import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLoginMutation } from "@/api/generated-base";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { LostFactor } from "./LostFactor";

interface Props {
  id: string;
  password: string;
  /** The code that was mailed before, where one was asked for. */
  mailedCode?: string;
  onBack: () => void;
}

export function LoginCode({ id, password, mailedCode, onBack }: Props) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [lost, setLost] = useState(false);
  const [login, { isLoading, error, reset }] = useLoginMutation();

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed !== "") void login({ id, password, code: typed, mailed_code: mailedCode });
  }

  function switchTo(recovery: boolean) {
    setRecovering(recovery);
    setCode("");
    setMissing(false);
    reset();
  }

  if (lost) {
    return <LostFactor id={id} password={password} mailedCode={mailedCode} onBack={onBack} />;
  }
  const kind = recovering
    ? { label: t("totp.recoveryCode"), placeholder: "XXXXX-XXXXX", autoComplete: "off" }
    : { label: t("totp.code"), inputMode: "numeric" as const, autoComplete: "one-time-code" };
  return (
    <AuthCard
      title={t("totp.loginTitle")}
      lead={recovering ? t("totp.recoveryLead") : t("totp.loginLead")}
      after={
        <p>
          {t("totp.lost")}{" "}
          <Anchor component="button" type="button" onClick={() => setLost(true)}>
            {t("totp.lostAct")}
          </Anchor>
        </p>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          key={recovering ? "recovery" : "app"}
          {...kind}
          autoCapitalize="characters"
          autoFocus
          maxLength={recovering ? 20 : 7}
          value={code}
          onChange={({ currentTarget: { value } }) => setCode(value)}
          error={missing && t("check.totpMissing")}
        />
        <FormError error={asApiError(error)} />
        <Button type="submit" size="lg" loading={isLoading}>
          {c("logIn")}
        </Button>
        <p className={classes.between}>
          <Anchor component="button" type="button" onClick={() => switchTo(!recovering)}>
            {recovering ? t("totp.useApp") : t("totp.useRecovery")}
          </Anchor>
          <Anchor component="button" type="button" onClick={onBack}>
            {t("totp.back")}
          </Anchor>
        </p>
      </form>
    </AuthCard>
  );
}
