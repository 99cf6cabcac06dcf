import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRemoveTotpMutation, useSetupTotpMutation } from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { Card } from "@/components/Card";
import { asApiError } from "@/components/error-text";
import { FormError } from "@/components/forms";
import { late } from "@/components/late";
import { StatusChip } from "@/components/StatusChip";
import { snack } from "@/components/snack";
import classes from "./settings.module.css";

const TotpSetup = late(async () => (await import("./TotpSetup")).TotpSetup);

/** With so few recovery codes left it is said how to get new ones. */
const FEW = 3;

/** The second factor of a log-in: an authenticator app, off or on (0114). */
export function TotpCard() {
  const { t } = useTranslation("accounts");
  const { active } = useSignedInMe().totp;
  const [setUp, begun] = useSetupTotpMutation();
  const enrolment = begun.data;
  const isOn = active && !enrolment;
  return (
    <Card
      title={t("totp.title")}
      aside={
        <StatusChip tone={isOn ? "ok" : "quiet"}>{isOn ? t("totp.on") : t("totp.off")}</StatusChip>
      }
    >
      {enrolment && <TotpSetup enrolment={enrolment} onDone={begun.reset} onCancel={begun.reset} />}
      {isOn && <On />}
      {!isOn && !enrolment && (
        <>
          <div className={classes.quiet}>
            <p>{t("totp.why")}</p>
            <Button variant="default" loading={begun.isLoading} onClick={() => void setUp({})}>
              {t("totp.start")}
            </Button>
          </div>
          <FormError error={asApiError(begun.error)} />
        </>
      )}
    </Card>
  );
}

function On() {
  const { t } = useTranslation("accounts");
  const left = useSignedInMe().totp.recovery_codes;
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <div className={classes.quiet}>
        <p>
          {t("totp.active")} {t("totp.left", { count: left })} {left <= FEW && t("totp.few")}
        </p>
        {!removing && (
          <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
            {t("totp.remove")}
          </Button>
        )}
      </div>
      {removing && <Removal onEnd={() => setRemoving(false)} />}
    </>
  );
}

function Removal({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [remove, { isLoading, error }] = useRemoveTotpMutation();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed === "") return;
    const { error: refused } = await remove({ code: typed });
    if (!refused) snack.success(t("totp.turnedOff"));
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{t("totp.removeLead")}</p>
      <TextInput
        label={t("totp.removeCode")}
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
        error={missing && t("check.totpMissing")}
      />
      <FormError error={asApiError(error)} />
      <div className={classes.acts}>
        <Button type="submit" color="red" loading={isLoading}>
          {t("totp.removeConfirm")}
        </Button>
        <Button variant="subtle" onClick={onEnd}>
          {c("cancel")}
        </Button>
      </div>
    </form>
  );
}
