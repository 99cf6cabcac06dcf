/** Playing, for every page: what to call, and what is being heard. */
import { useStore } from "react-redux";
import type { TrackView } from "@/api/generated";
import { useAppSelector, useMe } from "@/app/hooks";
import type { AppStore, RootState } from "@/app/store";
import { type Engine, engineOf } from "./engine";
import { type PlayState, playStateOf, useSound } from "./sound";
import { playerOf } from "./state";

export const useEngine = (): Engine => engineOf(useStore() as AppStore);

/** The state of the player, for everything (no code) or for one track: null where that is not the current one. */
export function usePlayState(code?: string): PlayState | null {
  const { sound } = useEngine();
  const isCurrent = useAppSelector((state: RootState) => {
    const current = playerOf(state).track?.isrc;
    return current !== undefined && (code === undefined || current === code);
  });
  const status = useAppSelector((state) => playerOf(state).status);
  return useSound(sound, (now) => (isCurrent ? playStateOf(status, now.condition) : null));
}

export interface Player {
  /** The code of the current track. */
  current: string | null;
  status: PlayState | null;
  /** Plays a track of a list; `from` says in the reader's words which list that is. */
  play: (track: TrackView, tracks: readonly TrackView[], from: string) => void;
  toggle: () => void;
  next: () => void;
  previous: () => void;
}

export function usePlayer(): Player {
  const engine = useEngine();
  const owner = useMe()?.info.user_id ?? null;
  const current = useAppSelector((state) => playerOf(state).track?.isrc ?? null);
  const status = usePlayState();
  return {
    current,
    status,
    play: (track, tracks, from) => engine.select({ track, tracks, from, owner }),
    toggle: engine.toggle,
    next: engine.next,
    previous: engine.previous,
  };
}
