/** One name for one act: sent again after a lost answer, the request gets its first answer again. */
import type { RequestBody } from "@/api/generated";

const PLACE = "withdrawal";

interface Kept {
  /** What is asked for; another act has another name. */
  act: string;
  key: string;
}

function kept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** The key of this request, the same until it has succeeded. */
export function actKey({ method, currency, total }: RequestBody): string {
  const act = `${method} ${currency} ${total}`;
  const before = kept();
  if (before?.act === act) return before.key;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = uuid(bytes);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ act, key }));
  } catch {
    // Private windows may refuse: sending again after a reload is then a new act.
  }
  return key;
}

/** A random UUID; `crypto.randomUUID` is missing on pages without TLS. */
function uuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function forgetActKey(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // Nothing was kept then.
  }
}
