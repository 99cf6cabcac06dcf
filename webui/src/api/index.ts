/** The API as the first load has it: the calls that every page may need, and what happens around some of them. */
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { sessionEnded, sessionStarted } from "@/app/session";
import { domainKnown } from "@/app/site";
import { store } from "@/app/storage";
import {
  baseApi,
  type LoginApiResponse,
  type MeApiResponse,
  type MetadataView,
} from "./generated-base";
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
  if ((getState() as WireState).session.token) dispatch(baseApi.util.resetApiState());
  const { token, device, ...me } = answer.data;
  if (device) store("device", device);
  const value: MeApiResponse = me;
  dispatch(baseApi.util.upsertQueryEntries([{ endpointName: "me", arg: undefined, value }]));
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

export const api = baseApi.enhanceEndpoints({
  endpoints: {
    login: { onQueryStarted: startSession },
    join: { onQueryStarted: startSession },
    createOnetimeAuth: { onQueryStarted: startSession },
    acceptMemberInvitation: { onQueryStarted: startSession },
    logout: { onQueryStarted: endAnyway },
    deleteAccount: { onQueryStarted: endWhenDone },
    listCountries: { keepUnusedDataFor: 3_600 },
    getSiteSettings: { keepUnusedDataFor: 3_600 },
    getSiteMetadata: { keepUnusedDataFor: 3_600, onQueryStarted: noteDomain },
  },
});
