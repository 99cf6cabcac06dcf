/** Around log-in, sign-up and recovery: the name, one card, the language. Logged-in visitors are moved on. */
import { useEffect } from "react";
import { Link, Outlet, useLocation, useNavigate, useSearchParams } from "react-router";
import { useMeQuery } from "@/api/generated-base";
import { REDIRECT_MS } from "@/app/constants";
import { type AuthState, useAppSelector, useAuthState } from "@/app/hooks";
import { addresses, HOME, paths, safeFrom } from "@/app/paths";
import { LanguageSelect } from "@/components/domain/LanguageSelect";
import { Logo } from "@/components/domain/Logo";
import { useCover } from "@/components/kit/cover";
import "@/styles/kit.css";
import classes from "./AuthLayout.module.css";

/** Pages that have nothing to offer to somebody who still has to confirm the e-mail (WEB-1). */
const DONE_WITH_TOKEN: readonly string[] = [addresses.login, addresses.authExternal];

/** Pages for whoever has their link, whoever is logged in here. */
const OF_LINKS: readonly string[] = [
  addresses.disown,
  addresses.disownLogin,
  addresses.keepFactor,
  addresses.acceptInvitation,
];

function movesOn(state: AuthState, pathname: string): boolean {
  if (OF_LINKS.includes(pathname)) return false;
  if (state === "enroll") return pathname !== paths.twoFactor();
  return state === "in" || (state === "verify" && DONE_WITH_TOKEN.includes(pathname));
}

/** Leads on after a moment under the cover, to where the visitor came from. */
function useMoveOn(active: boolean): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const target = safeFrom(params.get("fromUrl")) ?? HOME;
  useCover(active);
  useEffect(() => {
    if (!active) return;
    const timer = window.setTimeout(() => void navigate(target, { replace: true }), REDIRECT_MS);
    return () => window.clearTimeout(timer);
  }, [active, navigate, target]);
}

export function AuthLayout() {
  const { pathname } = useLocation();
  const state = useAuthState();
  const token = useAppSelector(({ session }) => session.token);
  const { isLoading } = useMeQuery(undefined, { skip: !token });
  useMoveOn(movesOn(state, pathname));
  useCover(isLoading);
  return (
    <div className={classes.layout}>
      <header className={classes.top}>
        <Link to={addresses.landing} className={classes.home}>
          <Logo />
        </Link>
        <LanguageSelect />
      </header>
      <main className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
