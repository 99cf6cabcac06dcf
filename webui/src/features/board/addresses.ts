/** Where posts stand. */
import type { PostKind } from "@/api/generated";
import { addresses } from "@/app/paths";

export const boardAt = (kind: PostKind): string =>
  kind === "event" ? addresses.events : addresses.notices;

export const postAt = (kind: PostKind, id: string): string => `${boardAt(kind)}/${id}`;
