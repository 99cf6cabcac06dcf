/** What every call says about who asks, in which language and money (HTTP-3). */

/** The part of the store that travels in headers. */
export interface WireState {
  session: { token: string | null };
  preferences: { language: string; currency: string };
  site: { domain: string | null };
}

/** Calls that work for anybody and must not be disturbed by a stale token. */
const BARE = ["member/invitation/validate", "member/create.onetime.auth"];

export function prepareHeaders(headers: Headers, state: WireState, url: string): Headers {
  if (BARE.some((path) => url.includes(path))) return headers;
  headers.set("Accept-Language", state.preferences.language);
  headers.set("ZS-Currency", state.preferences.currency);
  if (state.session.token) headers.set("Zs-Authentification", state.session.token);
  if (state.site.domain) headers.set("ZS-Mcn-Domain", state.site.domain);
  return headers;
}
