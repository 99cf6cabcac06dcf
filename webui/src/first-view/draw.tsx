/**
 * Draws pages as they stand before anything is known of the reader and of the installation: the first view, which
 * the server writes into them (decision 0313). The build runs it, in a page without a network.
 */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { DataRouter } from "react-router";
import { addresses } from "@/app/paths";
import { languageChosen } from "@/app/preferences";
import { Providers } from "@/app/providers";
import { makeRouter } from "@/app/router";
import { makeStore } from "@/app/store";
import { changeLanguage, loadTexts, startI18n } from "@/i18n";
import { HTML_LANG, LANGUAGES, type Language } from "@/i18n/languages";
import { FIRST_VIEW } from "./place";
import { withoutUnused } from "./variables";

/** Pages that say the same to everybody who is not logged in, until an answer comes. */
const PATHS = [addresses.landing, addresses.login];

interface Marks {
  /** Stands for what begins every address. */
  base: string;
  /** Stands for what lets a style element in. */
  nonce: string;
}

/** By path and language, as text of HTML. */
type FirstViews = Record<string, Partial<Record<Language, string>>>;

/** Draws them all; `sheet` are the styles that the pages have. */
export async function drawAll(marks: Marks, sheet: string): Promise<FirstViews> {
  await startI18n("en");
  const drawn: FirstViews = {};
  for (const path of PATHS) {
    const views: FirstViews[string] = {};
    for (const language of LANGUAGES) {
      views[language] = await draw(path, language, marks, sheet);
    }
    drawn[path] = views;
  }
  return drawn;
}

async function draw(path: string, language: Language, { base, nonce }: Marks, sheet: string) {
  history.replaceState(null, "", base + path);
  await changeLanguage(language);
  const store = makeStore();
  store.dispatch(languageChosen(language));
  const router = makeRouter(store, Promise.resolve({ loadTexts }), base);
  await untilReady(router);
  const place = document.createElement("div");
  const root = createRoot(place);
  flushSync(() => root.render(<Providers store={store} router={router} nonce={nonce} />));
  if (!place.querySelector("h1")) throw new Error(`nothing was drawn at ${path}`);
  const view = document.createElement("div");
  view.append(...[...place.childNodes].map((node) => node.cloneNode(true)));
  root.unmount();
  router.dispose();
  view.id = FIRST_VIEW;
  view.lang = HTML_LANG[language];
  sayWhatIsChosen(view);
  nameByNumber(view);
  const styles = withoutUnused(stylesOf(view), sheet);
  return `<style nonce="${nonce}">${styles}</style>${view.outerHTML}`;
}

function untilReady(router: DataRouter): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = ({ initialized, errors }: DataRouter["state"]) => {
      if (errors) reject(Object.values(errors)[0]);
      else if (initialized) resolve();
    };
    router.subscribe(look);
    look(router.state);
  });
}

/** React tells a list what is chosen in it; in text it is said. */
function sayWhatIsChosen(view: Element): void {
  for (const select of view.querySelectorAll("select")) {
    const language = select.closest("[lang]")?.getAttribute("lang");
    for (const option of select.options) {
      option.toggleAttribute("selected", HTML_LANG[option.value as Language] === language);
    }
  }
}

/** The kit's names of elements are drawn by lot: with numbers a build is the same as the one before. */
function nameByNumber(view: Element): void {
  const named = [...view.querySelectorAll("[id]")].map(({ id }, index) => [id, index] as const);
  for (const [id, index] of named) {
    for (const name of ["id", "for", "aria-labelledby", "aria-describedby"]) {
      for (const element of view.querySelectorAll(`[${name}="${id}"]`)) {
        element.setAttribute(name, `${FIRST_VIEW}-${index}`);
      }
    }
  }
}

/** The styles that stand in the elements: pages may have them in one element with a nonce only (SEC-1). */
function stylesOf(view: Element): string {
  const sheets = [...view.querySelectorAll("style")].map((style) => {
    style.remove();
    return style.textContent;
  });
  const looks: string[] = [];
  for (const element of view.querySelectorAll("[style]")) {
    const look = element.getAttribute("style") ?? "";
    if (!looks.includes(look)) looks.push(look);
    element.removeAttribute("style");
    element.setAttribute("data-look", String(looks.indexOf(look)));
  }
  const rules = looks.map((look, index) => `#${FIRST_VIEW} [data-look="${index}"]{${look}}`);
  return [...sheets, ...rules, OVER_THE_APP].join("");
}

/** It lies over the cover, at the place of the page that is being fetched, and is gone once that is drawn. */
const OVER_THE_APP =
  `#${FIRST_VIEW}{position:absolute;z-index:401;width:100%;min-height:100dvh;background:var(--bg)}` +
  `body:has(#root main) #${FIRST_VIEW}{display:none}`;
