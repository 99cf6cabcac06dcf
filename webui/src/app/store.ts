/** The one store: the session, the reader's choices, the site, and what the server said. */
import {
  combineReducers,
  configureStore,
  type Reducer,
  type StateFromReducersMapObject,
} from "@reduxjs/toolkit";
import { api } from "@/api";
import type { player, queue } from "@/components/player/state";
import { keepLanguageCookie } from "@/i18n/cookie";
import { rememberHeader } from "./board-memory";
import { preferences } from "./preferences";
import { session } from "./session";
import { site, windowSeen } from "./site";
import { store as keep } from "./storage";
import { followWindow } from "./window";

/** Nothing of the person stays in the browser: no answer, no handed-over page, no note of what was open. */
function forgetPerson({
  dispatch,
}: {
  dispatch: (action: ReturnType<typeof api.util.resetApiState>) => void;
}) {
  keep("boardDetail", null);
  dispatch(api.util.resetApiState());
  try {
    sessionStorage.clear();
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

const first = {
  session: session.reducer,
  preferences: preferences.reducer,
  site: site.reducer,
  [api.reducerPath]: api.reducer,
};
type First = StateFromReducersMapObject<typeof first>;
/** What comes with the pages that play (decision 0243). */
type Later = Parameters<typeof addReducers>[0];
export type RootState = First & Partial<StateFromReducersMapObject<Later>>;

let known: Reducer = combineReducers(first);

/** More to hold, from now on and in every store. */
export function addReducers(later: {
  player: typeof player.reducer;
  queue: typeof queue.reducer;
}): void {
  known = combineReducers({ ...first, ...later });
}

/** A store that keeps the token and the choices in the browser, and forgets every answer with its session (WEB-10). */
export function makeStore() {
  const made = configureStore({
    reducer: (state: RootState | undefined, action): RootState => known(state, action),
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
      if (now.session.ended === "logout") keep("player", null);
      if (now.session.token === null) forgetPerson(made);
    }
    if (now.site.headerNotices !== before.site.headerNotices) {
      rememberHeader(now.site.headerNotices);
    }
    if (now.preferences.currency !== before.preferences.currency) {
      keep("currency", now.preferences.currency);
      // Amounts come in the reader's currency: those at hand are of the earlier one.
      made.dispatch(api.util.invalidateTags(["Reports", "Balance", "Withdrawals"]));
    }
    if (now.preferences.language !== before.preferences.language) {
      keep("language", now.preferences.language);
      keepLanguageCookie(now.preferences.language);
      // Names of countries and moods, notifications and posts come in the reader's language.
      made.dispatch(api.util.invalidateTags(["Reports", "Notifications", "Board", "Music"]));
    }
  });
  followWindow((state) => made.dispatch(windowSeen(state)));
  return made;
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore["dispatch"];
