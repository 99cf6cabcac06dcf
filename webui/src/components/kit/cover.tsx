/**
 * The loading cover: `cover` hides the page, `dim` veils it. Any part of the page may ask for one;
 * it goes when the last has ended, and a moment later, so that it does not flicker (WEB-11).
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { SPINNER_DELAY_MS } from "@/app/constants";
import { useAppSelector } from "@/app/hooks";
import { LOADING } from "@/i18n/languages";
import classes from "./cover.module.css";

type CoverKind = "cover" | "dim";

const entries = new Map<symbol, CoverKind>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks for a cover; the answer ends the asking. */
export function beginCover(kind: CoverKind): () => void {
  const entry = Symbol(kind);
  entries.set(entry, kind);
  tell();
  return () => {
    if (entries.delete(entry)) tell();
  };
}

function wanted(): CoverKind | null {
  if (entries.size === 0) return null;
  return [...entries.values()].includes("cover") ? "cover" : "dim";
}

/** Shows a cover for as long as `active` is true. */
export function useCover(active: boolean, kind: CoverKind = "cover"): void {
  useEffect(() => (active ? beginCover(kind) : undefined), [active, kind]);
}

/** The cover itself, as it looks; it stands before the texts are there. */
export function Cover({ kind }: { kind: CoverKind }) {
  const label = useAppSelector((state) => LOADING[state.preferences.language]);
  return (
    <div className={classes.cover} data-kind={kind} role="progressbar" aria-label={label}>
      <Spinner />
    </div>
  );
}

function Spinner() {
  return (
    <span className={classes.spinner} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

/** Stands once, at the root of the page. */
export function Covers() {
  const now = useSyncExternalStore(subscribe, wanted);
  const [shown, setShown] = useState<CoverKind | null>(now);
  if (now && now !== shown) setShown(now);
  useEffect(() => {
    if (now) return;
    const timer = window.setTimeout(() => setShown(null), SPINNER_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [now]);
  return shown ? <Cover kind={shown} /> : null;
}
