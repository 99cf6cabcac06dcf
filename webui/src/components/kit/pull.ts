/** Pulling a sheet down closes it; there is always a button that does the same. */
import { type PointerEvent, useRef } from "react";

/** So far down that it is meant. */
const FAR_PX = 80;

type Pull = PointerEvent<HTMLElement>;

export function usePull(close: () => void) {
  const from = useRef<number | null>(null);

  function move({ currentTarget, clientY }: Pull): number {
    const down = from.current === null ? 0 : Math.max(0, clientY - from.current);
    const sheet = currentTarget.closest<HTMLElement>("[role=dialog]");
    sheet?.style.setProperty("translate", `0 ${down}px`);
    return down;
  }

  function letGo(event: Pull) {
    const down = move(event);
    from.current = null;
    if (down > FAR_PX) close();
    else move(event);
  }

  return {
    onPointerDown(event: Pull) {
      if ((event.target as Element).closest("button")) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: Pull) => void move(event),
    onPointerUp: letGo,
    onPointerCancel(event: Pull) {
      from.current = null;
      move(event);
    },
  };
}
