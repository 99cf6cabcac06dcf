/** What the figures are narrowed to, as the calls take it and the URL keeps it. */
import { useSearchParams } from "react-router";

/** The channels that no member holds (DASH-7). */
export const SELF = "self";

/** The member whose figures are asked for; empty where they are everybody's. */
export function useMemberFilter(): { subaccount?: string } {
  const subaccount = useSearchParams()[0].get("subaccount");
  return subaccount ? { subaccount } : {};
}

/** What a list and its report have in common. */
const KEPT = ["period", "channel", "subaccount"] as const;

/** The same period, channel and member at another address. */
export function narrowed(path: string, params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of KEPT) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}
