/** What a list is narrowed to, kept in the URL: search, channel, page, columns. */
import { useEffect, useState } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { DEBOUNCE_MS } from "@/app/constants";

type Change = (params: URLSearchParams) => void;

/** Changes the address without a new place in the history; every change but one of the page starts at its first page. */
export function useParams(): [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const change = (act: Change) =>
    setParams(
      (before) => {
        act(before);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params, change];
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
  const [params, setParams] = useSearchParams();
  const sought = params.get("search") ?? "";
  const [typed, type] = useState(sought);
  // A choice that is under way would be lost: the newest change of an address takes the place of others.
  const moving = useNavigation().state !== "idle";
  useEffect(() => {
    const text = typed.trim();
    if (text === sought || moving) return;
    const timer = window.setTimeout(() => {
      setParams(
        (before) => {
          put(before, "search", text);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    }, DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, sought, setParams, moving]);
  return { typed, type, sought };
}
