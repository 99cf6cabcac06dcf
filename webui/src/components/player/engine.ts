/** The one audio element, above every page: what is chosen plays until something else is. */
import { generatedApi, type TrackView } from "@/api/generated";
import { baseApi } from "@/api/generated-base";
import { NEXT_TRACK_MS, PLAY_DELAY_MS, SLOW_SOUND_MS } from "@/app/constants";
import { siteHost } from "@/app/host";
import type { AppStore } from "@/app/store";
import { audioElement } from "./element";
import { makeSound, QUIET } from "./sound";
import {
  neighboursOf,
  playerClosed,
  playerOf,
  queueOf,
  type Selected,
  statusChanged,
  trackRenewed,
  trackSelected,
  volumeChanged,
} from "./state";

const SECOND_MS = 1_000;
/** A second failure so near to the first one is the same one. */
const SAME_PLACE_S = 1;
/** A network that is back may carry nothing yet: so often it is tried again, after so long. */
const RETURNS = 5;
const RETURN_MS = 2_000;
/** Windows of one browser tell each other that they play: one of them does. */
const CHANNEL = "backbeat.player";

const { getTrack, logMusic } = generatedApi.endpoints;
const { getLandingMusic } = baseApi.endpoints;
const AFRESH = { forceRefetch: true, subscribe: false } as const;

export type Engine = ReturnType<typeof makeEngine>;

export function makeEngine(store: AppStore, audio: HTMLAudioElement, others: BroadcastChannel) {
  const sound = makeSound();
  /** Whether sound is wanted; the element's own state follows it when it can. */
  let wanted = false;
  let counted = false;
  let resumeAt = 0;
  let failedAt: number | null = null;
  /** Every choice has a number: what was asked for an earlier one is not heard any more. */
  let choice = 0;
  let delay = 0;
  let slow = 0;
  let countdown = 0;
  let returns = 0;
  let again = 0;

  const state = () => playerOf(store.getState());
  const isVisitor = () => queueOf(store.getState()).owner === null;

  function stopWaiting() {
    window.clearTimeout(delay);
    window.clearTimeout(slow);
    window.clearInterval(countdown);
    window.clearTimeout(again);
    returns = 0;
    sound.set({ nextIn: null });
  }

  function setStatus(status: "pause" | "play" | "end") {
    if (state().status !== status) store.dispatch(statusChanged(status));
  }

  /** Says so when nothing is heard for long. */
  function awaitSound() {
    window.clearTimeout(slow);
    if (sound.get().condition !== "slow") sound.set({ condition: "loading" });
    slow = window.setTimeout(() => sound.set({ condition: "slow" }), SLOW_SOUND_MS);
  }

  function load({ audio_url, duration, preview_seconds }: TrackView, at: number) {
    const known = preview_seconds || duration;
    sound.set({ at, length: known });
    resumeAt = at;
    awaitSound();
    if (audio_url === null) void renew();
    else {
      audio.src = audio_url;
      audio.load();
    }
  }

  /** Plays what is loaded. A browser that wants a tap first leaves it paused. */
  async function sounding() {
    try {
      await audio.play();
    } catch (error) {
      if ((error as DOMException).name === "NotAllowedError") pause();
    }
  }

  function start() {
    wanted = true;
    setStatus("play");
    others.postMessage("plays");
    void sounding();
  }

  function pause() {
    wanted = false;
    window.clearTimeout(delay);
    audio.pause();
    setStatus("pause");
    if (sound.get().condition === "loading" || sound.get().condition === "slow") settle();
  }

  function settle() {
    window.clearTimeout(slow);
    sound.set({ condition: "ready" });
  }

  function select(selected: Selected, at = 0) {
    stopWaiting();
    audio.pause();
    choice += 1;
    counted = false;
    failedAt = null;
    wanted = true;
    store.dispatch(trackSelected(selected));
    load(selected.track, at);
    delay = window.setTimeout(start, PLAY_DELAY_MS);
  }

  /** Another track of the list that is being heard. */
  function go(track: TrackView | null) {
    if (!track) return;
    const { tracks, from, owner } = queueOf(store.getState());
    select({ track, tracks, from, owner });
  }

  const next = () => go(neighboursOf(store.getState()).next);

  function previous() {
    const before = neighboursOf(store.getState()).previous;
    if (before) go(before);
    else seek(0);
  }

  function giveUp(condition: "error" | "offline") {
    window.clearTimeout(slow);
    window.clearTimeout(delay);
    sound.set({ condition: returns > 0 ? "offline" : condition });
    setStatus("pause");
    if (returns > 0) again = window.setTimeout(comeBack, RETURN_MS, returns - 1);
  }

  function comeBack(more: number) {
    returns = more;
    retry();
  }

  /** The track as it is now. A visitor is told of the landing page's alone (MUSIC-16). */
  async function asked(isrc: string): Promise<TrackView | null> {
    if (!isVisitor()) {
      return (await store.dispatch(getTrack.initiate(isrc, AFRESH))).data ?? null;
    }
    const host = siteHost(location);
    const track = (await store.dispatch(getLandingMusic.initiate(host, AFRESH))).data?.track;
    return track?.isrc === isrc ? track : null;
  }

  /** An address may have run out, or the line been bad for a moment: asked for once more without a word. */
  async function renew() {
    const { track } = state();
    if (!track) return;
    const before = choice;
    failedAt = audio.currentTime || resumeAt;
    const fresh = await asked(track.isrc);
    if (before !== choice) return;
    if (!fresh?.audio_url) return giveUp(navigator.onLine ? "error" : "offline");
    store.dispatch(trackRenewed({ ...track, ...fresh }));
    load(fresh, failedAt);
    if (wanted) void sounding();
  }

  /** What broke while nobody listened is fetched again when somebody does. */
  function unload(at: number) {
    audio.removeAttribute("src");
    resumeAt = at;
    settle();
  }

  function fail() {
    const { track } = state();
    if (!track) return;
    const at = audio.currentTime || resumeAt;
    if (!wanted) return unload(at);
    if (!navigator.onLine) return giveUp("offline");
    if (failedAt !== null && at <= failedAt + SAME_PLACE_S) return giveUp("error");
    void renew();
  }

  const isStuck = () => ["error", "offline"].includes(sound.get().condition);

  function retry() {
    const { track } = state();
    if (!track) return;
    window.clearTimeout(again);
    choice += 1;
    failedAt = null;
    load(track, sound.get().at);
    start();
  }

  function over() {
    wanted = false;
    settle();
    setStatus("end");
    counted = false;
    const after = neighboursOf(store.getState()).next;
    if (!after) return;
    let left = NEXT_TRACK_MS / SECOND_MS;
    sound.set({ nextIn: left });
    countdown = window.setInterval(() => {
      left -= 1;
      sound.set({ nextIn: left });
      if (left <= 0) next();
    }, SECOND_MS);
  }

  const stay = () => stopWaiting();

  function seek(seconds: number) {
    const { length } = sound.get();
    const at = Math.min(Math.max(seconds, 0), length || seconds);
    stopWaiting();
    resumeAt = at;
    if (audio.readyState > 0) audio.currentTime = at;
    sound.set({ at });
    if (state().status === "end") setStatus("pause");
  }

  function play() {
    const { track, status } = state();
    if (!track) return;
    if (isStuck()) return retry();
    if (status === "end") seek(0);
    stopWaiting();
    if (!audio.hasAttribute("src")) load(track, resumeAt);
    else if (audio.readyState < audio.HAVE_FUTURE_DATA) awaitSound();
    start();
  }

  function toggle() {
    if (wanted && !isStuck()) pause();
    else play();
  }

  function close() {
    stopWaiting();
    choice += 1;
    wanted = false;
    audio.pause();
    audio.removeAttribute("src");
    audio.load();
    sound.set(QUIET);
    store.dispatch(playerClosed());
  }

  /** What was heard before a reload, waiting where it was. Nothing is fetched until somebody plays it. */
  function restore(selected: Selected, at: number, volume: number) {
    store.dispatch(trackSelected(selected));
    store.dispatch(volumeChanged(volume));
    audio.volume = volume;
    resumeAt = at;
    const { track } = selected;
    sound.set({ ...QUIET, at, length: track.preview_seconds || track.duration });
  }

  function setVolume(volume: number) {
    audio.volume = volume;
    store.dispatch(volumeChanged(volume));
  }

  function count() {
    const { track } = state();
    if (counted || !track || isVisitor()) return;
    counted = true;
    void store.dispatch(logMusic.initiate({ kind: "play", isrc: track.isrc }, AFRESH));
  }

  audio.addEventListener("loadedmetadata", () => {
    if (resumeAt > 0) audio.currentTime = resumeAt;
  });
  audio.addEventListener("durationchange", () => {
    if (Number.isFinite(audio.duration)) sound.set({ length: audio.duration });
  });
  audio.addEventListener("canplay", () => {
    if (sound.get().condition !== "ready") settle();
  });
  audio.addEventListener("playing", () => {
    settle();
    returns = 0;
    count();
  });
  audio.addEventListener("waiting", () => {
    if (wanted) awaitSound();
  });
  audio.addEventListener("timeupdate", () => {
    if (audio.readyState > 0 && !audio.seeking) sound.set({ at: audio.currentTime });
  });
  // Headphones pulled out, a call coming in: the system pauses by itself. What broke is paused as well.
  audio.addEventListener("pause", () => {
    if (wanted && !audio.ended && !audio.error && state().status === "play") pause();
  });
  audio.addEventListener("ended", over);
  audio.addEventListener("error", () => {
    if (audio.hasAttribute("src")) fail();
  });
  others.addEventListener("message", () => {
    stopWaiting();
    if (wanted) pause();
  });
  window.addEventListener("offline", () => {
    const { condition } = sound.get();
    if (condition === "loading" || condition === "slow") giveUp("offline");
  });
  window.addEventListener("online", () => {
    if (sound.get().condition === "offline") comeBack(RETURNS);
  });
  let before = state().track;
  store.subscribe(() => {
    const { track } = state();
    // A log-out empties the store: nothing is heard after it.
    if (before && !track && audio.hasAttribute("src")) close();
    before = track;
  });

  return {
    sound,
    select,
    go,
    next,
    previous,
    play,
    pause,
    toggle,
    seek,
    retry,
    stay,
    close,
    restore,
    setVolume,
  };
}

const engines = new WeakMap<AppStore, Engine>();

/** The engine of a store, made when it is first asked for. */
export function engineOf(store: AppStore): Engine {
  const known = engines.get(store);
  if (known) return known;
  const made = makeEngine(store, audioElement(), new BroadcastChannel(CHANNEL));
  engines.set(store, made);
  return made;
}
