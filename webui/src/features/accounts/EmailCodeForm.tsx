import { Anchor, Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link, Navigate } from "react-router";
import { type ApiError, retryAfter } from "@/api/errors";
import {
  type CodeSentView,
  useSendEmailCodeMutation,
  useVerifyEmailMutation,
} from "@/api/generated-base";
import { useAppSelector, useMe } from "@/app/hooks";
import { paths } from "@/app/paths";
import { useCountdown } from "@/components/kit/countdown";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { FormError, FormMessage } from "@/components/kit/forms";
import { late } from "@/components/kit/late";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import classes from "./AuthCard.module.css";
import { CodeField } from "./CodeField";
import { CorrectAddress } from "./CorrectAddress";

const LogoutDialog = late(async () => (await import("./LogoutDialog")).LogoutDialog);

/** Confirms the e-mail by the code that was sent to it; whoever logs out here goes to the log-in. */
export function EmailCode() {
  const me = useMe();
  const left = useAppSelector(({ session }) => session.ended === "logout");
  if (left) return <Navigate to={paths.login()} replace />;
  return me ? <Confirming email={me.info.user_id} /> : <LogInFirst />;
}

/** Nobody is known here, so there is no address to send a code to (WEB-3). */
function LogInFirst() {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  return (
    <AuthCard title={t("verify.title")} lead={t("verify.loginFirst")}>
      <Button component={Link} to={paths.login()} size="lg">
        {c("logIn")}
      </Button>
    </AuthCard>
  );
}

/** The code, or first the address where that one was mistyped (ACCT-28). */
function Confirming({ email }: { email: string }) {
  const [correcting, setCorrecting] = useState(false);
  const [sent, setSent] = useState<CodeSentView | null>(null);
  return correcting ? (
    <CorrectAddress
      now={email}
      onSent={(view) => {
        setSent(view);
        setCorrecting(false);
      }}
      onEnd={() => setCorrecting(false)}
    />
  ) : (
    <EmailCodeForm email={email} first={sent} onCorrect={() => setCorrecting(true)} />
  );
}

interface FormProps {
  email: string;
  /** The code that is on its way already. */
  first: CodeSentView | null;
  onCorrect: () => void;
}

function EmailCodeForm({ email, first, onCorrect }: FormProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { duration } = useFormat();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [sent, setSent] = useState(first && { to: first.sent_to });
  const [valid, startValid] = useCountdown(first?.expires_in);
  const [wait, startWait] = useCountdown(first?.resend_in);
  const [send, sending] = useSendEmailCodeMutation();
  const [verify, verifying] = useVerifyEmailMutation();
  const { open: askLogout, opened: leaving } = useFlag("logout");

  async function sendCode() {
    const { data, error } = await send();
    if (!data) {
      startWait(retryAfter(error as ApiError) ?? 0);
      return;
    }
    setSent({ to: data.sent_to });
    setCode("");
    startValid(data.expires_in);
    startWait(data.resend_in);
    verifying.reset();
    snack.info(t("verify.sent"));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed === "") return;
    const { error } = await verify({ code: typed });
    if (!error) snack.success(t("verify.done"));
  }

  const expired = sent !== null && valid === 0;
  return (
    <AuthCard
      title={t("verify.title")}
      lead={sent ? t("verify.leadSent", { email: sent.to }) : t("verify.lead", { email })}
      after={
        <>
          <Anchor component="button" type="button" onClick={onCorrect}>
            {t("correct.wrongAddress")}
          </Anchor>
          <Button variant="subtle" onClick={() => askLogout()}>
            {c("logOut")}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        {sent && <CodeField value={code} onChange={setCode} missing={missing} valid={valid} />}
        {expired && <FormMessage>{t("verify.timeout")}</FormMessage>}
        <FormError error={asApiError(verifying.error ?? sending.error)} />
        {sent && !expired ? (
          <Button type="submit" size="lg" loading={verifying.isLoading}>
            {t("verify.confirm")}
          </Button>
        ) : (
          <SendButton
            wait={wait}
            loading={sending.isLoading}
            again={sent !== null}
            onSend={sendCode}
          />
        )}
        {sent && !expired && (
          <p className={classes.between}>
            {wait > 0 ? (
              <span>{t("verify.resendIn", { time: duration(wait) })}</span>
            ) : (
              <Anchor component="button" type="button" onClick={() => void sendCode()}>
                {t("verify.resend")}
              </Anchor>
            )}
          </p>
        )}
      </form>
      {leaving && <LogoutDialog />}
    </AuthCard>
  );
}

interface SendProps {
  wait: number;
  loading: boolean;
  again: boolean;
  onSend: () => Promise<void>;
}

function SendButton({ wait, loading, again, onSend }: SendProps) {
  const { t } = useTranslation("accounts");
  const { duration } = useFormat();
  return (
    <>
      <Button size="lg" loading={loading} disabled={wait > 0} onClick={() => void onSend()}>
        {again ? t("verify.resend") : t("verify.send")}
      </Button>
      {wait > 0 && (
        <p className={classes.sentence}>{t("verify.resendIn", { time: duration(wait) })}</p>
      )}
    </>
  );
}
