/** Around every page: covers, snackbars, the password prompt, and the person of the session kept at hand. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useMeQuery } from "@/api/generated-base";
import { stepUp } from "@/api/step-up";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { askAgain } from "@/app/settings";
import { readStored } from "@/app/storage";
import { Covers } from "@/components/kit/cover";
import { late } from "@/components/kit/late";
import { snackbars } from "@/components/kit/snack";
import classes from "./RootLayout.module.css";

const Snackbars = late(async () => (await import("@/components/kit/Snackbars")).Snackbars);
const StepUpDialog = late(
  async () => (await import("@/features/accounts/StepUpDialog")).StepUpDialog,
);
const ViewingBar = late(async () => (await import("./ViewingBar")).ViewingBar);
/** Comes with the first track that plays, or that played before a reload. */
const Player = late(async () => {
  const [{ Player: shown }, { loadTexts }] = await Promise.all([
    import("@/features/player/Player"),
    import("@/i18n"),
  ]);
  await loadTexts("player");
  return shown;
});

export function RootLayout() {
  const token = useAppSelector((state) => state.session.token);
  const { data: me } = useMeQuery(undefined, { skip: !token });
  const talks = useSyncExternalStore(snackbars.subscribe, snackbars.wanted);
  const asking = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking);
  return (
    <>
      <Progress />
      {token && me?.viewing && <ViewingBar {...me.viewing} />}
      <Outlet />
      <ScrollRestoration />
      <SettingsAgain />
      <FocusOnPage />
      <FocusThroughWaiting />
      <Covers />
      {talks && <Snackbars />}
      <Playing />
      {asking && <StepUpDialog />}
    </>
  );
}

/** The player, above every page: it plays on whichever comes. The landing page shows a visitor's itself. */
function Playing() {
  const isChosen = useAppSelector(({ player, queue }) => Boolean(player?.track && queue?.owner));
  const [wasKept] = useState(() => readStored("player") !== null);
  return isChosen || wasKept ? <Player /> : null;
}

/** Settings that could not be had are asked for again with the next page. */
function SettingsAgain() {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    dispatch(askAgain);
  }, [dispatch, pathname]);
  return null;
}

/** What had the focus may be gone with the page before: then the new page has it, and is read on from there. */
function FocusOnPage() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement !== document.body) return;
    document.querySelector("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}

/** A button that waits for an answer is closed and loses the focus: open again it has it again. */
function FocusThroughWaiting() {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target === last && document.activeElement === document.body) last.focus();
      }
    });
    const note = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
    };
    document.addEventListener("focusin", note);
    observer.observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", note);
      observer.disconnect();
    };
  }, []);
  return null;
}

/** A thin line while the next page is being fetched; it only shows when that takes a moment. */
function Progress() {
  const { state } = useNavigation();
  return state === "loading" ? <div className={classes.progress} aria-hidden="true" /> : null;
}
