/** Starts what shows our own page without a connection, and tells it which files this page is made of. */
import { buildId } from "./fresh-builds";
import { SERVICE_WORKER } from "./security";

export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator) || buildId === "dev") return;
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ build: buildId, files: filesInUse() });
  } catch {
    // Private windows may refuse: the page then works with a connection only.
  }
}

const filesInUse = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
