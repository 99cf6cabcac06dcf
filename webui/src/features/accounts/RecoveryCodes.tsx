import { Button } from "@mantine/core";
import { useId } from "react";
import { saveText } from "@/api/download";
import { useSignedInMe } from "@/app/hooks";
import { CopyButton } from "@/components/kit/CopyButton";
import { useFirstFocus } from "@/components/kit/focus";
import { IconDownload } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./settings.module.css";

const FILE = "recovery-codes.txt";

/** The one time that recovery codes are shown: to be copied, saved, and waved away once they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation("accounts");
  const me = useSignedInMe();
  const title = useId();
  const text = codes.join("\n");
  // Not on a button: whoever still holds the Enter key down would wave the codes away.
  const place = useFirstFocus<HTMLElement>();

  function keep() {
    saveText(`${t("totp.fileNote", { email: me.info.user_id })}\n\n${text}\n`, FILE);
  }

  return (
    <section className={classes.form} aria-labelledby={title} tabIndex={-1} ref={place}>
      <b id={title}>{t("totp.codesTitle")}</b>
      <p>{t("totp.codesLead")}</p>
      <ul className={`num ${classes.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.acts}>
        <CopyButton value={text} label={t("totp.copyCodes")} />
        <Button variant="default" size="sm" leftSection={<IconDownload size={18} />} onClick={keep}>
          {t("totp.download")}
        </Button>
      </div>
      <Button className={classes.act} onClick={onKept}>
        {t("totp.saved")}
      </Button>
    </section>
  );
}
