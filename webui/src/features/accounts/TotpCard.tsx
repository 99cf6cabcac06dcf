import { Anchor, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import {
  useKeepTotpMutation,
  useRemoveTotpLaterMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useSetupTotpMutation,
} from "@/api/generated-base";
import { useSignedInMe } from "@/app/hooks";
import { Card } from "@/components/kit/Card";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import { useFocusBack } from "@/components/kit/focus";
import { FormError } from "@/components/kit/forms";
import { late } from "@/components/kit/late";
import { StatusChip } from "@/components/kit/StatusChip";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

const RecoveryCodes = late(async () => (await import("./RecoveryCodes")).RecoveryCodes);
const TotpSetup = late(async () => (await import("./TotpSetup")).TotpSetup);

/** With so few recovery codes left it is said that new ones can be had. */
const FEW = 3;

/** The second factor of a log-in: an authenticator app, off or on (0114). */
export function TotpCard() {
  const { t } = useTranslation("accounts");
  const { active } = useSignedInMe().totp;
  const [setUp, begun] = useSetupTotpMutation();
  const enrolment = begun.data;
  const isOn = active && !enrolment;
  // Its codes are shown before the person is asked for anew.
  const [justOn, setJustOn] = useState(false);
  const chip = isOn || justOn ? "on" : "off";
  const opener = useFocusBack<HTMLButtonElement>(enrolment !== undefined || active);
  return (
    <Card
      title={t("totp.title")}
      aside={<StatusChip tone={chip === "on" ? "ok" : "quiet"}>{t(`totp.${chip}`)}</StatusChip>}
    >
      {enrolment && (
        <TotpSetup
          enrolment={enrolment}
          onTurnedOn={() => setJustOn(true)}
          onDone={() => {
            setJustOn(false);
            begun.reset();
          }}
          onCancel={begun.reset}
        />
      )}
      {isOn && <On />}
      {!isOn && !enrolment && (
        <>
          <div className={classes.quiet}>
            <p>{t("totp.why")}</p>
            <Button
              ref={opener}
              variant="default"
              loading={begun.isLoading}
              onClick={() => void setUp({})}
            >
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
  const { recovery_codes: left, ends_at: endsAt } = useSignedInMe().totp;
  const [asked, setAsked] = useState<"codes" | "removal" | "lost" | null>(null);
  const [renew, renewed] = useRenewRecoveryCodesMutation();
  const [remove, removed] = useRemoveTotpMutation();
  const codes = renewed.data?.recovery_codes;
  const renewal = useFocusBack<HTMLButtonElement>(asked === "codes");
  const removal = useFocusBack<HTMLButtonElement>(asked === "removal");

  function end() {
    setAsked(null);
    renewed.reset();
    removed.reset();
  }

  async function onRenew(code: string) {
    const { error } = await renew({ code });
    if (!error) snack.success(t("totp.renewed"));
  }

  async function onRemove(code: string) {
    const { error } = await remove({ code });
    if (!error) snack.success(t("totp.turnedOff"));
  }

  if (codes) return <RecoveryCodes codes={codes} onKept={end} />;
  return (
    <>
      {endsAt && <Ending at={endsAt} />}
      <div className={classes.quiet}>
        <p>
          {t("totp.active")} {t("totp.left", { count: left })} {left <= FEW && t("totp.few")}
        </p>
        {!asked && (
          <>
            <Button ref={renewal} variant="default" onClick={() => setAsked("codes")}>
              {t("totp.renew")}
            </Button>
            <Button ref={removal} variant="subtle" color="red" onClick={() => setAsked("removal")}>
              {t("totp.remove")}
            </Button>
          </>
        )}
      </div>
      {asked === "codes" && (
        <AgainstCode
          lead={t("totp.renewLead")}
          act={t("totp.renewConfirm")}
          call={renewed}
          onCode={onRenew}
          onCancel={end}
        />
      )}
      {asked === "removal" && (
        <AgainstCode
          lead={t("totp.removeLead")}
          act={t("totp.removeConfirm")}
          color="red"
          call={removed}
          onCode={onRemove}
          onCancel={end}
          onLost={endsAt ? undefined : () => setAsked("lost")}
        />
      )}
      {asked === "lost" && <Lost onDone={end} />}
    </>
  );
}

/** Neither the app nor a code, but signed in: it goes after three days (SESSION-13). */
function Lost({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const { instant } = useFormat();
  const [removeLater, { isLoading, error }] = useRemoveTotpLaterMutation();

  async function onRemove() {
    const { data } = await removeLater({});
    if (!data) return;
    snack.success(t("totp.lostAt", { at: instant(data.ends_at) }));
    onDone();
  }

  return (
    <div className={classes.form}>
      <p>{t("totp.lostLead")}</p>
      <p>{t("totp.lostHere")}</p>
      <FormError error={asApiError(error)} />
      <div className={classes.acts}>
        <Button color="red" loading={isLoading} onClick={() => void onRemove()}>
          {t("totp.lostConfirm")}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {c("cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Somebody says that the app is lost; whoever is signed in here can still keep it (SESSION-13). */
function Ending({ at }: { at: string }) {
  const { t } = useTranslation("accounts");
  const { instant } = useFormat();
  const text = useErrorText();
  const [keep, { isLoading }] = useKeepTotpMutation();

  async function onKeep() {
    const { error } = await keep({});
    if (error) snack.error(text(asApiError(error)));
    else snack.success(t("totp.kept"));
  }

  return (
    <div className={classes.quiet}>
      <p role="status">{t("totp.ending", { at: instant(at) })}</p>
      <Button loading={isLoading} onClick={() => void onKeep()}>
        {t("totp.keep")}
      </Button>
    </div>
  );
}

interface AgainstCodeProps {
  lead: string;
  act: string;
  color?: "red";
  call: { isLoading: boolean; error?: unknown };
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
  /** There is neither the app nor a code. */
  onLost?: () => void;
}

/** What is done against a code of the app, or a recovery code. */
function AgainstCode({ lead, act, color, call, onCode, onCancel, onLost }: AgainstCodeProps) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === "");
    if (typed !== "") void onCode(typed);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{lead}</p>
      <TextInput
        label={t("totp.eitherCode")}
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
        error={missing && t("check.totpMissing")}
      />
      <FormError error={asApiError(call.error)} />
      <div className={classes.acts}>
        <Button type="submit" color={color} loading={call.isLoading}>
          {act}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {c("cancel")}
        </Button>
      </div>
      {onLost && (
        <p>
          {t("totp.lost")}{" "}
          <Anchor component="button" type="button" onClick={onLost}>
            {t("totp.lostAct")}
          </Anchor>
        </p>
      )}
    </form>
  );
}
