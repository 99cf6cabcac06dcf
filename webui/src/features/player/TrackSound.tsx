/** A track's sound on its own page: one button, how far it is, and its wave. */
import { ActionIcon } from "@mantine/core";
import type { TrackView } from "@/api/generated";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@/components/kit/icons";
import { StillWave } from "@/components/player/StillWave";
import { usePlayer, usePlayState } from "@/components/player/use-player";
import { usePeaks, Wave } from "@/components/player/Wave";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { At, Length } from "./parts";
import classes from "./player.module.css";

export function TrackSound({ track }: { track: TrackView }) {
  const { t } = useTranslation("player");
  const { duration } = useFormat();
  const { play, toggle } = usePlayer();
  const state = usePlayState(track.isrc);
  const peaks = usePeaks(track.isrc);
  const heard = state === "playing" || state === "loading";
  return (
    <div className={classes.progress}>
      <ActionIcon
        variant="transparent"
        className={classes.main}
        size={48}
        radius="xl"
        data-plays=""
        aria-label={t(heard ? "pauseTrack" : "playTrack", { name: track.name })}
        aria-busy={state === "loading"}
        onClick={() => (state ? toggle() : play(track, [track], track.name))}
      >
        {heard ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </ActionIcon>
      <span className="num">{state ? <At /> : duration(0)}</span>
      {state ? (
        <Wave code={track.isrc} device="laptop" />
      ) : (
        <StillWave code={track.isrc} device="laptop" peaks={peaks} />
      )}
      <span className="num">
        {state ? <Length /> : duration(track.preview_seconds || track.duration)}
      </span>
    </div>
  );
}
