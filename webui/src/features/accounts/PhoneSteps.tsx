/** A phone number, then the code that went there; what was typed stays for a second code (PHONE-1). */
import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type ApiError, CODES, retryAfter } from "@/api/errors";
import { useSendPhoneCodeMutation } from "@/api/generated-base";
import { useCountdown } from "@/components/kit/countdown";
import { asApiError } from "@/components/kit/error-text";
import { FormError, FormMessage } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { CodeField } from "./CodeField";
import classes from "./settings.module.css";

interface Taking {
  /** What the last button says. */
  act: string;
  isLoading: boolean;
  refused: ApiError | undefined;
  /** Forgets why the last code was refused. */
  reset: () => void;
  onCode: (phone: string, code: string) => void;
}

interface Props {
  taking: Taking;
  /** Where the steps can be left; without it they stand alone, on a card of their own. */
  onEnd?: () => void;
}

export function PhoneSteps({ taking, onEnd }: Props) {
  const { t } = useTranslation("accounts");
  const [phone, setPhone] = useState("");
  const [sent, setSent] = useState(false);
  const [valid, startValid] = useCountdown();
  const [wait, startWait] = useCountdown();
  const [send, sending] = useSendPhoneCodeMutation();
  const refused = asApiError(sending.error);

  async function sendTo(number: string) {
    const { data, error } = await send({ phone: number });
    if (!data) {
      startWait(retryAfter(error as ApiError) ?? 0);
      return;
    }
    taking.reset();
    setSent(true);
    startValid(data.expires_in);
    startWait(data.resend_in);
    snack.info(t("phone.sent"));
  }

  return sent ? (
    <AskCode
      phone={phone}
      valid={valid}
      wait={wait}
      refused={taking.refused ?? refused}
      taking={taking}
      onResend={() => void sendTo(phone)}
      onOther={() => setSent(false)}
      onEnd={onEnd}
    />
  ) : (
    <AskNumber
      first={phone}
      wait={wait}
      loading={sending.isLoading}
      refused={refused}
      onSend={(number) => {
        // Another number has not been sent anything yet.
        if (number !== phone) startWait(0);
        setPhone(number);
        void sendTo(number);
      }}
      onEnd={onEnd}
    />
  );
}

interface NumberProps {
  first: string;
  wait: number;
  loading: boolean;
  refused: ApiError | undefined;
  onSend: (phone: string) => void;
  onEnd?: () => void;
}

function AskNumber({ first, wait, loading, refused, onSend, onEnd }: NumberProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { duration } = useFormat();
  const [phone, setPhone] = useState(first);
  const [missing, setMissing] = useState(false);
  const ofNumber = refused?.kind === "refused" && refused.code === CODES.PHONE_INVALID;
  const waits = wait > 0 && phone.trim() === first;

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = phone.trim();
    setMissing(typed === "");
    if (typed !== "") onSend(typed);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t("phone.number")}
        description={t("phone.hint")}
        type="tel"
        autoComplete="tel"
        autoFocus
        maxLength={40}
        value={phone}
        onChange={({ currentTarget: { value } }) => setPhone(value)}
        error={missing ? t("phone.missing") : ofNumber && refused.message}
      />
      <FormError error={ofNumber ? undefined : refused} />
      <div className={classes.acts}>
        <Button type="submit" loading={loading} disabled={waits} {...lookOf(onEnd)}>
          {t("phone.send")}
        </Button>
        {onEnd && (
          <Button variant="subtle" onClick={onEnd}>
            {c("cancel")}
          </Button>
        )}
      </div>
      {waits && <p className={classes.note}>{t("verify.resendIn", { time: duration(wait) })}</p>}
    </form>
  );
}

interface CodeProps {
  phone: string;
  valid: number;
  wait: number;
  refused: ApiError | undefined;
  taking: Taking;
  onResend: () => void;
  onOther: () => void;
  onEnd?: () => void;
}

function AskCode({ phone, valid, wait, refused, taking, onResend, onOther, onEnd }: CodeProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { duration } = useFormat();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const expired = valid === 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed !== "") taking.onCode(phone, typed);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{t("phone.sentTo", { phone })}</p>
      <CodeField value={code} onChange={setCode} missing={missing} valid={valid} />
      {expired && <FormMessage>{t("verify.timeout")}</FormMessage>}
      <FormError error={refused} />
      <div className={classes.acts}>
        <Button type="submit" loading={taking.isLoading} disabled={expired} {...lookOf(onEnd)}>
          {taking.act}
        </Button>
        {onEnd && (
          <Button variant="subtle" onClick={onEnd}>
            {c("cancel")}
          </Button>
        )}
      </div>
      <p className={classes.ways}>
        {wait > 0 ? (
          <span>{t("verify.resendIn", { time: duration(wait) })}</span>
        ) : (
          <Anchor
            component="button"
            type="button"
            onClick={() => {
              setCode("");
              onResend();
            }}
          >
            {t("verify.resend")}
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={onOther}>
          {t("phone.other")}
        </Anchor>
      </p>
    </form>
  );
}

/** The only button of a card is as wide as that. */
function lookOf(onEnd: (() => void) | undefined) {
  return onEnd ? {} : ({ size: "lg", fullWidth: true } as const);
}
