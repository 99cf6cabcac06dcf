/** Where on the screen the thing stands that a mark speaks of. */
import { useEffect, useState } from "react";

interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
  bottom: number;
}

export interface Place<Name extends string> {
  name: Name;
  box: Box;
}

/** So much more than the thing itself is lit. */
const AROUND = 6;

function boxOf(thing: Element): Box {
  const { top, left, width, height, bottom } = thing.getBoundingClientRect();
  return {
    top: top - AROUND,
    left: left - AROUND,
    width: width + 2 * AROUND,
    height: height + 2 * AROUND,
    bottom: bottom + AROUND,
  };
}

interface Found<Name extends string> {
  name: Name;
  thing: Element;
}

/** The first of the things that is there; nothing while another dialog is open. */
function find<Name extends string>(names: readonly Name[]): Found<Name> | null {
  if (document.querySelector("[aria-modal=true]")) return null;
  for (const name of names) {
    const thing = document.querySelector(`[data-tour=${name}]`);
    if (thing) return { name, thing };
  }
  return null;
}

/** Waits for one of the things, brings it into view, and follows it wherever it goes. */
export function useSpot<Name extends string>(names: readonly Name[]): Place<Name> | null {
  const [found, take] = useState<Found<Name> | null>(null);
  const [place, put] = useState<Place<Name> | null>(null);

  useEffect(() => {
    const look = () => take((before) => (before?.thing.isConnected ? before : find(names)));
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [names]);

  useEffect(() => {
    if (!found) return put(null);
    const { name, thing } = found;
    const follow = () => put({ name, box: boxOf(thing) });
    thing.scrollIntoView({ block: "center" });
    follow();
    const sizes = new ResizeObserver(follow);
    sizes.observe(document.body);
    sizes.observe(thing);
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("resize", follow);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", follow);
      window.removeEventListener("resize", follow);
    };
  }, [found]);

  return place;
}
