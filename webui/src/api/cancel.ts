/** Questions nobody waits for any more are taken back (S7.040). */
import { useEffect } from "react";
import { useAppDispatch } from "@/app/hooks";
import { generatedApi } from "./generated";

type Cancellable =
  | "dashboard"
  | "videoDashboard"
  | "listVideos"
  | "channelDashboard"
  | "videoDetails";

/**
 * Aborts the call for these arguments when they change, or when the screen goes. For calls that one
 * screen alone makes: whoever else waits for the same answer would lose it. `null` asks nothing.
 */
export function useCancelled<Name extends Cancellable>(
  name: Name,
  args: Parameters<(typeof generatedApi.endpoints)[Name]["initiate"]>[0] | null,
): void {
  const dispatch = useAppDispatch();
  const key = JSON.stringify(args);
  useEffect(() => {
    const asked = JSON.parse(key);
    if (asked === null) return;
    return () => {
      dispatch(generatedApi.util.getRunningQueryThunk(name, asked))?.abort();
    };
  }, [dispatch, name, key]);
}
