/** Tracks, an audio element in the test's hands, and an engine between them. */
import { vi } from "vitest";
import type { TrackView } from "@/api/generated";
import { type AppStore, makeStore } from "@/app/store";
import { makeEngine } from "@/components/player/engine";

export const track = (number: number, more: Partial<TrackView> = {}): TrackView => ({
  isrc: `QZBB1250000${number}`,
  name: `Song ${number}`,
  artist: "Hana Oh",
  thumbnail: null,
  audio_url: `/sound/${number}`,
  preview_seconds: 60,
  duration: 72,
  category: "bgm",
  is_new: false,
  shopping: false,
  tags: [],
  ai_tags: [],
  favorited: false,
  exclusive_logo: null,
  released_on: null,
  available: true,
  ...more,
});

/** What a browser's audio element does, as far as it is asked. */
export class FakeAudio extends EventTarget {
  src = "";
  currentTime = 0;
  duration = 60;
  volume = 1;
  readyState = 0;
  HAVE_FUTURE_DATA = 3;
  paused = true;
  ended = false;
  seeking = false;
  error: object | null = null;
  refuses: string | null = null;
  loads: string[] = [];
  hasAttribute = () => this.src !== "";
  removeAttribute = () => {
    this.src = "";
  };
  load() {
    this.readyState = 0;
    this.currentTime = 0;
    this.ended = false;
    this.error = null;
    if (this.src) this.loads.push(this.src);
  }
  async play() {
    if (this.refuses) throw new DOMException("no", this.refuses);
    this.paused = false;
  }
  pause() {
    this.paused = true;
  }
  says(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
  /** The address was good: there is sound. */
  sounds() {
    this.readyState = 4;
    this.says("loadedmetadata", "durationchange", "canplay");
    if (!this.paused) this.says("playing");
  }
  reaches(seconds: number) {
    this.currentTime = seconds;
    this.says("timeupdate");
  }
  /** As Chromium does it: what broke is paused, and says that after the error. */
  breaks() {
    this.error = { code: 4 };
    this.paused = true;
    this.says("error", "pause");
  }
  ends() {
    this.currentTime = this.duration;
    this.ended = true;
    this.paused = true;
    this.says("timeupdate", "pause", "ended");
  }
}

/** The line to other windows. */
export class FakeChannel extends EventTarget {
  sent: unknown[] = [];
  postMessage = (message: unknown) => this.sent.push(message);
}

/** An engine, and every call it makes of the server; `answers` has the answer of a path. */
export function playing(answers: Record<string, () => object> = {}) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace("/api/", "");
    asked.push(path + search);
    const answer = answers[path];
    if (!answer) return new Response("{}", { status: 503 });
    return Response.json(answer());
  });
  const store: AppStore = makeStore();
  const audio = new FakeAudio();
  const others = new FakeChannel();
  const engine = makeEngine(
    store,
    audio as unknown as HTMLAudioElement,
    others as unknown as BroadcastChannel,
  );
  const tracks = [1, 2, 3].map((number) => track(number));
  const select = (number = 1, list = tracks) => {
    const chosen = list.find(({ isrc }) => isrc === track(number).isrc) ?? track(number);
    engine.select({ track: chosen, tracks: list, from: "Ranking", owner: "mina" });
  };
  return { store, audio, others, engine, tracks, select, asked };
}
