/**
 * Runs in the head of a page that carries a first view, before anything of it is shown (decision 0313): the colours
 * are the reader's, and a view that is not theirs is never seen. Once the app has drawn the page, what the reader
 * has begun in the view goes on in it.
 */
import { strategy, withoutLanguage } from "@/app/address-language";
import { firstChoices } from "@/app/first-choices";
import { readStored } from "@/app/storage";
import { goOnIn } from "./go-on";
import { FIRST_VIEW } from "./place";

const { at, language } = document.currentScript?.dataset ?? {};

/** Somebody who is logged in is led on or sees more; the kept page without a connection is that of another address. */
const isTheirs =
  readStored("token") === null &&
  withoutLanguage(location.pathname, strategy) === at &&
  firstChoices().language === language;

const scheme = readStored("scheme");
const isDark =
  scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.mantineColorScheme = isDark ? "dark" : "light";

let isSent = false;

/** Sending waits for the app, too. */
function keepSent(event: Event): void {
  if (!(event.target as Element).closest(`#${FIRST_VIEW}`)) return;
  event.preventDefault();
  isSent = true;
}

function settle(_: unknown, observer: MutationObserver): void {
  const view = document.getElementById(FIRST_VIEW);
  const page = document.querySelector("#root main")?.closest<HTMLElement>("#root");
  if (!view || (isTheirs && !page)) return;
  observer.disconnect();
  document.removeEventListener("submit", keepSent, true);
  if (page && isTheirs) goOnIn(page, view, isSent);
  view.remove();
}

document.addEventListener("submit", keepSent, true);
// What it does is done before the next frame is drawn.
new MutationObserver(settle).observe(document, { childList: true, subtree: true });
