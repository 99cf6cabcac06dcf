/** Copies a track's code where there is no room to show it; a browser that refuses shows it instead. */
import { ActionIcon } from "@mantine/core";
import { useRef } from "react";
import type { TrackView } from "@/api/generated";
import { IconCheck, IconCopy } from "@/components/kit/icons";
import { useCodeCopy } from "@/components/player/copy-code";
import { useTranslation } from "@/i18n/react";
import classes from "./rows.module.css";

export function CopyIcon({ track: { isrc, name } }: { track: TrackView }) {
  const { t } = useTranslation("music");
  const { copied, copyCode, refused } = useCodeCopy(isrc);
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={shown} className={`num ${refused ? classes.plainCode : "unseen"}`}>
        {refused ? isrc : ""}
      </span>
      <ActionIcon
        variant="default"
        className={classes.copy}
        data-copied={copied || undefined}
        data-plays=""
        size={44}
        aria-label={t("code.copy", { name })}
        onClick={() => copyCode(shown.current)}
      >
        {copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
      </ActionIcon>
    </>
  );
}
