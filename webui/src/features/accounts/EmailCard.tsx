import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type ApiError, CODES, retryAfter } from "@/api/errors";
import { useFinishEmailChangeMutation, useStartEmailChangeMutation } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { useChecks } from "@/components/domain/account-checks";
import { Card } from "@/components/kit/Card";
import { useCountdown } from "@/components/kit/countdown";
import { asApiError } from "@/components/kit/error-text";
import { useFocusBack } from "@/components/kit/focus";
import { FormError, FormMessage } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { CodeField } from "./CodeField";
import classes from "./settings.module.css";

const OF_THE_ADDRESS: readonly number[] = [CODES.ID_LENGTH, CODES.EMAIL_INVALID, CODES.EMAIL_TAKEN];

/** The e-mail this account logs in with, and another one, proved by the code that is mailed to it (ACCT-11). */
export function EmailCard() {
  const { t } = useTranslation("accounts");
  const me = useSignedInMe();
  const [changing, setChanging] = useState(false);
  const opener = useFocusBack<HTMLButtonElement>(changing);
  return (
    <Card title={t("emailChange.title")}>
      <div className={classes.quiet}>
        <div className={classes.fact}>
          <b>{me.info.user_id}</b>
          <span>{t("emailChange.lead")}</span>
        </div>
        {!changing && (
          <Button ref={opener} variant="default" onClick={() => setChanging(true)}>
            {t("emailChange.open")}
          </Button>
        )}
      </div>
      {changing && <EmailChange now={me.info.user_id} onEnd={() => setChanging(false)} />}
    </Card>
  );
}

interface ChangeProps {
  now: string;
  onEnd: () => void;
}

/** First the address, then the code that went there; what was typed stays for a second code. */
function EmailChange({ now, onEnd }: ChangeProps) {
  const { t } = useTranslation("accounts");
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const [valid, startValid] = useCountdown();
  const [wait, startWait] = useCountdown();
  const [start, starting] = useStartEmailChangeMutation();
  const refused = asApiError(starting.error);

  async function send(address: string) {
    const { data, error } = await start({ email: address });
    if (!data) {
      startWait(retryAfter(error as ApiError) ?? 0);
      return;
    }
    setSent(true);
    startValid(data.expires_in);
    startWait(data.resend_in);
    snack.info(t("verify.sent"));
  }

  return sent ? (
    <AskCode
      email={email}
      valid={valid}
      wait={wait}
      refused={refused}
      onResend={() => void send(email)}
      onOther={() => setSent(false)}
      onEnd={onEnd}
    />
  ) : (
    <AskAddress
      now={now}
      first={email}
      wait={wait}
      loading={starting.isLoading}
      refused={refused}
      onSend={(address) => {
        setEmail(address);
        void send(address);
      }}
      onEnd={onEnd}
    />
  );
}

interface AddressProps extends ChangeProps {
  first: string;
  wait: number;
  loading: boolean;
  refused: ApiError | undefined;
  onSend: (email: string) => void;
}

function AskAddress({ now, first, wait, loading, refused, onSend, onEnd }: AddressProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { duration } = useFormat();
  const check = useChecks();
  const [email, setEmail] = useState(first);
  const [wrong, setWrong] = useState<string | null>(null);
  const ofAddress = refused?.kind === "refused" && OF_THE_ADDRESS.includes(refused.code);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = email.trim();
    const same = typed.toLowerCase() === now.toLowerCase();
    const found = check.email(typed) ?? (same ? t("emailChange.same") : null);
    setWrong(found);
    if (!found) onSend(typed);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t("emailChange.new")}
        description={t("emailChange.note")}
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
        error={wrong ?? (ofAddress && refused.message)}
      />
      <FormError error={ofAddress ? undefined : refused} />
      <div className={classes.acts}>
        <Button type="submit" loading={loading} disabled={wait > 0}>
          {t("emailChange.send")}
        </Button>
        <Button variant="subtle" onClick={onEnd}>
          {c("cancel")}
        </Button>
      </div>
      {wait > 0 && <p className={classes.note}>{t("verify.resendIn", { time: duration(wait) })}</p>}
    </form>
  );
}

interface CodeProps {
  email: string;
  valid: number;
  wait: number;
  refused: ApiError | undefined;
  onResend: () => void;
  onOther: () => void;
  onEnd: () => void;
}

function AskCode({ email, valid, wait, refused, onResend, onOther, onEnd }: CodeProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { duration } = useFormat();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [finish, finishing] = useFinishEmailChangeMutation();
  const expired = valid === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed === "") return;
    const { data } = await finish({ code: typed });
    if (!data) return;
    snack.success(t("emailChange.done", { email: data.info.user_id }));
    onEnd();
  }

  function resend() {
    setCode("");
    finishing.reset();
    onResend();
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{t("emailChange.sentTo", { email })}</p>
      <CodeField value={code} onChange={setCode} missing={missing} valid={valid} />
      {expired && <FormMessage>{t("verify.timeout")}</FormMessage>}
      <FormError error={asApiError(finishing.error) ?? refused} />
      <div className={classes.acts}>
        <Button type="submit" loading={finishing.isLoading} disabled={expired}>
          {t("emailChange.confirm")}
        </Button>
        <Button variant="subtle" onClick={onEnd}>
          {c("cancel")}
        </Button>
      </div>
      <p className={classes.ways}>
        {wait > 0 ? (
          <span>{t("verify.resendIn", { time: duration(wait) })}</span>
        ) : (
          <Anchor component="button" type="button" onClick={resend}>
            {t("verify.resend")}
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={onOther}>
          {t("emailChange.other")}
        </Anchor>
      </p>
    </form>
  );
}
