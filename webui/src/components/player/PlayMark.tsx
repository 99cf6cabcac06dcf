/** A track's cover as the button that plays it, for rows and shelves. */
import type { TrackView } from "@/api/generated";
import { Cover } from "@/components/domain/Cover";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import classes from "./play-mark.module.css";
import { canPlay } from "./state";
import { usePlayer, usePlayState } from "./use-player";

interface Props {
  track: TrackView;
  /** The list it stands in, which is heard on from here. */
  tracks: readonly TrackView[];
  /** That list in the reader's words. */
  from: string;
  /** The cover's side in CSS pixels; without one it is as wide as its place. */
  size?: number;
  radius?: number;
}

const SMALL_PX = 60;

export function PlayMark({ track, tracks, from, size, radius }: Props) {
  const { t } = useTranslation("player");
  const { play, toggle } = usePlayer();
  const state = usePlayState(track.isrc);
  const heard = state === "playing" || state === "loading";
  const cover = <Cover track={track} {...(size && { size })} {...(radius && { radius })} />;
  if (!canPlay(track)) return <span className={classes.mark}>{cover}</span>;
  return (
    <button
      type="button"
      className={classes.mark}
      data-plays=""
      data-small={size !== undefined && size < SMALL_PX ? "" : undefined}
      aria-label={t(heard ? "pauseTrack" : "playTrack", { name: track.name })}
      onClick={() => (state ? toggle() : play(track, tracks, from))}
    >
      {cover}
      <span className={classes.sign} data-waits={state === "loading" ? "" : undefined}>
        {heard ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
      </span>
    </button>
  );
}
