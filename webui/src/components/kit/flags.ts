/** A dialog is a flag in the URL: opening adds it to the history, so that Back closes the dialog (WEB-5). */
import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { DialogFlag } from "@/app/paths";
import { useChangeParams } from "@/components/kit/address";

interface FlagState {
  /** The flag's value (an id, or `1`), or null while it is not set. */
  value: string | null;
  opened: boolean;
  open: (value?: string) => void;
  close: () => void;
}

export function useFlag(flag: DialogFlag): FlagState {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const change = useChangeParams();
  const value = params.get(flag);
  const pushed = (state as { flag?: string } | null)?.flag === flag;

  const open = useCallback(
    (next = "1") => change((params) => params.set(flag, next), { state: { flag } }),
    [change, flag],
  );
  const close = useCallback(() => {
    if (pushed) void navigate(-1);
    else change((params) => params.delete(flag), { replace: true });
  }, [navigate, change, flag, pushed]);

  return { value, opened: value !== null, open, close };
}
