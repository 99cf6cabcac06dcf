/** Which page stands at which address. Pages come by `lazy`, each with the texts it needs. */
import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { loadTexts } from "@/i18n";
import type { Namespace } from "@/i18n/resources.gen";
import { RootLayout } from "@/layouts/RootLayout";
import { FramedError, RouteError } from "@/layouts/RouteError";
import { StartCover } from "@/layouts/StartCover";
import { requireLogin } from "./guards";
import { paths } from "./paths";
import type { AppStore } from "./store";

type Load = () => Promise<{ default: ComponentType }>;

/** A page: its module and its texts are fetched side by side, the texts once i18n has started. */
const pagesWith =
  (started: Promise<void>) =>
  (path: string, load: Load, ...texts: Namespace[]): RouteObject => ({
    path,
    loader: async () => {
      await started;
      await loadTexts(...texts);
      return null;
    },
    lazy: { Component: async () => (await load()).default },
  });

/** Pages that show the error in their own place, inside the frame around them. */
const inside = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: FramedError, children });

/** Embedded pages stand alone and without a cover (D-121). */
const Nothing = () => null;

function routes(store: AppStore, started: Promise<void>): RouteObject[] {
  const page = pagesWith(started);
  return [
    {
      ErrorBoundary: RouteError,
      HydrateFallback: Nothing,
      children: [
        page(
          paths.embeddedInvoice(),
          () => import("@/routes/embedded-invoice"),
          "earnings",
          "invoices",
        ),
      ],
    },
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: StartCover,
      children: [
        page("/", () => import("@/routes/landing"), "landing"),
        {
          lazy: { Component: async () => (await import("@/layouts/AuthLayout")).AuthLayout },
          ErrorBoundary: RouteError,
          children: [
            page("/login", () => import("@/routes/login"), "accounts"),
            page("/join", () => import("@/routes/join"), "accounts"),
            page("/join-email", () => import("@/routes/join-email"), "accounts"),
            page("/two-factor", () => import("@/routes/two-factor"), "accounts"),
            page("/find-password", () => import("@/routes/find-password"), "accounts"),
            page("/auth/external", () => import("@/routes/auth-external"), "accounts"),
          ],
        },
        {
          lazy: { Component: async () => (await import("@/layouts/FrameLayout")).FrameLayout },
          children: [
            inside([
              page("/terms", () => import("@/routes/terms"), "legal"),
              page("/terms-policy", () => import("@/routes/terms"), "legal"),
              page("/terms-ofl", () => import("@/routes/terms"), "legal"),
              page("/terms-osl", () => import("@/routes/terms"), "legal"),
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
                "/dashboard",
                () => import("@/routes/dashboard"),
                "dashboard",
                "payout",
                "reports",
              ),
              page(
                "/dashboard/report-channel",
                () => import("@/routes/report-channel"),
                "dashboard",
                "reports",
              ),
              page(
                "/dashboard/report-video",
                () => import("@/routes/report-video"),
                "dashboard",
                "reports",
              ),
              page("/manage-channel", () => import("@/routes/manage-channel"), "channels"),
              page(
                "/withdrawal/request",
                () => import("@/routes/withdrawal-request"),
                "withdrawals",
                "dashboard",
                "earnings",
                "payout",
              ),
              page("/withdrawal/list", () => import("@/routes/withdrawal-list"), "withdrawals"),
              page("/withdrawal/info", () => import("@/routes/withdrawal-info"), "withdrawals"),
              page(
                "/withdrawal/info-register",
                () => import("@/routes/withdrawal-info-register"),
                "withdrawals",
                "payout",
              ),
              page(
                "/withdrawal/info-update",
                () => import("@/routes/withdrawal-info-update"),
                "withdrawals",
                "payout",
              ),
              { path: "/withdrawal", loader: () => redirect(paths.earnings()) },
              page(
                "/withdrawal/report",
                () => import("@/routes/earnings"),
                "dashboard",
                "earnings",
                "payout",
              ),
              page(
                "/withdrawal/statement",
                () => import("@/routes/statement"),
                "dashboard",
                "earnings",
              ),
              page("/withdrawal/invoice", () => import("@/routes/invoice"), "earnings", "invoices"),
              page(
                "/withdrawal/:type/:date",
                () => import("@/routes/earning-detail"),
                "dashboard",
                "earnings",
                "withdrawals",
              ),
              page("/my", () => import("@/routes/my"), "preferences"),
              page("/config-account", () => import("@/routes/config-account"), "accounts"),
              page("/language", () => import("@/routes/language"), "preferences"),
              page("/currency", () => import("@/routes/currency"), "preferences"),
              page("/notifications", () => import("@/routes/notifications"), "notifications"),
            ]),
          ],
        },
        page("*", () => import("@/routes/not-found")),
      ],
    },
  ];
}

export const makeRouter = (store: AppStore, started: Promise<void>) =>
  createBrowserRouter(routes(store, started));
