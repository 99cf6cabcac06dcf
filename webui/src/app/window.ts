/** The window, as the store knows it: the class of its width, and whether its page is scrolled (WEB-15). */
import { DEBOUNCE_MS, LAPTOP_PX, LARGE_MOBILE_PX } from "./constants";

export type ScreenClass = "mobile" | "large-mobile" | "laptop";

export interface WindowState {
  screen: ScreenClass;
  scrolled: boolean;
}

export function screenClassOf(width: number): ScreenClass {
  if (width < LARGE_MOBILE_PX) return "mobile";
  return width < LAPTOP_PX ? "large-mobile" : "laptop";
}

export const windowNow = (): WindowState => ({
  screen: screenClassOf(window.innerWidth),
  scrolled: window.scrollY > 0,
});

/** Calls through once the calls have paused for a tenth of a second. */
export function debounced(call: () => void, wait = DEBOUNCE_MS): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(call, wait);
  };
}

/** Says how the window is, once the resizing or the scrolling has paused. */
export function followWindow(tell: (state: WindowState) => void): void {
  const look = debounced(() => tell(windowNow()));
  window.addEventListener("resize", look);
  window.addEventListener("scroll", look, { passive: true });
}
