/** Which guides this browser's reader has read to the end. */
import { readStored, store } from "@/app/storage";

export function guidesRead(): string[] {
  try {
    const kept: unknown = JSON.parse(readStored("guidesRead") ?? "[]");
    return Array.isArray(kept) ? kept.filter((at) => typeof at === "string") : [];
  } catch {
    return [];
  }
}

export function rememberGuide(at: string): void {
  store("guidesRead", JSON.stringify([...new Set([...guidesRead(), at])]));
}
