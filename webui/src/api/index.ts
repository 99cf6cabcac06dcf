/** The API as the interface uses it: the generated calls, and what each makes stale. */
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { sessionEnded, sessionStarted } from "@/app/session";
import { domainKnown } from "@/app/site";
import {
  generatedApi,
  type LoginApiResponse,
  type MeApiResponse,
  type MetadataView,
} from "./generated";
import type { WireState } from "./headers";

interface Started<Answer> {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: Answer }>;
}

/** A new session brings its person along: nobody has to be asked again. Nothing of an earlier person stays. */
async function startSession(_: unknown, started: Started<LoginApiResponse>) {
  const { dispatch, getState, queryFulfilled } = started;
  const answer = await queryFulfilled.catch(() => null);
  if (!answer) return;
  if ((getState() as WireState).session.token) dispatch(generatedApi.util.resetApiState());
  const { token, ...me } = answer.data;
  const value: MeApiResponse = me;
  dispatch(generatedApi.util.upsertQueryEntries([{ endpointName: "me", arg: undefined, value }]));
  dispatch(sessionStarted(token));
}

/** Logging out ends the session here even when the server cannot be reached. */
async function endAnyway(_: unknown, { dispatch, queryFulfilled }: Started<unknown>) {
  await queryFulfilled.catch(() => null);
  dispatch(sessionEnded("logout"));
}

async function endWhenDone(_: unknown, { dispatch, queryFulfilled }: Started<unknown>) {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(sessionEnded("logout"));
}

async function noteDomain(_: unknown, { dispatch, queryFulfilled }: Started<MetadataView>) {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(domainKnown(answer.data.metadata?.domain ?? null));
}

export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    me: { providesTags: ["Me"] },
    login: { onQueryStarted: startSession },
    join: { onQueryStarted: startSession },
    createOnetimeAuth: { onQueryStarted: startSession },
    logout: { onQueryStarted: endAnyway },
    deleteAccount: { onQueryStarted: endWhenDone },
    verifyEmail: { invalidatesTags: ["Me"] },
    removeTotp: { invalidatesTags: ["Me", "Sessions"] },
    finishEmailChange: { invalidatesTags: ["Me"] },
    updateAccount: { invalidatesTags: ["Me", "Sessions"] },
    updatePush: { invalidatesTags: ["Me"] },
    listSessions: { providesTags: ["Sessions"] },
    endSession: { invalidatesTags: ["Sessions"] },
    listChannels: { providesTags: ["Channels"] },
    addChannel: { invalidatesTags: ["Channels", "Me"] },
    verifyChannel: { invalidatesTags: ["Channels"] },
    reviewChannel: { invalidatesTags: ["Channels"] },
    previewChannelDeletion: { providesTags: ["Channels", "Balance"] },
    deleteChannel: { invalidatesTags: ["Channels", "Me", "Balance", "Reports"] },
    listNotifications: { providesTags: ["Notifications"] },
    readNotification: { invalidatesTags: ["Notifications"] },
    readAllNotifications: { invalidatesTags: ["Notifications"] },
    getPaymentInfo: { providesTags: ["PaymentInfo"] },
    registerPaymentInfo: { invalidatesTags: ["PaymentInfo", "Me"] },
    updatePaymentInfo: { invalidatesTags: ["PaymentInfo", "Me"] },
    getWithdrawalQuote: { providesTags: ["Balance", "PaymentInfo"] },
    listWithdrawals: { providesTags: ["Withdrawals"] },
    requestWithdrawal: { invalidatesTags: ["Withdrawals", "Balance"] },
    listEarnings: { providesTags: ["Balance"] },
    getStatement: { providesTags: ["Balance"] },
    getEarningsDetail: { providesTags: ["Balance"] },
    getInvoice: { providesTags: ["Withdrawals"] },
    getEarningsSummary: { providesTags: ["Balance"] },
    dashboard: { providesTags: ["Reports"] },
    videoDashboard: { providesTags: ["Reports"] },
    listVideos: { providesTags: ["Reports"] },
    channelDashboard: { providesTags: ["Reports"] },
    videoDetails: { providesTags: ["Reports"] },
    listCountries: { keepUnusedDataFor: 3_600 },
    getSiteSettings: { keepUnusedDataFor: 3_600 },
    getSiteMetadata: { keepUnusedDataFor: 3_600, onQueryStarted: noteDomain },
  },
});
