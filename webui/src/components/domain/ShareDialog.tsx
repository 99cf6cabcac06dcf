/**
 * A payment as a picture. It is drawn in the browser and shows the day alone until more is ticked; it leaves by
 * the device's own share sheet, or is saved where there is none.
 */
import { Button, Switch } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { save } from "@/api/download";
import { useMe } from "@/app/hooks";
import { Dialog } from "@/components/kit/Dialog";
import { IconDownload, IconShare } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import type { PaidOut } from "./ShareButton";
import classes from "./ShareDialog.module.css";
import { draw, lettersOf, type PictureWords, SIDE } from "./share-picture";

interface Props {
  paid: PaidOut;
  onClose: () => void;
}

export function ShareDialog({ paid, onClose }: Props) {
  const { t } = useTranslation("payout");
  const { dayLong, billed } = useFormat();
  const name = useMe()?.info.name ?? "";
  const [withSum, setWithSum] = useState(false);
  const [withName, setWithName] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = t("share.paid");
  const day = t("share.on", { date: dayLong(paid.date) });
  const sum = withSum ? billed(paid.amount, paid.currency) : "";
  const person = withName ? name : "";
  const file = async () => {
    const blob = await new Promise<Blob | null>((done) => canvas.current?.toBlob(done));
    return blob && new File([blob], `${paid.date}.png`, { type: "image/png" });
  };

  async function keep() {
    const picture = await file();
    if (picture) save(picture, picture.name);
  }

  async function share() {
    const picture = await file();
    // Whoever closes the share sheet has changed their mind: that is no failure.
    if (picture) await navigator.share({ files: [picture] }).catch(() => undefined);
  }

  return (
    <Dialog opened onClose={onClose} title={t("share.title")}>
      <div className={classes.parts}>
        <Picture ref={canvas} title={title} day={day} sum={sum} person={person} />
        <p className={classes.text}>{t("share.lead")}</p>
        <Switch
          label={t("share.sum")}
          checked={withSum}
          onChange={({ currentTarget }) => setWithSum(currentTarget.checked)}
        />
        {name && (
          <Switch
            label={t("share.name")}
            checked={withName}
            onChange={({ currentTarget }) => setWithName(currentTarget.checked)}
          />
        )}
        {canShare() && (
          <Button
            leftSection={<IconShare size={18} aria-hidden="true" />}
            onClick={() => void share()}
          >
            {t("share.act")}
          </Button>
        )}
        <Button
          variant={canShare() ? "default" : "filled"}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => void keep()}
        >
          {t("share.save")}
        </Button>
      </div>
    </Dialog>
  );
}

/** It draws itself once it is there: a dialog's content comes after the dialog. */
function Picture({ ref, ...words }: PictureWords & { ref: RefObject<HTMLCanvasElement | null> }) {
  const { t } = useTranslation("payout");
  const { title, day, sum, person } = words;
  useEffect(() => {
    const pen = ref.current?.getContext("2d");
    if (!pen) return;
    const said = { title, day, sum, person };
    let isShown = true;
    draw(pen, said);
    // A page that needed no heavy letters so far fetches them now.
    void lettersOf(said).then(() => isShown && draw(pen, said));
    return () => {
      isShown = false;
    };
  }, [ref, title, day, sum, person]);
  return (
    <canvas
      ref={ref}
      className={classes.picture}
      width={SIDE}
      height={SIDE}
      role="img"
      aria-label={t("share.picture", {
        words: [title, sum, day, person].filter(Boolean).join(", "),
      })}
    />
  );
}

/** Whether the browser has a share sheet that takes pictures. */
const canShare = (): boolean =>
  navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] }) ?? false;
