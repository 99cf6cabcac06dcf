import { styleNonce } from "@/app/security";
import "@/styles/first.css";
import { createRoot } from "react-dom/client";
import { followBuilds, reloadOnStaleChunk } from "@/app/fresh-builds";
import { withoutFlags } from "@/app/paths";
import { Providers } from "@/app/providers";
import { makeRouter } from "@/app/router";
import { makeStore } from "@/app/store";
import { startI18n } from "@/i18n";
import { settleLanguage } from "@/i18n/settle";

const search = withoutFlags(location.search);
if (search !== location.search) {
  history.replaceState(history.state, "", location.pathname + search + location.hash);
}

const store = makeStore();
const texts = settleLanguage(store).then(startI18n);
const router = makeRouter(store, texts);
reloadOnStaleChunk(router);
followBuilds(router);
await texts;

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<Providers store={store} router={router} nonce={styleNonce} />);
}
