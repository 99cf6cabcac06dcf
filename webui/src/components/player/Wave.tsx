/** The track as a wave: how far it is, and where to go in it by pointer or by keys. */
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from "react";
import { useGetTrackQuery } from "@/api/generated";
import { RELEASE_NEAR_PX, SEEK_STEP_MS } from "@/app/constants";
import { useSound } from "@/components/player/sound";
import { useEngine, usePlayState } from "@/components/player/use-player";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./wave.module.css";
import { BARS, pathOf, waveOf } from "./wave-shape";

interface Props {
  code: string;
  device: keyof typeof BARS;
  /** Where they are known. */
  peaks?: readonly number[];
}

const NONE: readonly number[] = [];

export const SEEK_STEP = SEEK_STEP_MS / 1_000;

export function Wave({ code, device, peaks }: Props) {
  const { t } = useTranslation("player");
  const { duration } = useFormat();
  const engine = useEngine();
  const at = useSound(engine.sound, (sound) => Math.floor(sound.at));
  const length = useSound(engine.sound, (sound) => Math.round(sound.length));
  const drag = useDragging();
  const measured = usePeaks(code, peaks);
  const path = useMemo(
    () => pathOf(waveOf(code, measured, BARS[device])),
    [code, measured, device],
  );

  const moves: Record<string, number> = {
    ArrowRight: at + SEEK_STEP,
    ArrowUp: at + SEEK_STEP,
    ArrowLeft: at - SEEK_STEP,
    ArrowDown: at - SEEK_STEP,
    Home: 0,
    End: length,
  };

  function move(event: KeyboardEvent) {
    const to = moves[event.key];
    if (to === undefined || event.shiftKey) return;
    event.preventDefault();
    engine.seek(to);
  }

  return (
    <div
      className={classes.wave}
      data-device={device}
      data-wave=""
      role="slider"
      tabIndex={0}
      aria-label={t("position")}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={Math.min(at, length)}
      aria-valuetext={t("at", { at: duration(at), length: duration(length) })}
      onKeyDown={move}
      {...drag}
    >
      <Bars path={path} count={BARS[device]} />
    </div>
  );
}

function Bars({ path, count }: { path: string; count: number }) {
  const { sound } = useEngine();
  const part = useSound(sound, ({ at, length }) =>
    length > 0 ? Math.min(at / length, 1) * 100 : 0,
  );
  const bars = <path d={path} vectorEffect="non-scaling-stroke" />;
  const box = { viewBox: `0 0 ${count} 1`, preserveAspectRatio: "none" };
  return (
    <>
      <svg {...box} aria-hidden="true">
        {bars}
      </svg>
      <svg
        {...box}
        aria-hidden="true"
        className={classes.heard}
        style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}
      >
        {bars}
      </svg>
      <i className={classes.head} style={{ left: `${part}%` }} />
    </>
  );
}

/** Measured peaks are asked for once there is sound, unless they are known: the first sound waits for nothing else. */
export function usePeaks(code: string, known?: readonly number[]): readonly number[] {
  const loading = usePlayState() === "loading";
  const asked = useRef<string | null>(null);
  if (!loading) asked.current = code;
  const isAsked = known === undefined && asked.current === code;
  const { currentData } = useGetTrackQuery(code, { skip: !isAsked });
  return known ?? currentData?.peaks ?? NONE;
}

/** A drag pauses and seeks; let go near the bar it plays on (PLAYER-4). */
function useDragging() {
  const engine = useEngine();
  const state = usePlayState();
  const played = useRef<boolean | null>(null);

  function seekTo({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = Math.min(Math.max((clientX - left) / width, 0), 1);
    engine.seek(part * engine.sound.get().length);
  }

  function isNear({ currentTarget, clientY }: PointerEvent<HTMLElement>): boolean {
    const { top, bottom } = currentTarget.getBoundingClientRect();
    return clientY >= top - RELEASE_NEAR_PX && clientY <= bottom + RELEASE_NEAR_PX;
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      played.current = state === "playing" || state === "loading";
      engine.pause();
      seekTo(event);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (played.current !== null) seekTo(event);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (played.current && isNear(event)) engine.play();
      played.current = null;
    },
    onPointerCancel() {
      played.current = null;
    },
  };
}
