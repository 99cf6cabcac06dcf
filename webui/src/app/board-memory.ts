/** What the browser remembers of the board: posts that were read, the header as it was, banners hidden for a day. */
import type { HeaderNoticeView } from "@/api/generated";
import { readStored, type StorageKey, store } from "./storage";

/** So many ids are remembered. */
const MOST = 500;

interface BoardMemory {
  read: string[];
  dismissed: string[];
  header: HeaderNoticeView[];
}

const list = <T>(value: unknown, fits: (item: unknown) => item is T): T[] =>
  Array.isArray(value) ? value.filter(fits) : [];
const isText = (value: unknown): value is string => typeof value === "string";
const isNotice = (value: unknown): value is HeaderNoticeView => {
  const { id, kind, title } = Object(value) as Partial<Record<string, unknown>>;
  return isText(id) && isText(title) && (kind === "notice" || kind === "event");
};

/** Whatever stands there: what is no object of ours counts as nothing. */
function parsed(key: StorageKey): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readStored(key) ?? "{}"));
  } catch {
    return {};
  }
}

export function boardMemory(): BoardMemory {
  const { read, dismissed, header } = parsed("boardDetail");
  return {
    read: list(read, isText),
    dismissed: list(dismissed, isText),
    header: list(header, isNotice),
  };
}

const keep = (change: Partial<BoardMemory>) =>
  store("boardDetail", JSON.stringify({ ...boardMemory(), ...change }));

const added = (known: string[], ids: readonly string[]): string[] =>
  [...new Set([...known, ...ids])].slice(-MOST);

export const rememberRead = (...ids: string[]) => keep({ read: added(boardMemory().read, ids) });
export const rememberHeader = (header: HeaderNoticeView[]) => keep({ header });
export const dismissHeader = (id: string) =>
  keep({ dismissed: added(boardMemory().dismissed, [id]) });

/** The pinned post that this reader has not closed. */
export function headerToShow(header: readonly HeaderNoticeView[]): HeaderNoticeView | null {
  const { dismissed } = boardMemory();
  return header.find(({ id }) => !dismissed.includes(id)) ?? null;
}

/** Hides the banners from one account for the rest of the portal's day. */
export function hideBanners(account: string, today: string): void {
  const others = Object.entries(parsed("rollingTodayNotShow")).filter(([, day]) => day === today);
  store("rollingTodayNotShow", JSON.stringify({ ...Object.fromEntries(others), [account]: today }));
}

export const areBannersHidden = (account: string, today: string): boolean =>
  parsed("rollingTodayNotShow")[account] === today;
