/** The API without endpoints: how a call travels, and which kinds of things can go stale. */
import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./base-query";

export const emptyApi = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: [
    "Me",
    "Sessions",
    "Board",
    "Notifications",
    "Channels",
    "Reports",
    "Music",
    "Favorites",
    "Balance",
    "Withdrawals",
    "PaymentInfo",
  ],
  endpoints: () => ({}),
});
