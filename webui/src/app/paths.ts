/** Every address of the interface: `addresses` as they stand, `paths` where something goes into one. */
import * as addresses from "./addresses.gen";

export { addresses };

export const HOME = addresses.dashboard;

const withFrom = (path: string, from?: string | null): string =>
  from ? `${path}?${new URLSearchParams({ fromUrl: from })}` : path;

export const TERMS = {
  terms: addresses.terms,
  policy: addresses.termsPolicy,
  ofl: addresses.termsOfl,
  osl: addresses.termsOsl,
} as const;
export type TermsKind = keyof typeof TERMS;

export const paths = {
  login: (from?: string | null) => withFrom(addresses.login, from),
  join: (from?: string | null) => withFrom(addresses.join, from),
  joinEmail: (from?: string | null) => withFrom(addresses.joinEmail, from),
  twoFactor: (from?: string | null) => withFrom(addresses.twoFactor, from),
  findPassword: (from?: string | null) => withFrom(addresses.findPassword, from),
  terms: (kind: TermsKind = "terms") => TERMS[kind],
  /** The end of the guides: where one is helped on. */
  help: () => `${addresses.guides}#help`,
  /** A guide by its own part of the address. */
  guide: (at: string) => addresses.guide.replace("*", at),
  invoice: (id?: string) =>
    id ? `${addresses.invoice}?${new URLSearchParams({ id })}` : addresses.invoice,
  /** Where the consent is signed that withdrawals wait for. */
  consent: () => `${addresses.withdrawalRequest}?consent=1`,
  /** The channels that an account of the network holds. */
  subChannels: (account: string) => `${addresses.subChannels}?${new URLSearchParams({ account })}`,
  /** A track's own page, over the list that it was opened from. */
  track: (code: string) => `${addresses.musicAll}?${new URLSearchParams({ track: code })}`,
  onlyWith: (domain: string) =>
    `${addresses.musicAll}?${new URLSearchParams({ onlyWith: domain })}`,
  favourites: () => `${addresses.musicAll}?view=favorites`,
  ranking: () => `${addresses.musicAll}?view=ranking`,
  /** Tracks of a mood. */
  mood: (code: string) => `${addresses.musicTags}?${new URLSearchParams({ tags: code })}`,
  /** A type in a month or on a day; with one of its entries its trail is open. */
  earningDetail: (type: string, date: string, entry?: string) =>
    addresses.earningDetail.replace(":type", type).replace(":date", date) +
    (entry ? `#${entry}` : ""),
} as const;

/** The sixteen flags a URL loses on first load (WEB-5). A modal is a flag, so that Back closes it. */
export const FLAGS = [
  "menu",
  "delete",
  "logout",
  "videoDetail",
  "addChannel",
  "assign",
  "unassign",
  "addMember",
  "password",
  "addWithCodeChannel",
  "authTimer",
  "review",
  "guide",
  "withdrawalNotice",
  "requireAccount",
  "requestWithdrawal",
] as const;
type Flag = (typeof FLAGS)[number];
/** Dialogs that a reload keeps open. */
export type DialogFlag =
  | Flag
  | "consent"
  | "excel"
  | "player"
  | "partnership"
  | "disown"
  | "share"
  | "pushSettings"
  | "appInfo"
  | "memberRate"
  | "memberProfile"
  | "membersFile";

/** The same address without flags; every other parameter stays. */
export function withoutFlags(search: string): string {
  const params = new URLSearchParams(search);
  for (const flag of FLAGS) params.delete(flag);
  const rest = params.toString();
  return rest ? `?${rest}` : "";
}

const LOCAL = /^\/(?![/\\])[^\\\p{Cc}]*$/u;
const LONGEST = 512;

/** Whether an address stays on this site, however a browser reads it. */
export function isLocal(value: string): boolean {
  if (value.length > LONGEST || !LOCAL.test(value)) return false;
  const url = new URL(value, location.origin);
  return url.origin === location.origin && !url.pathname.startsWith("//");
}

const NO_PLACE_TO_RETURN: readonly string[] = [
  addresses.login,
  addresses.landing,
  addresses.embeddedInvoice,
  ...Object.values(TERMS),
];
const SHORT = addresses.short.replace(":code", "");

/** The address to return to after log-in, or null where it would lead away from this site or to a page nobody returns to (WEB-2). */
export function safeFrom(value: string | null): string | null {
  if (!value || !isLocal(value)) return null;
  const { pathname } = new URL(value, location.origin);
  return NO_PLACE_TO_RETURN.includes(pathname) || pathname.startsWith(SHORT) ? null : value;
}
