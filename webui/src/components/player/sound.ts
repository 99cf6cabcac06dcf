/** What the one audio element is doing: changes several times a second, so it stays out of the store. */
import { useSyncExternalStore } from "react";

/** `slow` is still loading after a while; `error` and `offline` wait for somebody, or for the network. */
type Condition = "ready" | "loading" | "slow" | "error" | "offline";

/** What a person sees of the player. */
export type PlayState = "loading" | "playing" | "paused" | "ended" | "error" | "offline";

export function playStateOf(status: "pause" | "play" | "end", condition: Condition): PlayState {
  if (condition === "error" || condition === "offline") return condition;
  if (status === "end") return "ended";
  if (condition !== "ready") return "loading";
  return status === "play" ? "playing" : "paused";
}

export interface Sound {
  condition: Condition;
  /** Seconds. */
  at: number;
  length: number;
  /** Seconds until the next track begins by itself, null where none is waited for. */
  nextIn: number | null;
}

export const QUIET: Sound = { condition: "ready", at: 0, length: 0, nextIn: null };

export interface SoundSource {
  get: () => Sound;
  set: (change: Partial<Sound>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function makeSound(): SoundSource {
  let sound = QUIET;
  const listeners = new Set<() => void>();
  return {
    get: () => sound,
    set(change) {
      const next = { ...sound, ...change };
      const keys = Object.keys(next) as (keyof Sound)[];
      if (keys.every((key) => next[key] === sound[key])) return;
      sound = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One thing about the sound; a part is drawn again only when that changes. */
export const useSound = <Part>(source: SoundSource, part: (sound: Sound) => Part): Part =>
  useSyncExternalStore(source.subscribe, () => part(source.get()));
