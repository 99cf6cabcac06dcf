/**
 * What a page surely asks for is asked by a script of its own, which comes before all others (decision 0312):
 * the answers are under way while the rest is still being fetched. Whoever asks for the same, in the same words,
 * is handed that answer, once.
 */
import { firstChoices } from "@/app/first-choices";
import { servedLook } from "@/app/host";
import { readStored } from "@/app/storage";
import { prepareHeaders, SAID, type WireState } from "./headers";

const asked = new Map<string, Promise<Response>>();

export const apiUrl = (path: string): string => new URL(`/api/${path}`, document.baseURI).href;

/** A call by its address, an empty query being none, and by what its headers say of the reader. */
const keyOf = ({ method, url, headers }: Request): string =>
  [method, url.replace(/\?$/, ""), ...SAID.map((name) => headers.get(name))].join();

/** Asks for these paths now. */
export function askEarly(paths: readonly string[]): void {
  const reader: WireState = {
    session: { token: readStored("token") },
    preferences: firstChoices(),
    site: { domain: servedLook?.domain ?? null },
  };
  for (const path of paths) {
    const headers = prepareHeaders(new Headers(), reader, path);
    const request = new Request(apiUrl(path), { headers });
    const answer = fetch(request);
    // It is read whether anybody takes it or not: unread, it would hold its connection. Who takes it sees a failure.
    answer.then((whole) => whole.clone().blob()).catch(() => undefined);
    asked.set(keyOf(request), answer);
  }
}

/** What was answered is not the whole truth any more. */
export const forgetEarly = (): void => asked.clear();

/** Fetches, unless the same is under way since before. */
export function fetchOnce(request: Request): Promise<Response> {
  const key = keyOf(request);
  const answer = asked.get(key);
  asked.delete(key);
  return answer ?? fetch(request);
}
