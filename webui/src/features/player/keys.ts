/** The player by keys, on every page, while no field or dialog has them (PLAYER-6). */
import { useEffect } from "react";
import { useEngine } from "@/components/player/use-player";
import { SEEK_STEP } from "@/components/player/Wave";

/** Where keys mean something else. */
const FIELDS = "input, textarea, select, [contenteditable=true]";
const OWN_ARROWS =
  "[role=slider], [role=tab], [role=radio], [role=menu], [role=menuitem], [role=listbox], [role=option], [role=treegrid], [role=grid], [data-grip]";
const OWN_SPACE = "button, a, summary, [role=button], [role=checkbox], [role=switch]";
/** A dialog has the keys, unless it is the player's own. */
const OTHER_DIALOG = "[role=dialog]:not([data-player])";

export function usePlayerKeys(): void {
  const engine = useEngine();
  useEffect(() => {
    const acts: Record<string, () => void> = {
      " ": engine.toggle,
      ArrowRight: () => engine.seek(engine.sound.get().at + SEEK_STEP),
      ArrowLeft: () => engine.seek(engine.sound.get().at - SEEK_STEP),
      "shift ArrowRight": engine.next,
      "shift ArrowLeft": engine.previous,
      j: engine.next,
      k: engine.previous,
    };

    function act(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const name = event.shiftKey ? `shift ${event.key}` : event.key;
      const does = acts[name];
      const target = event.target instanceof Element ? event.target : document.body;
      if (!does || target.closest(FIELDS) || document.querySelector(OTHER_DIALOG)) return;
      if (event.key === " " && target.closest(OWN_SPACE)) return;
      if (event.key.startsWith("Arrow") && !event.shiftKey && target.closest(OWN_ARROWS)) return;
      event.preventDefault();
      does();
    }

    window.addEventListener("keydown", act);
    return () => window.removeEventListener("keydown", act);
  }, [engine]);
}
