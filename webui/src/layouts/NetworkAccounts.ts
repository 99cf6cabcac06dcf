/** Who manages a network has the first accounts below it at hand, from the start and from log-in on (NET-18). */
import { useEffect } from "react";
import { endsSession } from "@/api/errors";
import { useListMembersQuery } from "@/api/generated-base";
import { asApiError } from "@/components/kit/error-text";
import { snack } from "@/components/kit/snack";

const FIRST = { page: 0 } as const;

/** Draws nothing; says in the server's words that they could not be had, and every page works without them. */
export function NetworkAccounts() {
  const { error } = useListMembersQuery(FIRST);
  useEffect(() => {
    const refusal = asApiError(error);
    if (refusal?.kind === "refused" && !endsSession(refusal)) snack.error(refusal.message);
  }, [error]);
  return null;
}
