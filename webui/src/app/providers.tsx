/** What every page stands on: the store, the look, the router. */
import {
  type MantineColorScheme,
  type MantineColorSchemeManager,
  MantineProvider,
} from "@mantine/core";
import { useMemo } from "react";
import { Provider } from "react-redux";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { useSiteMetadata } from "@/components/domain/site-metadata";
import { store as keep, readStored } from "./storage";
import type { AppStore } from "./store";
import { theme, variablesFor } from "./theme";

const SCHEMES: readonly string[] = ["light", "dark", "auto"];

const schemeKeeper: MantineColorSchemeManager = {
  get(initial) {
    const stored = readStored("scheme");
    return stored && SCHEMES.includes(stored) ? (stored as MantineColorScheme) : initial;
  },
  set: (scheme) => keep("scheme", scheme),
  subscribe() {},
  unsubscribe() {},
  clear: () => keep("scheme", null),
};

interface Props {
  store: AppStore;
  router: DataRouter;
  nonce: string;
}

export function Providers({ store, router, nonce }: Props) {
  return (
    <Provider store={store}>
      <Look router={router} nonce={nonce} />
    </Provider>
  );
}

function Look({ router, nonce }: Omit<Props, "store">) {
  const site = useSiteMetadata();
  const [primary, dim] = [site?.color_primary, site?.color_primary_dim];
  const variables = useMemo(() => variablesFor(primary, dim), [primary, dim]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={schemeKeeper}
      getStyleNonce={() => nonce}
      // The kit's own values are written by it too: their sheet would be a tenth of all styles.
      deduplicateCssVariables={false}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  );
}
