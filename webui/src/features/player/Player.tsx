/** The player above every page: the bar, on phones its sheet, and what keys and lock screens do. */
import { useEffect, useRef } from "react";
import { useAppSelector } from "@/app/hooks";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useScreenClass } from "@/components/kit/screen";
import { shownTrackOf } from "@/components/player/state";
import { useEngine, usePlayState } from "@/components/player/use-player";
import "@/styles/kit.css";
import { LaptopBar, PhoneBar } from "./Bar";
import { useKeeping } from "./keeping";
import { usePlayerKeys } from "./keys";
import { useMediaSession } from "./media-session";

const Sheet = late(async () => (await import("./Sheet")).Sheet);

export function Player() {
  const track = useAppSelector(shownTrackOf);
  const laptop = useScreenClass() === "laptop";
  const { opened, open, close } = useFlag("player");
  useKeeping();
  useMediaSession(track);
  usePlayerKeys();
  const bar = useClickBeside();
  if (!track) return null;
  return (
    <>
      {laptop ? (
        <LaptopBar ref={bar} track={track} />
      ) : (
        <PhoneBar ref={bar} track={track} onOpen={() => open()} />
      )}
      {!laptop && opened && <Sheet track={track} onClose={close} />}
    </>
  );
}

/** Parts that stand elsewhere and belong to the player all the same, and what lies above the page. */
const BESIDE_NOT = "[data-plays], [role=dialog], [role=alert], [role=status], [data-portal]";

/** A click beside the bar closes it while nothing plays (PLAYER-3). */
function useClickBeside() {
  const engine = useEngine();
  const state = usePlayState();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === null || state === "playing" || state === "loading") return;
    function beside({ target }: MouseEvent) {
      if (!(target instanceof Element) || bar.current?.contains(target)) return;
      if (engine.sound.get().nextIn !== null || target.closest(BESIDE_NOT)) return;
      engine.close();
    }
    document.addEventListener("click", beside, { capture: true });
    return () => document.removeEventListener("click", beside, { capture: true });
  }, [engine, state]);
  return bar;
}
