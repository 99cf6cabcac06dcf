/**
 * Shows the portal's own page where there is no connection, instead of the browser's.
 *
 * It keeps the empty page and the files that are the same for everybody. Answers of the API are
 * never seen here: what is private stays in the memory of the page that asked for it.
 */
const SHELL = "/";
/** No page stands there: what comes shows nothing before it runs, whichever address it is shown at. */
const EMPTY = "/offline";
const PREFIX = "backbeat-";
const ANY_ENCODING = { ignoreVary: true };

/** What the page that is open was made of; caches of other builds go. */
async function keep({ build, files }) {
  const name = PREFIX + build;
  const cache = await caches.open(name);
  const page = await fetch(EMPTY, { credentials: "omit", headers: { Accept: "text/html" } });
  if (page.ok) await cache.put(SHELL, page);
  await Promise.all(files.map((file) => keepFile(cache, file)));
  const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
  await Promise.all(others.map((key) => caches.delete(key)));
}

async function keepFile(cache, file) {
  if (await cache.match(file, ANY_ENCODING)) return;
  const answer = await fetch(file);
  if (answer.ok) await cache.put(file, answer);
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (gone) {
    const kept = await caches.match(SHELL, ANY_ENCODING);
    if (kept) return kept;
    throw gone;
  }
}

async function asset(request) {
  const kept = await caches.match(request, ANY_ENCODING);
  if (kept) return kept;
  const answer = await fetch(request);
  const [name] = (await caches.keys()).filter((key) => key.startsWith(PREFIX));
  if (answer.ok && name) await (await caches.open(name)).put(request, answer.clone());
  return answer;
}

const OTHERS = /^\/(api|embedded)\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || OTHERS.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});
