/** Tells the server that a track was heard, opened, or its code copied (MUSIC-7). Nobody waits for it. */
import { useCallback } from "react";
import { type Act, generatedApi } from "@/api/generated";
import { useAppDispatch } from "@/app/hooks";

export function useCount(): (kind: Act, isrc: string) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (kind, isrc) => {
      void dispatch(
        generatedApi.endpoints.logMusic.initiate(
          { kind, isrc },
          { forceRefetch: true, subscribe: false },
        ),
      );
    },
    [dispatch],
  );
}
