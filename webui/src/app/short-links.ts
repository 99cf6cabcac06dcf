/** `/r/CODE` leads where the operator said: to sign up, to a track, to a page of this portal (SITE-7). */
import { data, type LoaderFunction, redirect } from "react-router";
import { api } from "@/api";
import { type ApiError, isAnswer } from "@/api/errors";
import type { ShortView } from "@/api/generated-base";
import { addresses, isLocal, paths } from "./paths";
import { store as keep } from "./storage";
import type { AppStore } from "./store";

/** Where a link leads. What it brings along is kept, until it is of use. */
function followed({ kind, target }: ShortView): string {
  switch (kind) {
    case "referral":
      keep("referral", target);
      return paths.join();
    case "track":
      keep("trackCode", target);
      return `${addresses.musicAll}?${new URLSearchParams({ track: target })}`;
    case "url":
      return isLocal(target) ? target : addresses.landing;
  }
}

export function followShortLink(store: AppStore): LoaderFunction {
  return async ({ params }) => {
    const asked = store.dispatch(api.endpoints.resolveShortLink.initiate(params.code ?? ""));
    const { data: link, error } = await asked;
    asked.unsubscribe();
    if (link) return redirect(followed(link));
    const isUnknown = isAnswer(error as ApiError);
    throw isUnknown
      ? data(null, { status: 404 })
      : new Error("the short link could not be asked for");
  };
}
