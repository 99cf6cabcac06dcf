import { styleNonce } from "@/app/security";
import "@/styles/first.css";
import { createRoot } from "react-dom/client";
import { followBuilds, reloadOnStaleChunk } from "@/app/fresh-builds";
import { withoutFlags } from "@/app/paths";
import { Providers } from "@/app/providers";
import { makeRouter, type Words } from "@/app/router";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { settleLanguage } from "@/i18n/settle";

const search = withoutFlags(location.search);
if (search !== location.search) {
  history.replaceState(history.state, "", location.pathname + search + location.hash);
}

/** The words come beside this file, not in it: the cover stands before they are there. */
async function startWords(language: Promise<Language>): Promise<Words> {
  const words = await import("@/i18n");
  await words.startI18n(await language);
  return words;
}

const store = makeStore();
const words = startWords(settleLanguage(store));
const router = makeRouter(store, words);
reloadOnStaleChunk(router);
followBuilds(router);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<Providers store={store} router={router} nonce={styleNonce} />);
}
