/** What the installation says of itself. Many parts of a page need it: it is asked for once for all of them. */
import { useCallback, useEffect } from "react";
import { baseApi } from "@/api/generated-base";
import { useAppDispatch } from "./hooks";
import type { AppDispatch, RootState } from "./store";

const { initiate, select, useQueryState } = baseApi.endpoints.getSiteSettings;
const said = select();

/** Asks, unless somebody has: a part that comes later does not ask again for what could not be had. */
export function ask(dispatch: AppDispatch, getState: () => RootState): void {
  if (said(getState()).isUninitialized) dispatch(initiate());
}

/** Asks anew for what could not be had: with the next page, and once there is a connection again. */
export function askAgain(dispatch: AppDispatch, getState: () => RootState): void {
  if (said(getState()).isError) dispatch(initiate(undefined, { forceRefetch: true }));
}

export function useSiteSettings() {
  const dispatch = useAppDispatch();
  const { data, error, isUninitialized } = useQueryState();
  useEffect(() => {
    if (isUninitialized) dispatch(ask);
  }, [dispatch, isUninitialized]);
  const refetch = useCallback(() => dispatch(askAgain), [dispatch]);
  return { data, error, isLoading: !data && !error, refetch };
}
