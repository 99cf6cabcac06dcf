/** What the list is narrowed to; the address says it, so that reload, Back and a shared link keep it. */
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { CategoryAsked } from "@/api/generated";
import { useChangeParams } from "@/components/kit/address";
import type { Narrow } from "./api";

export const CATEGORIES = ["bgm", "pop", "ost", "new"] as const satisfies CategoryAsked[];
export type CategoryTab = (typeof CATEGORIES)[number];

export interface Filter {
  search: string;
  tags: readonly string[];
  category: CategoryTab | null;
  shopping: boolean;
  /** The partner whose people alone may use the tracks. */
  onlyWith: string | null;
  /** Whether anything narrows the list. */
  narrows: boolean;
  /** The same as it is asked for. */
  asked: Narrow;
  seek: (text: string) => void;
  choose: (category: CategoryTab | null) => void;
  mark: (tag: string) => void;
  turnShopping: () => void;
  leavePartner: () => void;
  clear: () => void;
}

const PARTS = ["search", "tags", "category", "shopping", "onlyWith"] as const;

function put(params: URLSearchParams, name: (typeof PARTS)[number], value: string): void {
  if (value) params.set(name, value);
  else params.delete(name);
}

/** `shop` is the shelf of shopping sounds: there it is not a choice. */
export function useFilter(shop = false): Filter {
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  return useMemo(() => {
    const search = params.get("search")?.trim() ?? "";
    const tags = [...new Set((params.get("tags") ?? "").split(",").filter(Boolean))];
    const category = CATEGORIES.find((known) => known === params.get("category")) ?? null;
    const chosen = params.get("shopping") === "true";
    const onlyWith = params.get("onlyWith") || null;
    const asked: Narrow = {
      ...(search && { search }),
      ...(tags.length > 0 && { tags: tags.join(",") }),
      ...(category && { category }),
      ...((shop || chosen) && { shopping: true }),
      ...(onlyWith && { only_with: onlyWith }),
    };
    return {
      search,
      tags,
      category,
      shopping: chosen && !shop,
      onlyWith,
      narrows: Boolean(search || tags.length || category || (chosen && !shop) || onlyWith),
      asked,
      seek: (text) => change((address) => put(address, "search", text)),
      choose: (next) => change((address) => put(address, "category", next ?? "")),
      mark: (tag) =>
        change((address) => {
          const left = tags.filter((each) => each !== tag);
          put(address, "tags", (left.length < tags.length ? left : [...tags, tag]).join(","));
        }),
      turnShopping: () => change((address) => put(address, "shopping", chosen ? "" : "true")),
      leavePartner: () => change((address) => put(address, "onlyWith", "")),
      clear: () =>
        change((address) => {
          for (const part of PARTS) address.delete(part);
        }),
    };
  }, [params, change, shop]);
}
