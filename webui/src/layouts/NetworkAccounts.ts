/** Who manages a network has the first accounts below it at hand, from the start and from log-in on (NET-20). */
import { useEffect, useRef } from "react";
import { endsSession } from "@/api/errors";
import { useListMembersQuery } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";

const FIRST = { page: 0 } as const;

/** Draws nothing; says in the server's words that they could not be had, and every page works without them. */
export function NetworkAccounts() {
  const { error } = useListMembersQuery(FIRST);
  // Every page that asks again while they cannot be had brings the refusal anew.
  const isTold = useRef(false);
  useEffect(() => {
    const refusal = asApiError(error);
    if (!refusal) isTold.current = false;
    if (refusal?.kind !== "refused" || endsSession(refusal) || isTold.current) return;
    isTold.current = true;
    snack.error(refusal.message);
  }, [error]);
  return null;
}
