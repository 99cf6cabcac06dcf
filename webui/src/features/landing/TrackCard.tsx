/** The landing page's track as it stands there, heard or not: the same place in every state. */
import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { LandingMusicView, TrackDetailView } from "@/api/generated-base";
import { Cover } from "@/components/domain/Cover";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@/components/kit/icons";
import marks from "@/components/player/play-mark.module.css";
import type { PlayState } from "@/components/player/sound";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./TrackCard.module.css";

/** What the landing page plays, where there is something to be heard. */
export type Heard = Omit<LandingMusicView, "track"> & { track: TrackDetailView };

interface Props {
  music: Heard;
  state: PlayState | null;
  /** Whether it is still loading after a while. */
  isSlow: boolean;
  /** Whole seconds. */
  at: number;
  length: number;
  wave: ReactNode;
  onPress: () => void;
}

export function TrackCard({ music, state, isSlow, at, length, wave, onPress }: Props) {
  const { t } = useTranslation("landing");
  const { duration } = useFormat();
  const { track, moods } = music;
  const { name, artist } = track;
  const isOn = state === "playing" || state === "loading";
  const trouble = state === "error" || state === "offline" ? state : isSlow ? "slow" : null;
  const said = trouble ? t(`hear.${trouble}`) : state === "playing" ? t("hear.now", { name }) : "";
  return (
    <section className={classes.card} aria-label={t("hear.name")} data-plays="">
      <button
        type="button"
        className={marks.mark}
        data-small=""
        aria-label={t(isOn ? "hear.pause" : "hear.play", { name })}
        aria-busy={state === "loading"}
        onClick={onPress}
      >
        <Cover track={track} size={56} />
        <span className={marks.sign} data-waits={state === "loading" ? "" : undefined}>
          {isOn ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        </span>
      </button>
      <p>
        <b>{name}</b>
        <span className="num">
          {duration(at)} / {duration(length)}
        </span>
        <small data-trouble={trouble ?? undefined}>
          {trouble ? said : [artist, ...moods].filter(Boolean).join(" · ")}
        </small>
      </p>
      {wave}
      <VisuallyHidden component="span" role="status">
        {said}
      </VisuallyHidden>
    </section>
  );
}
