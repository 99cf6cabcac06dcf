/** What every call says about who asks, in which language and money (HTTP-3). */

/** The part of the store that travels in headers. */
export interface WireState {
  session: { token: string | null };
  preferences: { language: string; currency: string };
  site: { domain: string | null };
}

/** Calls that work for anybody and must not be disturbed by a stale token. */
const BARE = ["member/invitation/validate", "member/create.onetime.auth"];

const VALUES: Readonly<Record<string, (state: WireState) => string | null>> = {
  "Accept-Language": ({ preferences }) => preferences.language,
  "ZS-Currency": ({ preferences }) => preferences.currency,
  "Zs-Authentification": ({ session }) => session.token,
  "ZS-Mcn-Domain": ({ site }) => site.domain,
};

/** The names of what a call says. */
export const SAID = Object.keys(VALUES);

export function prepareHeaders(headers: Headers, state: WireState, url: string): Headers {
  if (BARE.some((path) => url.includes(path))) return headers;
  for (const name of SAID) {
    const value = VALUES[name]?.(state);
    if (value) headers.set(name, value);
  }
  return headers;
}
