/** What the browser keeps for us (WEB-10). Storage may be full, forbidden or broken: reading then finds nothing. */
export type StorageKey =
  | "token"
  | "device"
  | "language"
  | "currency"
  | "scheme"
  | "referral"
  | "trackCode"
  | "hideChannelGuidePopup"
  | "rollingTodayNotShow"
  | "invoice"
  | "boardDetail"
  | "celebrated"
  | "guidesRead"
  | "player";

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; `null` forgets it. */
export function store(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse: the value then lasts for this visit only.
  }
}
