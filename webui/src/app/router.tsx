/** The routes of `pages.ts`, with what stands around them. Pages come by `lazy`, each with the texts it needs. */
import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject, redirect } from "react-router";
import { late } from "@/components/kit/late";
import { RootLayout } from "@/layouts/RootLayout";
import { StartCover } from "@/layouts/StartCover";
import { requireLogin } from "./guards";
import { type Around, PAGES, type Page } from "./pages";
import { addresses } from "./paths";
import { followShortLink } from "./short-links";
import type { AppStore } from "./store";

/** The words of the pages, once i18n has started. */
export type Words = Pick<typeof import("@/i18n"), "loadTexts">;

interface PageModule {
  default: ComponentType;
  /** Asks for what the page shows first; the store keeps the answers for when it is drawn. */
  prepare?: (store: AppStore, asked: URLSearchParams) => Promise<unknown>;
}

const modules = import.meta.glob<PageModule>("./*.tsx", { base: "../routes" });

/** What is answered within so long is waited for: the page is then drawn once, not piece by piece. */
const SOON_MS = 400;

const soon = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([work, new Promise((done) => setTimeout(done, SOON_MS))]);

/** A page's module, its texts and its first answers are fetched side by side. */
const pagesWith =
  (store: AppStore, words: Promise<Words>) =>
  ({ at, module, texts }: Pick<Page, "at" | "module" | "texts">): RouteObject => {
    // That there is such a module the build sees to (`pageFiles` in vite.config.ts).
    const load = async () => modules[`./${module}.tsx`]?.();
    return {
      path: at,
      loader: async ({ url }) => {
        const page = await load().catch(() => undefined);
        const prepared = page?.prepare?.(store, url.searchParams);
        await (await words).loadTexts(...texts);
        await (prepared && soon(prepared));
        return null;
      },
      // A choice on the page is answered by the page, at once.
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      lazy: { Component: async () => (await load())?.default },
    };
  };

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
  const page = pagesWith(store, words);
  const pages = (around: Around) => PAGES.filter((each) => each.around === around).map(page);
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
      children: pages("alone"),
    },
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: StartCover,
      children: [
        ...pages("none"),
        { path: addresses.short, loader: followShortLink(store) },
        {
          lazy: { Component: async () => (await import("@/layouts/AuthLayout")).AuthLayout },
          ErrorBoundary: RouteError,
          children: pages("card"),
        },
        {
          lazy: { Component: async () => (await import("@/layouts/FrameLayout")).FrameLayout },
          children: [inside(pages("frame"))],
        },
        {
          lazy: { Component: async () => (await import("@/layouts/FrameLayout")).OwnFrameLayout },
          middleware: [requireLogin(store)],
          loader: () => null,
          children: [
            inside([
              { path: addresses.money, loader: () => redirect(addresses.earnings) },
              ...pages("own"),
            ]),
          ],
        },
        page({ at: "*", module: "not-found", texts: [] }),
      ],
    },
  ];
}

/** `basename` stands before every address of a page. */
export const makeRouter = (store: AppStore, words: Promise<Words>, basename: string) =>
  createBrowserRouter(routes(store, words), { basename: basename || "/" });
