/** Every URL of the interface, spelled once. */
export const HOME = "/dashboard";

const withFrom = (path: string, from?: string | null): string =>
  from ? `${path}?${new URLSearchParams({ fromUrl: from })}` : path;

export type TermsKind = "terms" | "policy" | "ofl" | "osl";

export const paths = {
  landing: () => "/",
  login: (from?: string | null) => withFrom("/login", from),
  join: (from?: string | null) => withFrom("/join", from),
  joinEmail: (from?: string | null) => withFrom("/join-email", from),
  twoFactor: (from?: string | null) => withFrom("/two-factor", from),
  findPassword: (from?: string | null) => withFrom("/find-password", from),
  terms: (kind: TermsKind = "terms") => (kind === "terms" ? "/terms" : `/terms-${kind}`),
  dashboard: () => HOME,
  channelReport: () => "/dashboard/report-channel",
  videoReport: () => "/dashboard/report-video",
  withdrawalRequest: () => "/withdrawal/request",
  withdrawals: () => "/withdrawal/list",
  paymentInfo: () => "/withdrawal/info",
  paymentInfoUpdate: () => "/withdrawal/info-update",
  paymentInfoRegister: () => "/withdrawal/info-register",
  invoice: (id?: string) =>
    id ? `/withdrawal/invoice?${new URLSearchParams({ id })}` : "/withdrawal/invoice",
  embeddedInvoice: () => "/embedded/withdrawal-invoice",
  earnings: () => "/withdrawal/report",
  statement: () => "/withdrawal/statement",
  /** A type in a month or on a day; with one of its entries its trail is open. */
  earningDetail: (type: string, date: string, entry?: string) =>
    `/withdrawal/${type}/${date}${entry ? `#${entry}` : ""}`,
  channels: () => "/manage-channel",
  my: () => "/my",
  account: () => "/config-account",
  language: () => "/language",
  currency: () => "/currency",
  notifications: () => "/notifications",
} as const;

/** The sixteen flags a URL loses on first load (D-118). A modal is a flag, so that Back closes it. */
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
export type DialogFlag = Flag | "excel";

/** The same address without flags; every other parameter stays. */
export function withoutFlags(search: string): string {
  const params = new URLSearchParams(search);
  for (const flag of FLAGS) params.delete(flag);
  const rest = params.toString();
  return rest ? `?${rest}` : "";
}

const LOCAL = /^\/(?![/\\])[^\\\p{Cc}]*$/u;
const LONGEST = 512;

/** The address to return to after log-in, or null where it would lead away from this site or to a log-in page (D-022). */
export function safeFrom(value: string | null): string | null {
  if (!value || value.length > LONGEST || !LOCAL.test(value)) return null;
  const url = new URL(value, location.origin);
  const leadsAway = url.origin !== location.origin || url.pathname.startsWith("//");
  return leadsAway || url.pathname === "/login" ? null : value;
}
