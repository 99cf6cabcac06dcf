/** What was heard is there again after a reload, paused where it was (PLAYER-8). */
import { useEffect } from "react";
import { useStore } from "react-redux";
import type { TrackView } from "@/api/generated";
import { useMe } from "@/app/hooks";
import { store as keep, readStored } from "@/app/storage";
import type { AppStore } from "@/app/store";
import { playerOf, queueOf } from "@/components/player/state";
import { useEngine } from "@/components/player/use-player";

interface Kept {
  owner: string | null;
  track: TrackView;
  tracks: TrackView[];
  from: string;
  volume: number;
  at: number;
}

/** So many tracks of the list are kept, beginning with the current one. */
const MOST = 50;

function read(): Kept | null {
  try {
    const kept = JSON.parse(readStored("player") ?? "null") as Kept | null;
    return kept && typeof kept.track?.isrc === "string" && Array.isArray(kept.tracks) ? kept : null;
  } catch {
    return null;
  }
}

/** Brings back what the same person heard; forgets what somebody else did. */
export function useKeeping(): void {
  const engine = useEngine();
  const store = useStore() as AppStore;
  const me = useMe()?.info.user_id;

  useEffect(() => {
    if (!me) return;
    const current = playerOf(store.getState()).track;
    if (current) {
      if (queueOf(store.getState()).owner !== me) engine.close();
      return;
    }
    const kept = read();
    if (!kept) return;
    if (kept.owner !== me) keep("player", null);
    else engine.restore(kept, Number(kept.at) || 0, Math.min(Math.max(Number(kept.volume), 0), 1));
  }, [engine, store, me]);

  useEffect(() => {
    function write() {
      const { track } = playerOf(store.getState());
      const { tracks, from, volume, owner } = queueOf(store.getState());
      if (!track || owner === null) return;
      const first = Math.max(
        tracks.findIndex(({ isrc }) => isrc === track.isrc),
        0,
      );
      const kept: Kept = {
        owner,
        track,
        tracks: tracks.slice(first, first + MOST),
        from,
        volume,
        at: engine.sound.get().at,
      };
      keep("player", JSON.stringify(kept));
    }
    const writeHidden = () => document.visibilityState === "hidden" && write();
    let before = playerOf(store.getState());
    let listBefore = queueOf(store.getState());
    const stop = store.subscribe(() => {
      const now = playerOf(store.getState());
      const list = queueOf(store.getState());
      const changed =
        now.track !== before.track || now.status !== before.status || list !== listBefore;
      const closed = before.track !== null && now.track === null && listBefore.owner !== null;
      before = now;
      listBefore = list;
      if (closed) keep("player", null);
      else if (changed) write();
    });
    window.addEventListener("pagehide", write);
    document.addEventListener("visibilitychange", writeHidden);
    return () => {
      stop();
      window.removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", writeHidden);
    };
  }, [engine, store]);
}
