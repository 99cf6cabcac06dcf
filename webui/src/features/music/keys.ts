/** Keys of the music's lists: j and k move, space plays, c copies, f keeps, enter opens, / searches, escape clears. */
import { type RefObject, useEffect, useRef } from "react";

const ACTS: Readonly<Record<string, string>> = { " ": "play", c: "copy", f: "keep" };

/** Typing, dialogs and keys with others held down are not for lists. */
export function isElsewhere({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  if (document.querySelector("[role=dialog][aria-modal=true]")) return true;
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]")
  );
}

const openerOf = (row: Element | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-open]") ?? null;

function move(rows: Element[], step: 1 | -1): void {
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? rows[0] : rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
  openerOf(next)?.focus();
}

export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!list.current || isElsewhere(event)) return;
      const rows = [...list.current.querySelectorAll("[data-code]")];
      if (event.key === "j" || event.key === "k") {
        move(rows, event.key === "j" ? 1 : -1);
        event.preventDefault();
        return;
      }
      const act = ACTS[event.key];
      const row = rows.find((each) => openerOf(each) === document.activeElement);
      const button = act && row?.querySelector<HTMLElement>(`[data-act=${act}] button`);
      if (!button) return;
      button.click();
      event.preventDefault();
      // The player has keys of its own: this one has been heard.
      event.stopImmediatePropagation();
    }
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [list]);
}

/** `/` goes to the search from anywhere on the page. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  const kept = useRef(field);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "/" || isElsewhere(event)) return;
      kept.current.current?.focus();
      event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
