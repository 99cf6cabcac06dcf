/** What an account may do by its rank (NET-2). The server decides; screens leave out what it would refuse. */
import type { MeView } from "@/api/generated-base";

type Rank = Pick<MeView, "permission" | "permission_flag" | "is_mcn_related">;

/** Has members: makes them, changes them, hands channels to them. */
export const canManage = ({ permission, permission_flag }: Rank): boolean =>
  permission === "mcn" || permission_flag === 1;

/** Sees the channels of everybody below it in a network (NET-10). */
export const seesNetwork = (rank: Rank): boolean => rank.is_mcn_related && canManage(rank);

/** Lets a member have members of its own (NET-3). */
export const mayAllowManaging = ({ permission }: Rank): boolean => permission === "mcn";
