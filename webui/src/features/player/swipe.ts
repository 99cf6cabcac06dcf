/** A swipe down that hardly goes sideways (PLAYER-3). */
import { type TouchEvent, useRef } from "react";
import { CLOSE_SWIPE_ASIDE_PX, CLOSE_SWIPE_DOWN_PX } from "@/app/constants";

export const isSwipeDown = (down: number, aside: number): boolean =>
  down >= CLOSE_SWIPE_DOWN_PX && Math.abs(aside) <= CLOSE_SWIPE_ASIDE_PX;

/** What moves by itself, or scrolls, keeps its own gestures. */
function isTaken(event: TouchEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  if (target.closest("[data-wave], [data-grip], input")) return true;
  for (let part: Element | null = target; part; part = part.parentElement) {
    if (part.scrollTop > 0 && part !== document.documentElement) return true;
    if (part === event.currentTarget) break;
  }
  return false;
}

export function useSwipeDown(then: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      start.current = touch && !isTaken(event) ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const touch = event.changedTouches[0];
      const from = start.current;
      start.current = null;
      if (!touch || !from) return;
      if (isSwipeDown(touch.clientY - from.y, touch.clientX - from.x)) then();
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}
