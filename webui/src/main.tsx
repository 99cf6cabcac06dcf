import "@/early";
import { styleNonce } from "@/app/security";
import "@/styles/first.css";
import { createRoot } from "react-dom/client";
import { api } from "@/api";
import { TAGS } from "@/api/empty";
import { holdFrame } from "@/api/frame";
import { addressIn, basename, strategy } from "@/app/address-language";
import { connection } from "@/app/connection";
import { followBuilds, reloadOnStaleChunk } from "@/app/fresh-builds";
import { siteHost } from "@/app/host";
import { keepShell } from "@/app/offline-shell";
import { withoutFlags } from "@/app/paths";
import { Providers } from "@/app/providers";
import { makeRouter, type Words } from "@/app/router";
import { ask, askAgain } from "@/app/settings";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { settleLanguage } from "@/i18n/settle";

/** The words come beside this file, not in it: the cover stands before they are there. */
async function startWords(language: Promise<Language>): Promise<Words> {
  const words = await import("@/i18n");
  await words.startI18n(await language);
  return words;
}

/** The address as it is to be: without the flags of dialogs, and with the language where one belongs there. */
function settleAddress(language: Language): void {
  const { pathname, hash } = location;
  const search = withoutFlags(location.search);
  const settled = addressIn(language, { pathname, search, hash });
  if (settled !== pathname + location.search + hash) {
    history.replaceState(history.state, "", settled);
  }
}

/** What stands around the page is under way before anything needs it (WEB-27). */
function openFrame(): void {
  const host = siteHost(location);
  const asked = store.dispatch(api.endpoints.getFrame.initiate(host, { subscribe: false }));
  holdFrame(host, store.getState(), asked);
  // Many parts of a page need the settings: where they come after it, it is drawn twice.
  store.dispatch(ask);
}

const store = makeStore();
openFrame();
const settled = settleLanguage(store);
const { language } = store.getState().preferences;
settleAddress(language);
const router = makeRouter(store, startWords(settled), basename(strategy, language));
reloadOnStaleChunk(router);
followBuilds(router);
window.addEventListener("load", () => void keepShell());
connection.subscribe(() => {
  if (!connection.get().online) return;
  store.dispatch(api.util.invalidateTags([...TAGS]));
  store.dispatch(askAgain);
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<Providers store={store} router={router} nonce={styleNonce} />);
}
