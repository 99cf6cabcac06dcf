/** Hooks and what they need around them: a store that already knows the site, the texts, an address. */
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { baseApi, type GetSiteSettingsApiResponse } from "@/api/generated-base";
import { makeStore } from "@/app/store";

export type Store = ReturnType<typeof makeStore>;

/** A store; with the settings of the site, where a test speaks of some. */
export async function storeOf(settings?: object): Promise<Store> {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("{}", { status: 503 })),
  );
  const store = makeStore();
  if (settings) {
    await store.dispatch(
      baseApi.util.upsertQueryData(
        "getSiteSettings",
        undefined,
        settings as GetSiteSettingsApiResponse,
      ),
    );
  }
  return store;
}

/** What the hook gives at an address, and the address. */
export function hooked<Result>(use: () => Result, store: Store, at = "/x") {
  const shown: { children: ReactNode } = { children: null };
  const Children = () => <Provider store={store}>{shown.children}</Provider>;
  const router = createMemoryRouter([{ path: "*", Component: Children }], {
    initialEntries: ["/before", at],
  });
  const Around = ({ children }: { children: ReactNode }) => {
    shown.children = children;
    return <RouterProvider router={router} />;
  };
  const { result, unmount } = renderHook(use, { wrapper: Around });
  return {
    now: () => result.current,
    act: (change: () => void) => act(change),
    address: () => router.state.location,
    back: () => act(async () => router.navigate(-1)),
    unmount,
  };
}
