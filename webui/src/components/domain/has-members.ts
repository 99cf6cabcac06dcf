/** Whether anybody stands below the reader: without members nothing of them is shown to somebody who works alone. */
import { useListMembersQuery } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { canManage } from "@/app/rank";

/** Undefined while it is asked; false where nobody answers. */
export function useHasMembers(): boolean | undefined {
  const manages = canManage(useSignedInMe());
  const { data, error } = useListMembersQuery({ page: 0 }, { skip: !manages });
  if (data) return data.total > 0;
  return manages && !error ? undefined : false;
}
