/** The one store: the session, the reader's choices, the site, and what the server said. */
import { configureStore } from "@reduxjs/toolkit";
import { api } from "@/api";
import { keepLanguageCookie } from "@/i18n/cookie";
import { preferences } from "./preferences";
import { session } from "./session";
import { site } from "./site";
import { store as keep } from "./storage";

/** A store that keeps the token and the choices in the browser, and forgets every answer with its session (WEB-10). */
export function makeStore() {
  const made = configureStore({
    reducer: {
      session: session.reducer,
      preferences: preferences.reducer,
      site: site.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  let kept = made.getState();
  made.subscribe(() => {
    const now = made.getState();
    const before = kept;
    kept = now;
    if (now.session.token !== before.session.token) {
      keep("token", now.session.token);
      // What was handed over to the embedded page belongs to whoever was logged in.
      keep("invoice", null);
      if (now.session.token === null) made.dispatch(api.util.resetApiState());
    }
    if (now.preferences.currency !== before.preferences.currency) {
      keep("currency", now.preferences.currency);
      // Amounts come in the reader's currency: those at hand are of the earlier one.
      made.dispatch(api.util.invalidateTags(["Reports", "Balance", "Withdrawals"]));
    }
    if (now.preferences.language !== before.preferences.language) {
      keep("language", now.preferences.language);
      keepLanguageCookie(now.preferences.language);
      // Names of countries, notifications and posts come in the reader's language.
      made.dispatch(api.util.invalidateTags(["Reports", "Notifications", "Board"]));
    }
  });
  return made;
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<AppStore["getState"]>;
export type AppDispatch = AppStore["dispatch"];
