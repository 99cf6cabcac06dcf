/** The player: what is chosen, when it sounds, what comes next, and what is said when nothing does. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { generatedApi } from "@/api/generated";
import {
  CLOSE_SWIPE_ASIDE_PX,
  CLOSE_SWIPE_DOWN_PX,
  NEXT_TRACK_MS,
  PLAY_DELAY_MS,
  SLOW_SOUND_MS,
} from "@/app/constants";
import { sessionEnded, sessionStarted } from "@/app/session";
import {
  neighboursOf,
  playerClosed,
  playerOf,
  queueOf,
  volumeChanged,
} from "@/components/player/state";
import { useFavourite } from "@/components/player/use-favourite";
import { BARS, pathOf, waveOf } from "@/components/player/wave-shape";
import { movedTo, shuffledAfter } from "@/features/player/order";
import { isSwipeDown } from "@/features/player/swipe";
import { playing, track } from "./player";
import { hooked } from "./wrapped";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const soon = () => vi.advanceTimersByTimeAsync(0);
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const codes = (tracks: readonly { isrc: string }[]) => tracks.map(({ isrc }) => isrc.at(-1));

async function heard(world = playing()) {
  world.select();
  await later(PLAY_DELAY_MS);
  world.audio.sounds();
  return { ...world, state: () => playerOf(world.store.getState()) };
}

describe("what it holds", () => {
  test("is the track, one of three states, and the favourites, and nothing else", async () => {
    const { state } = await heard();

    expect(Object.keys(state()).sort()).toEqual(["favourites", "status", "track"]);
    expect(["pause", "play", "end"]).toContain(state().status);
  });

  test("a chosen track waits at its beginning and plays after a short pause", async () => {
    const { engine, audio, select, store } = playing();
    const status = () => playerOf(store.getState()).status;
    engine.sound.set({ at: 40 });

    select();
    expect([engine.sound.get().at, status(), audio.paused]).toEqual([0, "pause", true]);
    await later(PLAY_DELAY_MS - 1);
    expect(status()).toBe("pause");
    await later(1);

    expect([status(), audio.paused]).toEqual(["play", false]);
  });

  test("the sound is asked for at once, and nothing else is", async () => {
    const { audio, select, asked } = playing();
    select();
    expect(audio.loads).toEqual(["/sound/1"]);
    await later(PLAY_DELAY_MS);
    expect(asked).toEqual([]);
  });

  test("another choice within the pause is the one that plays", async () => {
    const { audio, select, store } = playing();
    select(1);
    await later(PLAY_DELAY_MS / 2);
    select(2);
    await later(PLAY_DELAY_MS);

    expect(audio.src).toBe("/sound/2");
    expect(playerOf(store.getState()).track?.isrc).toBe(track(2).isrc);
  });

  test("the end of the audio is the status end", async () => {
    const { audio, state } = await heard();
    audio.ends();
    expect(state().status).toBe("end");
  });

  test("a log-out stops it and forgets everything, one that merely ran out does not", async () => {
    const { audio, store, state } = await heard();
    store.dispatch(volumeChanged(0.4));
    store.dispatch(sessionEnded("refused"));
    expect([state().status, audio.paused]).toEqual(["play", false]);
    expect(queueOf(store.getState())).toMatchObject({ owner: "mina", volume: 0.4 });

    store.dispatch(sessionEnded("logout"));

    expect(audio.paused).toBe(true);
    expect(audio.src).toBe("");
    expect(state()).toEqual({ track: null, status: "pause", favourites: [] });
    expect(queueOf(store.getState())).toEqual({ tracks: [], from: "", volume: 1, owner: null });
  });

  test("closed it holds no list, and is as loud as it was the next time", async () => {
    const { store } = await heard();
    store.dispatch(volumeChanged(0.4));

    store.dispatch(playerClosed());

    expect(queueOf(store.getState())).toEqual({ tracks: [], from: "", volume: 0.4, owner: null });
  });
});

describe("the list it came from", () => {
  test("next and previous go along it, past what cannot be heard", async () => {
    const { engine, store, select, tracks } = playing();
    const list = [
      tracks[0],
      track(4, { audio_url: null }),
      track(5, { available: false }),
      tracks[2],
    ];
    select(1, list as typeof tracks);
    const current = () => playerOf(store.getState()).track?.isrc.at(-1);

    engine.next();
    expect(current()).toBe("3");
    engine.next();
    expect(current()).toBe("3");
    engine.previous();
    expect(current()).toBe("1");
    engine.sound.set({ at: 30 });
    engine.previous();
    expect([current(), engine.sound.get().at]).toEqual(["1", 0]);
  });

  test("previous is the one before, not the first", () => {
    const { engine, store, select } = playing();
    select(3);
    const current = () => playerOf(store.getState()).track?.isrc.at(-1);

    engine.previous();
    expect(current()).toBe("2");
    engine.previous();
    expect(current()).toBe("1");
  });

  test("after the end the next one begins in three seconds, told by the second", async () => {
    const { engine, audio, state } = await heard();
    audio.ends();
    const told = [];
    for (let second = 0; second < NEXT_TRACK_MS / 1_000; second += 1) {
      told.push(engine.sound.get().nextIn);
      await later(1_000);
    }
    expect(told).toEqual([3, 2, 1]);
    expect(state().track?.isrc).toBe(track(2).isrc);
    await later(PLAY_DELAY_MS);
    expect([state().status, audio.src]).toEqual(["play", "/sound/2"]);
    expect(engine.sound.get().nextIn).toBeNull();
  });

  test("Stay stops the counting, and Play begins the same track again", async () => {
    const { engine, audio, state } = await heard();
    audio.ends();
    engine.stay();
    await later(NEXT_TRACK_MS * 2);
    expect([state().track?.isrc, state().status]).toEqual([track(1).isrc, "end"]);

    engine.play();

    expect([state().status, audio.currentTime, audio.paused]).toEqual(["play", 0, false]);
  });

  test("behind the last track nothing counts", async () => {
    const { engine, audio, select, store } = playing();
    select(3);
    await later(PLAY_DELAY_MS);
    audio.sounds();
    audio.ends();
    await later(NEXT_TRACK_MS * 2);
    expect(engine.sound.get().nextIn).toBeNull();
    expect(playerOf(store.getState()).track?.isrc).toBe(track(3).isrc);
  });

  test("mixing leaves what was heard, loses nothing and doubles nothing", () => {
    const tracks = [1, 2, 3, 4, 5].map((number) => track(number));
    const mixed = shuffledAfter(tracks, track(2).isrc, () => 0.99);
    expect(codes(mixed)).toEqual(["1", "2", "5", "4", "3"]);
    expect(codes(shuffledAfter(tracks, track(2).isrc, () => 0))).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("a track is moved to where another stands", () => {
    const tracks = [1, 2, 3, 4].map((number) => track(number));
    expect(codes(movedTo(tracks, track(4).isrc, track(2).isrc))).toEqual(["1", "4", "2", "3"]);
    expect(codes(movedTo(tracks, track(2).isrc, track(3).isrc))).toEqual(["1", "3", "2", "4"]);
    expect(codes(movedTo(tracks, "none", track(3).isrc))).toEqual(["1", "2", "3", "4"]);
  });
});

describe("trouble", () => {
  const detail = () => ({ ...track(1, { audio_url: "/sound/fresh" }), peaks: [1] });

  test("an address that ran out is asked for anew without a word, and it goes on where it was", async () => {
    const world = await heard(playing({ "v2/music/detail": detail }));
    const { audio, engine, state, asked } = world;
    audio.reaches(31);

    audio.breaks();
    await soon();

    expect(asked.filter((path) => path.startsWith("v2/music/detail"))).toHaveLength(1);
    expect(audio.src).toBe("/sound/fresh");
    audio.sounds();
    expect([audio.currentTime, audio.paused, state().status]).toEqual([31, false, "play"]);
    expect(engine.sound.get().condition).toBe("ready");
  });

  test("failing again in the same place is said, and trying again is one tap", async () => {
    const { audio, engine, state } = await heard(playing({ "v2/music/detail": detail }));
    audio.reaches(31);
    audio.breaks();
    await soon();

    audio.breaks();
    await soon();
    expect([engine.sound.get().condition, state().status]).toEqual(["error", "pause"]);
    engine.toggle();
    audio.sounds();

    expect([engine.sound.get().condition, state().status]).toEqual(["ready", "play"]);
    expect(audio.currentTime).toBe(31);
  });

  test("another failure further on is asked for anew as well", async () => {
    const { audio, asked } = await heard(playing({ "v2/music/detail": detail }));
    for (const at of [10, 40]) {
      audio.reaches(at);
      audio.breaks();
      await soon();
      audio.sounds();
    }
    expect(asked.filter((path) => path.startsWith("v2/music/detail"))).toHaveLength(2);
  });

  test("what breaks while it is paused is nobody's trouble, and comes anew", async () => {
    const { audio, engine, state } = await heard();
    audio.reaches(20);
    engine.pause();
    audio.breaks();
    expect([engine.sound.get().condition, state().status, audio.src]).toEqual([
      "ready",
      "pause",
      "",
    ]);
    engine.toggle();
    audio.sounds();
    expect([audio.src, audio.currentTime, state().status]).toEqual(["/sound/1", 20, "play"]);
  });

  test("a track that the server does not tell of any more is an error", async () => {
    const { audio, engine } = await heard();
    audio.breaks();
    await later(0);
    expect(engine.sound.get().condition).toBe("error");
  });

  test("the answer for an earlier choice changes nothing", async () => {
    const { audio, select, state } = await heard(playing({ "v2/music/detail": detail }));
    audio.reaches(5);
    audio.breaks();
    select(2);
    await soon();
    expect(audio.src).toBe("/sound/2");
    expect(state().track?.isrc).toBe(track(2).isrc);
  });

  test("without a network it says so, and plays on by itself once it is back", async () => {
    const { audio, engine, state } = await heard();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    audio.reaches(12);
    audio.says("waiting");
    audio.breaks();
    expect([engine.sound.get().condition, state().status]).toEqual(["offline", "pause"]);

    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    audio.sounds();

    expect([engine.sound.get().condition, state().status]).toEqual(["ready", "play"]);
    expect(audio.currentTime).toBe(12);
  });

  test("a network that carries nothing yet is tried again, five times", async () => {
    const { audio, engine, state } = await heard();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    const online = () => window.dispatchEvent(new Event("online"));
    const fails = async () => {
      audio.breaks();
      await later(0);
    };
    const told = () => [engine.sound.get().condition, state().status];
    audio.reaches(12);
    audio.says("waiting");
    window.dispatchEvent(new Event("offline"));
    online();

    for (let tries = 0; tries < 5; tries += 1) {
      await fails();
      expect(told()).toEqual(["offline", "pause"]);
      await later(2_000);
      expect(told()).toEqual(["loading", "play"]);
    }
    await fails();
    expect(told()).toEqual(["error", "pause"]);

    engine.toggle();
    audio.sounds();
    expect(told()).toEqual(["ready", "play"]);
    expect(audio.currentTime).toBe(12);
    // Heard again, what breaks next is no return any more.
    await fails();
    expect(told()).toEqual(["error", "pause"]);
  });

  test("who closes it, or is quicker, is not brought back by the network", async () => {
    const { audio, engine, state } = await heard();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    audio.says("waiting");
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    audio.breaks();
    await later(0);
    expect(engine.sound.get().condition).toBe("offline");

    engine.toggle();
    audio.sounds();
    const loads = audio.loads.length;
    await later(10_000);
    expect([audio.loads.length, state().status]).toEqual([loads, "play"]);

    audio.says("waiting");
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    audio.breaks();
    await later(0);
    engine.close();
    await later(10_000);
    expect(audio.loads.length).toBe(loads + 1);
  });

  test("waiting for long is said", async () => {
    const { audio, engine } = await heard();
    audio.says("waiting");
    expect(engine.sound.get().condition).toBe("loading");
    await later(SLOW_SOUND_MS);
    expect(engine.sound.get().condition).toBe("slow");
    audio.sounds();
    expect(engine.sound.get().condition).toBe("ready");
  });

  test("a browser that wants a tap first leaves it paused", async () => {
    const { audio, select, store, engine } = playing();
    audio.refuses = "NotAllowedError";
    select();
    await later(PLAY_DELAY_MS);
    audio.sounds();
    expect(playerOf(store.getState()).status).toBe("pause");
    expect(engine.sound.get().condition).toBe("ready");
  });

  test("headphones pulled out pause it", async () => {
    const { audio, state } = await heard();
    audio.pause();
    audio.says("pause");
    expect(state().status).toBe("pause");
  });
});

describe("windows", () => {
  test("tell each other that they play, and the earlier one pauses", async () => {
    const { others, audio, state, engine } = await heard();
    expect(others.sent).toHaveLength(1);
    others.dispatchEvent(new Event("message"));
    expect([state().status, audio.paused]).toEqual(["pause", true]);
    engine.play();
    expect(others.sent).toHaveLength(2);
  });
});

describe("windows and the end", () => {
  test("one that counts to its next track stops counting when another plays", async () => {
    const { others, audio, state, engine } = await heard();
    audio.ends();
    others.dispatchEvent(new Event("message"));
    await later(NEXT_TRACK_MS * 2);
    expect([state().track?.isrc, engine.sound.get().nextIn]).toEqual([track(1).isrc, null]);
  });
});

describe("what is kept", () => {
  test("goes with a log-out, and stays when a session ran out or begins", () => {
    const { store } = playing();
    const kept = (action: Parameters<typeof store.dispatch>[0]) => {
      store.dispatch(action);
      return localStorage.getItem("player");
    };
    localStorage.setItem("player", "kept");
    expect(kept(sessionStarted("token"))).toBe("kept");
    expect(kept(sessionEnded("refused"))).toBe("kept");
    expect(kept(sessionStarted("token"))).toBe("kept");
    expect(kept(sessionEnded("logout"))).toBeNull();
  });
});

describe("counting", () => {
  const done = () => ({ "music/music.log": () => ({}), "v2/music/detail": () => ({}) });
  const plays = (asked: string[]) => asked.filter((path) => path.startsWith("music/music.log"));

  test("a play is counted once it sounds, and once", async () => {
    const { audio, engine, asked } = await heard(playing(done()));
    await soon();
    engine.pause();
    engine.play();
    audio.sounds();
    await soon();
    expect(plays(asked)).toEqual([`music/music.log?kind=play&isrc=${track(1).isrc}`]);
  });

  test("heard again from its beginning it is another play", async () => {
    const { audio, engine, asked } = await heard(playing(done()));
    await soon();
    audio.ends();
    engine.play();
    audio.says("playing");
    await soon();
    expect(plays(asked)).toHaveLength(2);
  });
});

describe("favourites", () => {
  const { toggleFavorite, getTrack } = generatedApi.endpoints;
  const saved = { isrc: track(1).isrc, favorited: true, count: 1, limit: 15 };

  test("flip at once, before the server answers", async () => {
    const { store } = playing({ "music/favorite.toggle": () => saved });
    const asked = store.dispatch(toggleFavorite.initiate({ isrc: track(1).isrc }));
    expect(playerOf(store.getState()).favourites).toEqual([track(1).isrc]);
    await asked;
    expect(playerOf(store.getState()).favourites).toEqual([track(1).isrc]);
  });

  test("a refused toggle drops the track, whatever it was for", async () => {
    const { store } = playing({
      "v2/music/detail": () => ({ ...track(1, { favorited: true }), peaks: [] }),
    });
    await store.dispatch(getTrack.initiate(track(1).isrc));
    expect(playerOf(store.getState()).favourites).toEqual([track(1).isrc]);
    for (const _ of ["un-favourite", "favourite"]) {
      await store.dispatch(toggleFavorite.initiate({ isrc: track(1).isrc }));
      expect(playerOf(store.getState()).favourites).toEqual([]);
    }
  });

  test("a track without a code has a heart that does nothing", async () => {
    const { store, asked } = playing();
    for (const [code, toggles] of [
      [undefined, 0],
      [track(1).isrc, 1],
    ] as const) {
      const heart = hooked(() => useFavourite(code), store);
      await heart.now().flip();
      expect(heart.now().saved).toBe(false);
      expect(asked.filter((path) => path.includes("toggle"))).toHaveLength(toggles);
      heart.unmount();
    }
  });

  test("the server's list is the truth that stays", async () => {
    const { store } = playing({
      "music/favorite.toggle": () => ({ ...saved, favorited: false }),
    });
    await store.dispatch(toggleFavorite.initiate({ isrc: track(1).isrc }));
    expect(playerOf(store.getState()).favourites).toEqual([]);
  });
});

describe("fingers", () => {
  const [down, aside] = [CLOSE_SWIPE_DOWN_PX, CLOSE_SWIPE_ASIDE_PX];

  test.each([
    [80, 10, true],
    [80, 60, false],
    [80, -60, false],
    [down, aside, true],
    [down - 1, 0, false],
    [down, aside + 1, false],
    [-80, 0, false],
  ])("%i px down and %i aside", (dy, dx, closes) => {
    expect(isSwipeDown(dy, dx)).toBe(closes);
  });
});

describe("the wave", () => {
  test.each(Object.values(BARS))("has %i bars, from measured peaks or without", (count) => {
    expect(waveOf("QZBB12500001", [], count)).toHaveLength(count);
    expect(waveOf("QZBB12500001", Array(200).fill(50), count)).toEqual(Array(count).fill(1));
    expect(pathOf(waveOf("QZBB12500001", [], count)).split("M")).toHaveLength(count + 1);
  });

  test("the loudest of the peaks that share a bar counts, and silence is still a bar", () => {
    const [quiet = 0, loud, least = 0] = waveOf("QZBB12500001", [0, 10, 0, 100, 0, 0], 3);
    expect(loud).toBe(1);
    expect(quiet).toBeCloseTo(0.12 + 0.88 * 0.1);
    expect(least).toBe(0.12);
  });

  test("without peaks the code draws it, always the same", () => {
    expect(waveOf("QZBB12500001", [], 76)).toEqual(waveOf("QZBB12500001", [], 76));
    expect(waveOf("QZBB12500001", [], 76)).not.toEqual(waveOf("QZBB12500002", [], 76));
  });

  test("a list may end anywhere", () => {
    const { store } = playing();
    expect(neighboursOf(store.getState())).toEqual({ next: null, previous: null, after: [] });
  });
});
