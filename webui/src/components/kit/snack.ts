/** Short messages at the top centre, for acts that have no form of their own. The machinery comes with the first one. */
import { createElement, type ReactNode } from "react";
import { SNACKBAR_ACT_MS, SNACKBAR_MS } from "@/app/constants";

type Tone = "info" | "error" | "success";

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether there was a message yet: until then nothing of where they appear is fetched. */
export const snackbars = {
  wanted: (): boolean => isWanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** What helps at once, in a word or two. */
interface Act {
  label: string;
  run: () => void;
}

async function worded(message: string, act: Act | undefined, done: () => void): Promise<ReactNode> {
  if (!act) return message;
  const { SnackAct } = await import("./SnackAct");
  const run = () => {
    done();
    act.run();
  };
  return createElement(SnackAct, { message, label: act.label, run });
}

async function show(tone: Tone, message: string, act?: Act): Promise<void> {
  isWanted = true;
  for (const tell of listeners) tell();
  const { notifications } = await import("@mantine/notifications");
  const id = crypto.randomUUID();
  notifications.show({
    id,
    message: await worded(message, act, () => notifications.hide(id)),
    autoClose: act ? SNACKBAR_ACT_MS : SNACKBAR_MS,
    withCloseButton: false,
    withBorder: true,
    role: tone === "error" ? "alert" : "status",
    attributes: { root: { "data-tone": tone } },
  });
}

export const snack = {
  info: (message: string) => void show("info", message),
  error: (message: string, act?: Act) => void show("error", message, act),
  success: (message: string) => void show("success", message),
};
