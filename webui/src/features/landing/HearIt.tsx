/** One track that anybody may hear (MUSIC-16). What plays it comes with the tap. */
import { useEffect, useState } from "react";
import { useStore } from "react-redux";
import { useAppSelector, useMe } from "@/app/hooks";
import type { AppStore } from "@/app/store";
import { readyForSound } from "@/components/player/element";
import { StillWave } from "@/components/player/StillWave";
import { makeSound, playStateOf, useSound } from "@/components/player/sound";
import { loadTexts } from "@/i18n";
import { type Heard, TrackCard } from "./TrackCard";

type Hearing = typeof import("./hearing");

async function fetchHearing(): Promise<Hearing> {
  const [hearing] = await Promise.all([import("./hearing"), loadTexts("player")]);
  return hearing;
}

/** Stands for the engine's until it is there. */
const NOTHING_YET = makeSound();

export function HearIt({ music }: { music: Heard }) {
  const { track } = music;
  const { isrc, peaks } = track;
  const store = useStore() as AppStore;
  const owner = useMe()?.info.user_id ?? null;
  const [hearing, setHearing] = useState<Hearing | null>(null);
  const [coming, setComing] = useState<"loading" | "error" | null>(null);
  const status = useAppSelector(({ player }) =>
    player?.track?.isrc === isrc ? player.status : null,
  );
  const engine = hearing?.engineOf(store);
  const { sound } = engine ?? { sound: NOTHING_YET };
  const condition = useSound(sound, (now) => now.condition);
  const at = useSound(sound, (now) => Math.floor(now.at));
  const length = useSound(sound, (now) => Math.round(now.length));
  const isChosen = status !== null;
  const isHeard = hearing !== null && isChosen;

  // Somebody who is logged in may hear it already.
  useEffect(() => {
    if (isChosen) fetchHearing().then(setHearing, () => {});
  }, [isChosen]);

  // A visitor has nothing to stop it by on other pages.
  useEffect(() => {
    if (!engine) return;
    return () => {
      if (store.getState().queue?.owner === null) engine.close();
    };
  }, [engine, store]);

  async function press() {
    if (engine && isHeard) return engine.toggle();
    if (coming === "loading") return;
    readyForSound();
    setComing("loading");
    try {
      const come = await fetchHearing();
      come.hear(store, track, owner);
      setHearing(come);
      setComing(null);
    } catch {
      setComing("error");
    }
  }

  const Wave = hearing?.Wave;
  return (
    <TrackCard
      music={music}
      state={isHeard ? playStateOf(status, condition) : coming}
      isSlow={isHeard && condition === "slow"}
      at={isHeard ? at : 0}
      length={(isHeard && length) || track.preview_seconds || track.duration}
      wave={
        Wave && isHeard ? (
          <Wave code={isrc} device="laptop" peaks={peaks} />
        ) : (
          <StillWave code={isrc} device="laptop" peaks={peaks} />
        )
      }
      onPress={press}
    />
  );
}
