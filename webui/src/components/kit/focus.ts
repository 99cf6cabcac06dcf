/** Where the keyboard is after something took the place of what had the focus. */
import { type RefObject, useEffect, useRef } from "react";

/** For what has just come in place of what had the focus. */
export function useFirstFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => part.current?.focus(), []);
  return part;
}

/** For what opens a form in its own place: once that has closed, the focus is back on it. */
export function useFocusBack<Part extends HTMLElement>(isOpen: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) part.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return part;
}
