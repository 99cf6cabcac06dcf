/** Media keys and the lock screen: title, artist, and the code where the album would stand (PLAYER-7). */
import { useEffect } from "react";
import type { TrackView } from "@/api/generated";
import { SEEK_STEP_MS } from "@/app/constants";
import { coverAddress } from "@/components/domain/cover-art";
import type { PlayState } from "@/components/player/sound";
import { useSound } from "@/components/player/sound";
import { useEngine, usePlayState } from "@/components/player/use-player";

const ARTWORK_SIZE = 512;

/** The cover as dots: lock screens draw no shapes. */
async function artworkOf({ isrc, thumbnail }: TrackView): Promise<MediaImage[]> {
  if (thumbnail) return [{ src: thumbnail }];
  const picture = new Image(ARTWORK_SIZE, ARTWORK_SIZE);
  picture.src = coverAddress(isrc);
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = ARTWORK_SIZE;
  canvas.height = ARTWORK_SIZE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, ARTWORK_SIZE, ARTWORK_SIZE);
  const sizes = `${ARTWORK_SIZE}x${ARTWORK_SIZE}`;
  return [{ src: canvas.toDataURL("image/png"), sizes, type: "image/png" }];
}

const SHOWN: Record<PlayState, MediaSessionPlaybackState> = {
  loading: "playing",
  playing: "playing",
  paused: "paused",
  ended: "paused",
  error: "paused",
  offline: "paused",
};

export function useMediaSession(track: TrackView | null): void {
  useActs();
  useMetadata(track);
  usePosition();
  const state = usePlayState();
  useEffect(() => {
    if ("mediaSession" in navigator) {
      navigator.mediaSession.playbackState = state ? SHOWN[state] : "none";
    }
  }, [state]);
}

function useActs(): void {
  const engine = useEngine();
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    const by = (seconds: number) => engine.seek(engine.sound.get().at + seconds);
    const step = SEEK_STEP_MS / 1_000;
    const acts: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: engine.play,
      pause: engine.pause,
      nexttrack: engine.next,
      previoustrack: engine.previous,
      seekforward: () => by(step),
      seekbackward: () => by(-step),
      seekto: ({ seekTime }) => engine.seek(seekTime ?? 0),
      stop: engine.close,
    };
    const names = Object.keys(acts) as MediaSessionAction[];
    for (const name of names) listen(name, acts[name] ?? null);
    return () => {
      for (const name of names) listen(name, null);
    };
  }, [engine]);
}

/** A browser that does not know an act says so by throwing. */
function listen(name: MediaSessionAction, act: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(name, act);
  } catch {
    // Then there is no such key there.
  }
}

function useMetadata(track: TrackView | null): void {
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    if (!track) {
      navigator.mediaSession.metadata = null;
      return;
    }
    let current = true;
    const told = { title: track.name, artist: track.artist, album: track.isrc };
    navigator.mediaSession.metadata = new MediaMetadata(told);
    artworkOf(track).then(
      (artwork) => {
        if (current) navigator.mediaSession.metadata = new MediaMetadata({ ...told, artwork });
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [track]);
}

/** The lock screen counts on by itself; it is told where the track is when that changes by a jump. */
function usePosition(): void {
  const { sound } = useEngine();
  const second = useSound(sound, ({ at }) => Math.floor(at));
  useEffect(() => {
    const { length } = sound.get();
    if (!("mediaSession" in navigator) || length <= 0) return;
    const position = Math.min(second, length);
    navigator.mediaSession.setPositionState?.({ duration: length, position });
  }, [sound, second]);
}
