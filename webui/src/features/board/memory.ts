/** What the browser remembers of the board: posts that were read, the header as it was, banners hidden for a day. */
import type { HeaderNoticeView } from "@/api/generated";
import { readStored, type StorageKey, store } from "@/app/storage";

/** So many ids are remembered; older ones count as read anyway. */
const MOST = 200;
const NEW_DAYS = 30;

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
export function headerToShow(): HeaderNoticeView | null {
  const { header, dismissed } = boardMemory();
  return header.find(({ id }) => !dismissed.includes(id)) ?? null;
}

/** Whether a post is news to this reader; what is older than a month is none. */
export const isNews = (
  id: string,
  publishedAt: string,
  read: readonly string[],
  now = Date.now(),
) => !read.includes(id) && now - new Date(publishedAt).getTime() < NEW_DAYS * 86_400_000;

/** Hides the banners from one account for the rest of the portal's day. */
export function hideBanners(account: string, today: string): void {
  const others = Object.entries(parsed("rollingTodayNotShow")).filter(([, day]) => day === today);
  store("rollingTodayNotShow", JSON.stringify({ ...Object.fromEntries(others), [account]: today }));
}

export const areBannersHidden = (account: string, today: string): boolean =>
  parsed("rollingTodayNotShow")[account] === today;
