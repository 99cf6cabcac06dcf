/** Who may open a page (SESSION-6, WEB-1). */
import { type MiddlewareFunction, redirect } from "react-router";
import { api } from "@/api";
import { type ApiError, isAnswer } from "@/api/errors";
import { strategy, withoutLanguage } from "./address-language";
import { type AuthState, authStateOf } from "./hooks";
import { paths, safeFrom } from "./paths";
import type { AppStore } from "./store";

/** Thrown when the server could not say who this is: the page shows an error with a retry, and the token stays. */
export class SessionUnknown extends Error {}

/** Asks the server who the token belongs to, unless that is known. */
export async function knownSession(store: AppStore): Promise<Exclude<AuthState, "checking">> {
  const before = authStateOf(store.getState());
  if (before !== "checking") return before;
  const asked = store.dispatch(api.endpoints.me.initiate());
  const { error } = await asked;
  asked.unsubscribe();
  const after = authStateOf(store.getState());
  if (after !== "checking") return after;
  if (error && isAnswer(error as ApiError)) return "out";
  throw new SessionUnknown();
}

/** Lets people through who are logged in, with a confirmed e-mail and what else the installation asks for; sends others where they can become that. */
export function requireLogin(store: AppStore): MiddlewareFunction {
  return async ({ request }) => {
    const url = new URL(request.url);
    const state = await knownSession(store);
    const wanted =
      safeFrom(url.searchParams.get("fromUrl")) ??
      withoutLanguage(url.pathname, strategy) + url.search;
    if (state === "out") throw redirect(paths.login(wanted));
    if (state === "verify") throw redirect(paths.joinEmail());
    if (state === "enroll") throw redirect(paths.twoFactor(wanted));
  };
}
