/** Which language a visit starts in, once the operator's rule about a saved Korean is known (LANG-2). */
import { api } from "@/api";
import { addressIn, languageIn, strategy } from "@/app/address-language";
import { languageChosen } from "@/app/preferences";
import type { AppStore } from "@/app/store";
import { askedLanguage, type Language } from "./languages";

/** Without an answer there is no rule: a page left in the middle of loading must not change the choice. */
async function mayKeepKorean(store: AppStore): Promise<boolean> {
  const { data } = await store.dispatch(api.endpoints.getSiteSettings.initiate());
  return data?.keep_saved_korean ?? true;
}

/** The language to start with; a saved Korean becomes English unless this installation keeps it or the address is in it. */
export async function settleLanguage(store: AppStore): Promise<Language> {
  const { language } = store.getState().preferences;
  const asked = languageIn(location.pathname, strategy) ?? askedLanguage(location.search);
  if (asked || language !== "ko" || (await mayKeepKorean(store))) return language;
  store.dispatch(languageChosen("en"));
  if (strategy !== "no_prefix") location.replace(addressIn("en", location));
  return "en";
}
