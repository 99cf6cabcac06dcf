/** Setting up an authenticator app: the secret into the app, its first code back, the recovery codes once. */
import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { api } from "@/api";
import { type EnrolmentView, useConfirmTotpMutation } from "@/api/generated-base";
import { useAppDispatch } from "@/app/hooks";
import { CopyButton } from "@/components/kit/CopyButton";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { QrCode } from "@/components/kit/QrCode";
import { useScreenClass } from "@/components/kit/screen";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import { RecoveryCodes } from "./RecoveryCodes";
import classes from "./settings.module.css";

const BY_FOURS = /.{1,4}/g;

interface Props {
  enrolment: EnrolmentView;
  /** The second factor is on, and its recovery codes are shown. */
  onTurnedOn?: () => void;
  /** The recovery codes were kept. */
  onDone: () => void;
  onCancel?: () => void;
}

/** What is known of the person is asked anew only afterwards, so that nothing takes the recovery codes away. */
export function TotpSetup({ enrolment, onTurnedOn, onDone, onCancel }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const dispatch = useAppDispatch();
  const isOn = codes !== null;
  useEffect(() => {
    if (!isOn) return;
    return () => {
      dispatch(api.util.invalidateTags(["Me", "Sessions"]));
    };
  }, [isOn, dispatch]);

  return codes ? (
    <RecoveryCodes codes={codes} onKept={onDone} />
  ) : (
    <FirstCode
      enrolment={enrolment}
      onCodes={(given) => {
        setCodes(given);
        onTurnedOn?.();
      }}
      onCancel={onCancel}
    />
  );
}

interface FirstProps {
  enrolment: EnrolmentView;
  onCodes: (codes: readonly string[]) => void;
  onCancel: (() => void) | undefined;
}

function FirstCode({ enrolment, onCodes, onCancel }: FirstProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [confirm, { isLoading, error }] = useConfirmTotpMutation();
  // A phone does not see its own screen; the app on it opens the same address.
  const onPhone = useScreenClass() === "mobile";

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed === "") return;
    const { data } = await confirm({ code: typed });
    if (!data) return;
    snack.success(t("totp.turnedOn"));
    onCodes(data.recovery_codes);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{t("totp.scan")}</p>
      <QrCode text={enrolment.address} label={t("totp.picture")} />
      {onPhone && <Anchor href={enrolment.address}>{t("totp.openApp")}</Anchor>}
      <div className={classes.key}>
        <p>{t("totp.byHand")}</p>
        <div className={classes.acts}>
          <code className="num">{enrolment.secret.match(BY_FOURS)?.join(" ")}</code>
          <CopyButton value={enrolment.secret} label={t("totp.copyKey")} />
        </div>
      </div>
      <TextInput
        label={t("totp.code")}
        description={t("totp.codeHint")}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={7}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
        error={missing && t("check.totpMissing")}
      />
      <FormError error={asApiError(error)} />
      <div className={classes.acts}>
        <Button type="submit" loading={isLoading}>
          {t("totp.confirm")}
        </Button>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {c("cancel")}
          </Button>
        )}
      </div>
    </form>
  );
}
