/** A page that has been open for long notices a newer build, and loads it when the person moves on (WEB-13). */
import type { DataRouter } from "react-router";
import { connection } from "./connection";
import { BUILD_CHECK_MS, CHUNK_RELOAD_MS } from "./constants";

declare const __BUILD_ID__: string;
declare const __VERSION__: string;

/** The build this page was made from. */
export const buildId: string = __BUILD_ID__;

/** The release it belongs to. */
export const version: string = __VERSION__;

async function latestBuild(): Promise<string | null> {
  try {
    const answer = await fetch("/builds/latest.json", { cache: "no-store" });
    const { id } = (await answer.json()) as { id?: unknown };
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}

type Address = { pathname: string; search: string; hash: string };
const hrefOf = (to: Address): string => to.pathname + to.search + to.hash;

type Router = Pick<DataRouter, "state" | "subscribe">;

/** Asks once an hour; after a newer build was seen the next navigation is a full load, never a form's page in the middle. */
export function followBuilds(router: Router, load = (href: string) => location.assign(href)): void {
  let stale = false;
  window.setInterval(async () => {
    const latest = await latestBuild();
    stale ||= latest !== null && latest !== buildId;
  }, BUILD_CHECK_MS);
  router.subscribe(({ navigation, location: here }) => {
    const to = navigation.location;
    if (stale && to && to.pathname !== here.pathname) load(hrefOf(to));
  });
}

const unfetched = new WeakSet<object>();

/** Whether this is what a page met whose module could not be fetched. */
export const isUnfetched = (error: unknown): boolean =>
  error instanceof Error && unfetched.has(error);

/** A page module that cannot be fetched (an old build's) reloads the page, at most once in ten seconds for a path. */
export function reloadOnStaleChunk(
  router: Router,
  load = (href: string) => location.assign(href),
): void {
  window.addEventListener("vite:preloadError", (event) => {
    unfetched.add(event.payload);
    // While a page is being fetched the router still stands on the one before.
    const to = router.state.navigation.location ?? router.state.location;
    // Without a connection a reload would help nobody: the page says so itself (WEB-13).
    if (!connection.get().online) return;
    const key = `reload:${to.pathname}`;
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < CHUNK_RELOAD_MS) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    load(hrefOf(to));
  });
}
