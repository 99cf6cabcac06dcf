/** A new password by mail: address, code, password, done. Each step needs what the one before gave. */
import { Anchor, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import {
  useFindPasswordMutation,
  useUpdateFoundPasswordMutation,
  useVerifyFindPasswordMutation,
} from "@/api/generated-base";
import { paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { useChecks } from "@/components/domain/account-checks";
import { useCountdown } from "@/components/kit/countdown";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage } from "@/components/kit/forms";
import { IconCircleCheck } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { NewPasswordForm } from "./NewPasswordForm";

const FindId = late(async () => (await import("./FindId")).FindId);

type Step =
  | { at: "email" }
  | { at: "id" }
  | { at: "code"; email: string; expiresIn: number; resendIn: number }
  | { at: "password"; token: string }
  | { at: "done" };

export function Recovery() {
  const [step, setStep] = useState<Step>({ at: "email" });
  switch (step.at) {
    case "email":
      return (
        <AskEmail
          onSent={(sent) => setStep({ at: "code", ...sent })}
          onId={() => setStep({ at: "id" })}
        />
      );
    case "id":
      return <FindId onEnd={() => setStep({ at: "email" })} />;
    case "code":
      return <AskCode {...step} onToken={(token) => setStep({ at: "password", token })} />;
    case "password":
      return (
        <AskPassword
          token={step.token}
          onDone={() => setStep({ at: "done" })}
          onAgain={() => setStep({ at: "email" })}
        />
      );
    case "done":
      return <Done />;
  }
}

function useStepLabel(number: number): string {
  const { t } = useTranslation("accounts");
  return t("recovery.step", { number, of: 3 });
}

function ToLogin() {
  const { t } = useTranslation("accounts");
  return (
    <p>
      <Anchor component={Link} to={paths.login()}>
        {t("recovery.backToLogin")}
      </Anchor>
    </p>
  );
}

interface SentCode {
  email: string;
  expiresIn: number;
  resendIn: number;
}

interface EmailProps {
  onSent: (sent: SentCode) => void;
  onId: () => void;
}

function AskEmail({ onSent, onId }: EmailProps) {
  const { t } = useTranslation("accounts");
  const { data: site } = useSiteSettings();
  const check = useChecks();
  const [find, { isLoading, error }] = useFindPasswordMutation();
  const form = useForm({ initialValues: { email: "" }, validate: { email: check.email } });

  async function submit({ email }: typeof form.values) {
    const { data } = await find({ email: email.trim() });
    if (data) onSent({ email: email.trim(), expiresIn: data.expires_in, resendIn: data.resend_in });
  }

  return (
    <AuthCard
      title={t("recovery.title")}
      step={useStepLabel(1)}
      lead={t("recovery.lead")}
      after={
        <>
          {site?.features.phone && (
            <p>
              <Anchor component="button" type="button" onClick={onId}>
                {t("findId.open")}
              </Anchor>
            </p>
          )}
          <ToLogin />
        </>
      }
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="email"
          autoFocus
          {...form.getInputProps("email")}
        />
        <FormError error={asApiError(error)} />
        <Button type="submit" size="lg" loading={isLoading}>
          {t("recovery.send")}
        </Button>
      </form>
    </AuthCard>
  );
}

function AskCode({
  email,
  expiresIn,
  resendIn,
  onToken,
}: SentCode & { onToken: (token: string) => void }) {
  const { t } = useTranslation("accounts");
  const { duration } = useFormat();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [valid, startValid] = useCountdown(expiresIn);
  const [wait, startWait] = useCountdown(resendIn);
  const [find, finding] = useFindPasswordMutation();
  const [verify, verifying] = useVerifyFindPasswordMutation();

  async function again() {
    const { data } = await find({ email });
    if (!data) return;
    startValid(data.expires_in);
    startWait(data.resend_in);
    setCode("");
    verifying.reset();
    snack.info(t("verify.sent"));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed === "") return;
    const { data } = await verify({ email, code: typed });
    if (data) onToken(data.token);
  }

  const expired = valid === 0;
  return (
    <AuthCard
      title={t("recovery.codeTitle")}
      step={useStepLabel(2)}
      lead={t("recovery.codeLead", { email })}
      after={<ToLogin />}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t("code")}
          placeholder="XXXX-XXXX"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus
          maxLength={12}
          value={code}
          onChange={({ currentTarget: { value } }) => setCode(value)}
          error={missing && t("check.codeMissing")}
          description={expired ? undefined : t("verify.timeLeft", { time: duration(valid) })}
        />
        {expired && <FormMessage>{t("verify.timeout")}</FormMessage>}
        <FormError error={asApiError(verifying.error ?? finding.error)} />
        <Button type="submit" size="lg" loading={verifying.isLoading} disabled={expired}>
          {t("recovery.next")}
        </Button>
        <p className={classes.between}>
          {wait > 0 ? (
            <span>{t("verify.resendIn", { time: duration(wait) })}</span>
          ) : (
            <Anchor component="button" type="button" onClick={() => void again()}>
              {t("verify.resend")}
            </Anchor>
          )}
        </p>
      </form>
    </AuthCard>
  );
}

interface PasswordProps {
  token: string;
  onDone: () => void;
  onAgain: () => void;
}

function AskPassword({ token, onDone, onAgain }: PasswordProps) {
  const { t } = useTranslation("accounts");
  const [update, { isLoading, error }] = useUpdateFoundPasswordMutation();

  async function submit(password: string) {
    const { error: failed } = await update({ token, password });
    if (!failed) onDone();
  }

  return (
    <AuthCard
      title={t("recovery.passwordTitle")}
      step={useStepLabel(3)}
      lead={t("recovery.passwordLead")}
      after={
        <Anchor component="button" type="button" onClick={onAgain}>
          {t("recovery.startOver")}
        </Anchor>
      }
    >
      <NewPasswordForm
        act={t("recovery.save")}
        refused={asApiError(error)}
        isLoading={isLoading}
        onPassword={submit}
      />
    </AuthCard>
  );
}

function Done() {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  return (
    <AuthCard title={t("recovery.doneTitle")} lead={t("recovery.doneLead")}>
      <div className={classes.done}>
        <IconCircleCheck size={48} />
        <Button component={Link} to={paths.login()} size="lg" fullWidth>
          {c("logIn")}
        </Button>
      </div>
    </AuthCard>
  );
}
