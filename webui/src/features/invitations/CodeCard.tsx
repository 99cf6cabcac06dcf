/** The code and the link with it: to read out, to copy, to hand on, to be scanned. */
import { Button } from "@mantine/core";
import { Card } from "@/components/kit/Card";
import { CopyButton } from "@/components/kit/CopyButton";
import { IconDownload, IconShare } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { useScreenClass } from "@/components/kit/screen";
import { useTranslation } from "@/i18n/react";
import classes from "./invitations.module.css";

const QrCode = late(
  async () => (await import("@/components/kit/QrCode")).QrCode,
  <span className={classes.qrPlace} />,
);

interface Props {
  code: string;
  link: string;
  /** The portal's name, for whoever gets the link. */
  portal: string;
}

export function CodeCard({ code, link, portal }: Props) {
  const { t } = useTranslation("invitations");
  const laptop = useScreenClass() === "laptop";
  const [host, path] = partsOf(link);
  const share = navigator.share
    ? () => {
        // Whoever closes the share sheet has changed their mind: that is no failure.
        navigator
          .share({ title: portal, text: t("code.text", { portal }), url: link })
          .catch(() => undefined);
      }
    : null;
  return (
    <Card>
      <div className={classes.code}>
        <div className={classes.qr}>
          <QrCode text={link} label={t("code.qr")} />
        </div>
        <div className={classes.codeWords}>
          <small>{t("code.yours")}</small>
          <b className="num">{code}</b>
          <small>
            {host}
            <wbr />
            {path}
          </small>
          <CopyButton value={code} label={t("code.copy")} isNamed />
        </div>
      </div>
      <div className={classes.acts}>
        {share && (
          <Button
            size="md"
            leftSection={<IconShare size={18} aria-hidden="true" />}
            onClick={share}
          >
            {t("code.share")}
          </Button>
        )}
        <CopyButton value={link} label={t("code.copyLink")} isNamed size="md" primary={!share} />
        {laptop && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={async () => (await import("./qr-file")).saveQr(link, code)}
          >
            {t("code.saveQr")}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** A link as people read it: without its scheme, broken before the code. */
function partsOf(link: string): [host: string, path: string] {
  const plain = link.replace(/^https?:\/\//, "");
  const at = plain.lastIndexOf("/r/");
  return [plain.slice(0, at), plain.slice(at)];
}
