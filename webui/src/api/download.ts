/** Files do not pass through the store: they are fetched with the same headers and handed to the browser. */
import { apiUrl } from "./early";
import { type ApiError, refusalIn } from "./errors";
import { prepareHeaders, type WireState } from "./headers";

function nameOf(answer: Response, fallback: string): string {
  const disposition = answer.headers.get("Content-Disposition") ?? "";
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? fallback);
}

/** Saves a file that is at hand already. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a text that is at hand already. */
export function saveText(text: string, name: string): void {
  save(new Blob([text], { type: "text/plain;charset=utf-8" }), name);
}

/** Fetches a file and saves it; answers with what went wrong, or null. */
export async function download(
  path: string,
  fallbackName: string,
  state: WireState,
): Promise<ApiError | null> {
  try {
    const answer = await fetch(apiUrl(path), {
      headers: prepareHeaders(new Headers(), state, path),
    });
    if (!answer.ok) {
      const body: unknown = await answer.json().catch(() => null);
      return refusalIn(body, answer.status) ?? { kind: "unreachable" };
    }
    save(await answer.blob(), nameOf(answer, fallbackName));
    return null;
  } catch {
    return { kind: "unreachable" };
  }
}
