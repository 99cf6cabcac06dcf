/** Whether a keyboard on the screen takes the room: browsers do not say so, but while one types the page is lower. */
import { useEffect, useState } from "react";
import { debounced } from "@/app/window";

/** A keyboard leaves less than this part of the height; a browser's own bars leave more. */
const LEFT = 0.75;

const isTyping = (): boolean => document.activeElement?.matches("input, textarea") ?? false;

export function useKeyboard(): boolean {
  const [isOpen, show] = useState(false);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    // Enlarged with two fingers a page is no lower than before.
    const height = () => view.height * view.scale;
    let whole = height();
    const look = debounced(() => {
      if (!isTyping()) whole = height();
      show(height() < LEFT * whole);
    });
    view.addEventListener("resize", look);
    return () => view.removeEventListener("resize", look);
  }, []);
  return isOpen;
}
