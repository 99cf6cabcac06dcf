/** Around every page: covers, snackbars, the password prompt, and the person of the session kept at hand. */
import { useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { useMeQuery } from "@/api/generated";
import { stepUp } from "@/api/step-up";
import { useAppSelector } from "@/app/hooks";
import { Covers } from "@/components/cover";
import { late } from "@/components/late";
import classes from "./RootLayout.module.css";

const Snackbars = late(async () => (await import("@/components/Snackbars")).Snackbars);
const StepUpDialog = late(
  async () => (await import("@/features/accounts/StepUpDialog")).StepUpDialog,
);

export function RootLayout() {
  const token = useAppSelector((state) => state.session.token);
  useMeQuery(undefined, { skip: !token });
  const asking = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking);
  return (
    <>
      <Progress />
      <Outlet />
      <ScrollRestoration />
      <Covers />
      <Snackbars />
      {asking && <StepUpDialog />}
    </>
  );
}

/** A thin line while the next page is being fetched; it only shows when that takes a moment. */
function Progress() {
  const { state } = useNavigation();
  return state === "loading" ? <div className={classes.progress} aria-hidden="true" /> : null;
}
