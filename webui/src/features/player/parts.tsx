/** Parts of the bar and of the sheet. */
import { ActionIcon, Loader, VisuallyHidden } from "@mantine/core";
import { useAppSelector } from "@/app/hooks";
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconRotateClockwise,
} from "@/components/kit/icons";
import { useSound } from "@/components/player/sound";
import { neighboursOf } from "@/components/player/state";
import { useEngine, usePlayState } from "@/components/player/use-player";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./player.module.css";

/** The one round button: what it does is what its sign says. */
export function MainButton({ size, plain = false }: { size: number; plain?: boolean }) {
  const { t } = useTranslation("player");
  const { toggle } = useEngine();
  const state = usePlayState();
  const heard = state === "playing" || state === "loading";
  const label = heard ? t("pause") : state === "ended" ? t("again") : t("play");
  const sign = Math.round(size * 0.42);
  return (
    <ActionIcon
      variant="transparent"
      className={plain ? classes.plainMain : classes.main}
      data-waits={state === "error" || state === "offline" ? "" : undefined}
      size={size}
      radius="xl"
      aria-label={label}
      aria-busy={state === "loading"}
      onClick={toggle}
    >
      {state === "loading" && <Loader size={sign} color="currentColor" role="presentation" />}
      {state === "playing" && <IconPlayerPauseFilled size={sign} />}
      {state === "ended" && <IconRotateClockwise size={sign} />}
      {!heard && state !== "ended" && <IconPlayerPlayFilled size={sign} />}
    </ActionIcon>
  );
}

export function Skip({ to, size }: { to: "next" | "previous"; size: number }) {
  const { t } = useTranslation("player");
  const { next, previous } = useEngine();
  const none = useAppSelector((state) => neighboursOf(state)[to] === null);
  const Sign = to === "next" ? IconPlayerSkipForwardFilled : IconPlayerSkipBackFilled;
  // Before the first track the button leads to its beginning; behind the last there is nothing.
  const off = none && to === "next";
  return (
    <ActionIcon
      variant="transparent"
      className={classes.skip}
      size={44}
      aria-label={t(off ? "nothingNext" : `${to}Track`)}
      aria-disabled={off}
      onClick={off ? undefined : to === "next" ? next : previous}
    >
      <Sign size={size} />
    </ActionIcon>
  );
}

/** Where the track is, in figures. */
export function At() {
  const { duration } = useFormat();
  const { sound } = useEngine();
  return <>{duration(useSound(sound, ({ at }) => Math.floor(at)))}</>;
}

export function Length() {
  const { duration } = useFormat();
  const { sound } = useEngine();
  return <>{duration(useSound(sound, ({ length }) => Math.round(length)))}</>;
}

/** What stands where the wave or the time would, when there is something to say; null when there is not. */
export type Trouble = "error" | "offline" | "slow";

export function useTrouble(): Trouble | null {
  const { sound } = useEngine();
  const state = usePlayState();
  const slow = useSound(sound, ({ condition }) => condition === "slow");
  if (state === "error" || state === "offline") return state;
  return slow ? "slow" : null;
}

/** The next track and the seconds until it begins, while the end of a track counts. */
export function useComing() {
  const { sound } = useEngine();
  const seconds = useSound(sound, ({ nextIn }) => nextIn);
  const track = useAppSelector((state) => neighboursOf(state).next);
  return seconds !== null && track ? { seconds, track } : null;
}

/** What changed, for who listens instead of looking. */
export function Said({ name, artist }: { name: string; artist: string }) {
  const { t } = useTranslation("player");
  const state = usePlayState();
  const trouble = useTrouble();
  const coming = useComing();
  const { track } = coming ?? {};
  const words = () => {
    if (trouble) return t(`${trouble}.long`);
    if (track) return t("comingSaid", { name: track.name, artist: track.artist });
    return state === "playing" ? t("now", { name, artist }) : "";
  };
  return (
    <VisuallyHidden component="span" role="status">
      {words()}
    </VisuallyHidden>
  );
}
