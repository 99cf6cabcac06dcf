/** Beside a channel that still needs its code: the way to the guide, until it is put away on this device. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { ChannelView } from "@/api/generated";
import { paths } from "@/app/paths";
import { readStored, store } from "@/app/storage";
import { Card } from "@/components/kit/Card";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

export function GuideHint({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation("channels");
  const [isAway, putAway] = useState(() => readStored("hideChannelGuidePopup") !== null);
  if (isAway || !channels.some(({ status }) => status === "need-approved")) return null;
  return (
    <Card title={t("guide.title")}>
      <p>{t("guide.text")}</p>
      <div className={classes.acts}>
        <Button component={Link} to={paths.guide("auths")} variant="default">
          {t("guide.open")}
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            store("hideChannelGuidePopup", "1");
            putAway(true);
          }}
        >
          {t("guide.hide")}
        </Button>
      </div>
    </Card>
  );
}
