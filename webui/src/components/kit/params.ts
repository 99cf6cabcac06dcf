/** What a list is narrowed to, kept in the URL: search, channel, page, columns. */
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { DEBOUNCE_MS } from "@/app/constants";
import { type ParamsChange, useChangeParams } from "@/components/kit/address";

/** Changes the address without a new place in the history; every change but one of the page starts at its first page. */
export function useParams(): [URLSearchParams, (change: ParamsChange) => void] {
  const [params] = useSearchParams();
  return [params, useChangeParams({ replace: true })];
}

export function put(params: URLSearchParams, name: string, value: string): void {
  if (value) params.set(name, value);
  else params.delete(name);
  params.delete("page");
}

export interface Search {
  /** What stands in the field. */
  typed: string;
  type: (text: string) => void;
  /** What is searched for: the field's text once typing paused. */
  sought: string;
}

export function useSearch(): Search {
  const [params, change] = useParams();
  const sought = params.get("search")?.trim() ?? "";
  const [typed, type] = useState(sought);
  useEffect(() => {
    const text = typed.trim();
    if (text === sought) return;
    const timer = window.setTimeout(
      () => change((address) => put(address, "search", text)),
      DEBOUNCE_MS,
    );
    return () => window.clearTimeout(timer);
  }, [typed, sought, change]);
  return { typed, type, sought };
}
