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
}

const modules = import.meta.glob<PageModule>("./*.tsx", { base: "../routes" });

/** A page: its module and its texts are fetched side by side. */
const pagesWith =
  (words: Promise<Words>) =>
  ({ at, module, texts }: Pick<Page, "at" | "module" | "texts">): RouteObject => ({
    path: at,
    loader: async () => {
      await (await words).loadTexts(...texts);
      return null;
    },
    // That there is such a module the build sees to (`pageFiles` in vite.config.ts).
    lazy: { Component: async () => (await modules[`./${module}.tsx`]?.())?.default },
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
