/** A page that could not be fetched is asked for again by itself (WEB-13). */
import { useEffect, useState } from "react";
import { useConnection } from "@/app/connection";
import { CHUNK_RELOAD_MS } from "@/app/constants";

/**
 * Reloads a page that was opened without a connection as soon as there is one, and one that was not
 * fetched although there seemed to be one every ten seconds while somebody looks at it: a browser says
 * "online" before every way to the server is open. True for the former.
 */
export function useReopening(unfetched: boolean): boolean {
  const { online } = useConnection();
  const [waits] = useState(!online);
  useEffect(() => {
    if (!online) return;
    if (waits) window.location.reload();
    if (!unfetched) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible") window.location.reload();
    }, CHUNK_RELOAD_MS);
    return () => window.clearInterval(timer);
  }, [waits, online, unfetched]);
  return waits;
}
