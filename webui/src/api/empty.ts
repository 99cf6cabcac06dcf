/** The API without endpoints: how a call travels, and which kinds of things can go stale. */
import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./base-query";

/** Kinds of things that can go stale. */
export const TAGS = [
  "Me",
  "Sessions",
  "Board",
  "Notifications",
  "Channels",
  "Members",
  "Reports",
  "VideoReviews",
  "Music",
  "Favorites",
  "Balance",
  "Withdrawals",
  "PaymentInfo",
] as const;

export const emptyApi = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: TAGS,
  endpoints: () => ({}),
});
