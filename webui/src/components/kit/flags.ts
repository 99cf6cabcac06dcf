/** A dialog is a flag in the URL: opening adds it to the history, so that Back closes the dialog (WEB-5). */
import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { DialogFlag } from "@/app/paths";

interface FlagState {
  /** The flag's value (an id, or `1`), or null while it is not set. */
  value: string | null;
  opened: boolean;
  open: (value?: string) => void;
  close: () => void;
}

export function useFlag(flag: DialogFlag): FlagState {
  const [params] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const value = params.get(flag);
  const pushed = (state as { flag?: string } | null)?.flag === flag;

  const go = useCallback(
    (next: string | null) => {
      const search = new URLSearchParams(params);
      if (next === null) search.delete(flag);
      else search.set(flag, next);
      return { pathname, search: search.toString() };
    },
    [params, pathname, flag],
  );

  const open = useCallback(
    (next = "1") => void navigate(go(next), { state: { flag }, preventScrollReset: true }),
    [navigate, go, flag],
  );
  const close = useCallback(() => {
    if (pushed) void navigate(-1);
    else void navigate(go(null), { replace: true, preventScrollReset: true });
  }, [navigate, go, pushed]);

  return { value, opened: value !== null, open, close };
}
