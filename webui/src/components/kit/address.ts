/** What a screen keeps in its address, and how it changes that. */
import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from "react-router";

export type ParamsChange = (params: URLSearchParams) => void;

interface Step {
  /** Takes the place of the present entry of the history. */
  replace?: boolean;
  /** What the new entry of the history carries. */
  state?: unknown;
}

/**
 * Changes the address as it is now, or is about to be. React Router's own setter starts from what the
 * address said when the screen was last drawn, so that of two quick changes the second undid the first.
 */
export function useChangeParams({
  replace = false,
} = {}): (change: ParamsChange, step?: Step) => void {
  const router = useContext(DataRouterContext)?.router;
  const { pathname } = useLocation();
  return useCallback(
    (change, step) => {
      const now = router && (router.state.navigation.location ?? router.state.location);
      // Where a link was followed meanwhile, this screen's wishes are no longer asked for.
      if (now?.pathname !== pathname) return;
      const params = new URLSearchParams(now.search);
      change(params);
      void router?.navigate(
        { pathname, search: params.toString() },
        { replace, preventScrollReset: true, ...step },
      );
    },
    [router, pathname, replace],
  );
}
