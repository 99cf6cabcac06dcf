/**
 * Which page stands at which address, and what it is made of. The router fetches that; the build names the
 * files for the server, so that browsers fetch them beside the first scripts (decision 0312).
 */
import type { Namespace } from "@/i18n/resources.gen";
import * as addresses from "./addresses.gen.ts";

/** What stands around a page: nothing, not even what is around all others (`alone`), the card of log-in and sign-up, or the frame, which may ask for a session. */
export type Around = "alone" | "none" | "card" | "frame" | "own";

export interface Page {
  at: string;
  around: Around;
  /** The module below `src/routes`. */
  module: string;
  texts: readonly Namespace[];
}

const within =
  (around: Around) =>
  (at: string, module: string, ...texts: Namespace[]): Page => ({ at, around, module, texts });

const embedded = within("alone");
const bare = within("none");
const card = within("card");
const open = within("frame");
const own = within("own");

/** The module of the layout around a page, below `src/layouts`. */
export const LAYOUTS: Readonly<Record<Around, string | null>> = {
  alone: null,
  none: null,
  card: "AuthLayout",
  frame: "FrameLayout",
  own: "FrameLayout",
};

export const PAGES: readonly Page[] = [
  embedded(addresses.embeddedInvoice, "embedded-invoice", "ledger", "invoices"),
  bare(addresses.landing, "landing", "landing"),

  card(addresses.login, "login", "accounts"),
  card(addresses.join, "join", "accounts"),
  card(addresses.joinEmail, "join-email", "accounts"),
  card(addresses.twoFactor, "two-factor", "accounts"),
  card(addresses.findPassword, "find-password", "accounts"),
  card(addresses.authExternal, "auth-external", "accounts"),
  card(addresses.acceptInvitation, "accept-invitation", "accounts"),
  card(addresses.disownLogin, "not-my-login", "accounts"),
  card(addresses.keepFactor, "keep-two-factor", "accounts"),
  card(addresses.disown, "not-me", "withdrawals"),

  open(addresses.terms, "terms", "legal"),
  open(addresses.termsPolicy, "terms", "legal"),
  open(addresses.termsOfl, "terms", "legal"),
  open(addresses.termsOsl, "terms", "legal"),
  open(`${addresses.notice}?`, "board", "board"),
  open(`${addresses.event}?`, "board", "board"),

  own(addresses.dashboard, "dashboard", "dashboards", "payout", "figures"),
  own(addresses.channelReport, "report-channel", "dashboards", "figures"),
  own(addresses.videoReport, "report-video", "dashboards", "figures"),
  own(`${addresses.music}/:view?`, "music", "music", "player", "figures"),
  own(addresses.channels, "manage-channel", "channels"),
  own(addresses.subChannels, "manage-subchannel", "channels", "members"),
  own(addresses.members, "manage-member", "members", "accounts"),
  own(
    addresses.withdrawalRequest,
    "withdrawal-request",
    "withdrawals",
    "dashboards",
    "ledger",
    "payout",
  ),
  own(
    addresses.withdrawals,
    "withdrawal-list",
    "withdrawals",
    "payout",
    "dashboards",
    "ledger",
    "invoices",
  ),
  own(addresses.paymentInfo, "withdrawal-info", "withdrawals"),
  own(addresses.paymentInfoRegister, "withdrawal-info-register", "withdrawals", "payout"),
  own(addresses.paymentInfoUpdate, "withdrawal-info-update", "withdrawals", "payout"),
  own(addresses.earnings, "earnings", "dashboards", "ledger", "payout"),
  own(addresses.statement, "statement", "dashboards", "ledger"),
  own(addresses.invoice, "invoice", "ledger", "invoices"),
  own(addresses.earningDetail, "earning-detail", "dashboards", "ledger", "withdrawals"),
  own(addresses.guides, "guides", "guides"),
  own(addresses.guide, "guide", "guides", "channels"),
  own(addresses.my, "my", "preferences", "withdrawals", "legal", "partnership"),
  own(addresses.invitation, "invitation", "invitations"),
  own(addresses.account, "config-account", "accounts"),
  own(addresses.language, "language", "preferences"),
  own(addresses.currency, "currency", "preferences"),
  own(addresses.notifications, "notifications", "notifications", "preferences"),
];
