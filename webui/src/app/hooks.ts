/** The store's hooks with their types, and the person of this session. */
import { useDispatch, useSelector } from "react-redux";
import { api } from "@/api";
import type { MeView } from "@/api/generated-base";
import type { AppDispatch, RootState } from "./store";

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

/**
 * - `out`: nobody is logged in.
 * - `checking`: there is a token and nobody has said yet whose.
 * - `verify`: logged in, e-mail not confirmed.
 * - `enroll`: logged in, without the second factor that this installation asks for.
 * - `in`: logged in.
 */
export type AuthState = "out" | "checking" | "verify" | "enroll" | "in";

const selectMe = api.endpoints.me.select();

export function authStateOf(state: RootState): AuthState {
  if (!state.session.token) return "out";
  const { data } = selectMe(state);
  if (!data) return "checking";
  if (data.auth_required) return "verify";
  return data.totp.required ? "enroll" : "in";
}

export const useAuthState = (): AuthState => useAppSelector(authStateOf);

/** The logged-in person, or null while nobody is known. */
export function useMe(): MeView | null {
  return useAppSelector((state) => (state.session.token ? (selectMe(state).data ?? null) : null));
}

/** The logged-in person on a page that only opens with a session. */
export function useSignedInMe(): MeView {
  const me = useMe();
  if (!me) throw new Error("this page is shown to logged-in people only");
  return me;
}
