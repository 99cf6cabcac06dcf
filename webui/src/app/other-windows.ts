/** What happens in other windows of the same browser. */
import type { StorageKey } from "./storage";

/** Calls back once another window forgets a value; answers how to stop listening. */
export function whenForgotten(key: StorageKey, then: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if ((event.key === key || event.key === null) && event.newValue === null) then();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}
