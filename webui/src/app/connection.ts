/** Whether there is a connection, as the browser says, and when the server answered last. */
import { useSyncExternalStore } from "react";

interface Connection {
  online: boolean;
  /** Null before the first answer. */
  heardAt: Date | null;
}

let now: Connection = { online: navigator.onLine, heardAt: null };
const listeners = new Set<() => void>();

function note(): void {
  now = { ...now, online: navigator.onLine };
  for (const tell of listeners) tell();
}

window.addEventListener("offline", note);
window.addEventListener("online", note);

export const connection = {
  get: (): Connection => now,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  heard(): void {
    now = { ...now, heardAt: new Date() };
  },
};

export const useConnection = (): Connection =>
  useSyncExternalStore(connection.subscribe, connection.get);
