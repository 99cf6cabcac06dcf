/** Which page stands at which address. Pages come by `lazy`, each with the texts it needs. */
import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { late } from "@/components/kit/late";
import type { Namespace } from "@/i18n/resources.gen";
import { RootLayout } from "@/layouts/RootLayout";
import { StartCover } from "@/layouts/StartCover";
import { requireLogin } from "./guards";
import { addresses, TERMS } from "./paths";
import { followShortLink } from "./short-links";
import type { AppStore } from "./store";

/** The words of the pages, once i18n has started. */
export type Words = Pick<typeof import("@/i18n"), "loadTexts">;

type Load = () => Promise<{ default: ComponentType }>;

/** A page: its module and its texts are fetched side by side. */
const pagesWith =
  (words: Promise<Words>) =>
  (path: string, load: Load, ...texts: Namespace[]): RouteObject => ({
    path,
    loader: async () => {
      await (await words).loadTexts(...texts);
      return null;
    },
    lazy: { Component: async () => (await load()).default },
  });

/** What stands in place of a page that failed: fetched beside the words, and shown once they are there. */
function errorPages(words: Promise<Words>) {
  const load = async () => {
    await words;
    return import("@/layouts/RouteError");
  };
  return {
    RouteError: late(async () => (await load()).RouteError),
    FramedError: late(async () => (await load()).FramedError),
  };
}

/** Embedded pages stand alone and without a cover (INVOICE-8). */
const Nothing = () => null;

function routes(store: AppStore, words: Promise<Words>): RouteObject[] {
  const page = pagesWith(words);
  const { RouteError, FramedError } = errorPages(words);
  /** Pages that show the error in their own place, inside the frame around them. */
  const inside = (children: RouteObject[]): RouteObject => ({
    ErrorBoundary: FramedError,
    children,
  });
  return [
    {
      ErrorBoundary: RouteError,
      HydrateFallback: Nothing,
      children: [
        page(
          addresses.embeddedInvoice,
          () => import("@/routes/embedded-invoice"),
          "ledger",
          "invoices",
        ),
      ],
    },
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: StartCover,
      children: [
        page(addresses.landing, () => import("@/routes/landing"), "landing"),
        { path: addresses.short, loader: followShortLink(store) },
        {
          lazy: { Component: async () => (await import("@/layouts/AuthLayout")).AuthLayout },
          ErrorBoundary: RouteError,
          children: [
            page(addresses.login, () => import("@/routes/login"), "accounts"),
            page(addresses.join, () => import("@/routes/join"), "accounts"),
            page(addresses.joinEmail, () => import("@/routes/join-email"), "accounts"),
            page(addresses.twoFactor, () => import("@/routes/two-factor"), "accounts"),
            page(addresses.findPassword, () => import("@/routes/find-password"), "accounts"),
            page(addresses.authExternal, () => import("@/routes/auth-external"), "accounts"),
            page(
              addresses.acceptInvitation,
              () => import("@/routes/accept-invitation"),
              "accounts",
            ),
            page(addresses.disownLogin, () => import("@/routes/not-my-login"), "accounts"),
            page(addresses.keepFactor, () => import("@/routes/keep-two-factor"), "accounts"),
            page(addresses.disown, () => import("@/routes/not-me"), "withdrawals"),
          ],
        },
        {
          lazy: { Component: async () => (await import("@/layouts/FrameLayout")).FrameLayout },
          children: [
            inside([
              ...Object.values(TERMS).map((at) =>
                page(at, () => import("@/routes/terms"), "legal"),
              ),
              ...[addresses.notice, addresses.event].map((at) =>
                page(`${at}?`, () => import("@/routes/board"), "board"),
              ),
            ]),
          ],
        },
        {
          lazy: { Component: async () => (await import("@/layouts/FrameLayout")).OwnFrameLayout },
          middleware: [requireLogin(store)],
          loader: () => null,
          children: [
            inside([
              page(
                addresses.dashboard,
                () => import("@/routes/dashboard"),
                "dashboards",
                "payout",
                "figures",
              ),
              page(
                addresses.channelReport,
                () => import("@/routes/report-channel"),
                "dashboards",
                "figures",
              ),
              page(
                addresses.videoReport,
                () => import("@/routes/report-video"),
                "dashboards",
                "figures",
              ),
              page(
                `${addresses.music}/:view?`,
                () => import("@/routes/music"),
                "music",
                "player",
                "figures",
              ),
              page(addresses.channels, () => import("@/routes/manage-channel"), "channels"),
              page(
                addresses.subChannels,
                () => import("@/routes/manage-subchannel"),
                "channels",
                "members",
              ),
              page(
                addresses.members,
                () => import("@/routes/manage-member"),
                "members",
                "accounts",
              ),
              page(
                addresses.withdrawalRequest,
                () => import("@/routes/withdrawal-request"),
                "withdrawals",
                "dashboards",
                "ledger",
                "payout",
              ),
              page(
                addresses.withdrawals,
                () => import("@/routes/withdrawal-list"),
                "withdrawals",
                "payout",
                "dashboards",
                "ledger",
                "invoices",
              ),
              page(addresses.paymentInfo, () => import("@/routes/withdrawal-info"), "withdrawals"),
              page(
                addresses.paymentInfoRegister,
                () => import("@/routes/withdrawal-info-register"),
                "withdrawals",
                "payout",
              ),
              page(
                addresses.paymentInfoUpdate,
                () => import("@/routes/withdrawal-info-update"),
                "withdrawals",
                "payout",
              ),
              { path: addresses.money, loader: () => redirect(addresses.earnings) },
              page(
                addresses.earnings,
                () => import("@/routes/earnings"),
                "dashboards",
                "ledger",
                "payout",
              ),
              page(addresses.statement, () => import("@/routes/statement"), "dashboards", "ledger"),
              page(addresses.invoice, () => import("@/routes/invoice"), "ledger", "invoices"),
              page(
                addresses.earningDetail,
                () => import("@/routes/earning-detail"),
                "dashboards",
                "ledger",
                "withdrawals",
              ),
              page(addresses.guides, () => import("@/routes/guides"), "guides"),
              page(addresses.guide, () => import("@/routes/guide"), "guides", "channels"),
              page(
                addresses.my,
                () => import("@/routes/my"),
                "preferences",
                "withdrawals",
                "legal",
                "partnership",
              ),
              page(addresses.invitation, () => import("@/routes/invitation"), "invitations"),
              page(addresses.account, () => import("@/routes/config-account"), "accounts"),
              page(addresses.language, () => import("@/routes/language"), "preferences"),
              page(addresses.currency, () => import("@/routes/currency"), "preferences"),
              page(
                addresses.notifications,
                () => import("@/routes/notifications"),
                "notifications",
                "preferences",
              ),
            ]),
          ],
        },
        page("*", () => import("@/routes/not-found")),
      ],
    },
  ];
}

/** `basename` stands before every address of a page. */
export const makeRouter = (store: AppStore, words: Promise<Words>, basename: string) =>
  createBrowserRouter(routes(store, words), { basename: basename || "/" });
