/** How a call travels: headers, one kind of error, the end of a session, and the password asked again. */
import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from "@reduxjs/toolkit/query/react";
import { connection } from "@/app/connection";
import { sessionEnded } from "@/app/session";
import { apiUrl, fetchOnce } from "./early";
import { type ApiError, endsSession, isAnswer, isStepUp, refusalIn, toApiError } from "./errors";
import { dropFrame, partOfFrame } from "./frame";
import { prepareHeaders, type WireState } from "./headers";
import { stepUp } from "./step-up";

const SESSION_CHECK = "member/me";

const urlOf = (args: string | FetchArgs): string => (typeof args === "string" ? args : args.url);

const raw = fetchBaseQuery({
  baseUrl: apiUrl(""),
  fetchFn: fetchOnce as typeof fetch,
  prepareHeaders: (headers, { getState, arg }) =>
    prepareHeaders(headers, getState() as WireState, urlOf(arg)),
});

type Outcome =
  | { data: unknown; error?: never; meta?: FetchBaseQueryMeta }
  | { error: ApiError; data?: never; meta?: FetchBaseQueryMeta };

async function send(args: string | FetchArgs, api: BaseQueryApi, extra: object): Promise<Outcome> {
  const { data, error, meta } = await raw(args, api, extra);
  if (meta?.response) connection.heard();
  const said = meta ? { meta } : {};
  if (error) return { error: toApiError(error), ...said };
  const refusal = refusalIn(data, 200);
  return refusal ? { error: refusal, ...said } : { data, ...said };
}

function noteEnd(error: ApiError, url: string, token: string | null, api: BaseQueryApi): void {
  const { session } = api.getState() as WireState;
  if (token === null || session.token !== token) return;
  if (endsSession(error) || (url.includes(SESSION_CHECK) && isAnswer(error))) {
    api.dispatch(sessionEnded("refused"));
  }
}

export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  ApiError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extra) => {
  const { token } = (api.getState() as WireState).session;
  if (typeof args !== "string") {
    if (args.method) dropFrame();
    const part = await partOfFrame(args.url, args.params, () => api.getState() as WireState);
    if (part) return { data: part };
  }
  let outcome = await send(args, api, extra);
  if (outcome.error && isStepUp(outcome.error) && (await stepUp.ask())) {
    outcome = await send(args, api, extra);
  }
  if (outcome.error) noteEnd(outcome.error, urlOf(args), token, api);
  return outcome;
};
