/** The screen class: under 640 px a phone, from 1100 px a laptop (WEB-15). */
import { useSyncExternalStore } from "react";
import { DEBOUNCE_MS, LAPTOP_PX, LARGE_MOBILE_PX } from "@/app/constants";

type ScreenClass = "mobile" | "large-mobile" | "laptop";

export function screenClassOf(width: number): ScreenClass {
  if (width < LARGE_MOBILE_PX) return "mobile";
  return width < LAPTOP_PX ? "large-mobile" : "laptop";
}

/** Calls through once the calls have paused for a tenth of a second. */
export function debounced(call: () => void, wait = DEBOUNCE_MS): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(call, wait);
  };
}

function subscribe(listener: () => void): () => void {
  const later = debounced(listener);
  window.addEventListener("resize", later);
  return () => window.removeEventListener("resize", later);
}

export const useScreenClass = (): ScreenClass =>
  useSyncExternalStore(subscribe, () => screenClassOf(window.innerWidth));
