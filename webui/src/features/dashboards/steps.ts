/** The way to the first earnings, read off the person and their channels. */
import type { ChannelView } from "@/api/generated";
import type { MeView } from "@/api/generated-base";

type StepName = "email" | "channel" | "code" | "approved" | "payment";
export type StepState = "done" | "now" | "stopped" | "open";

export interface Step {
  name: StepName;
  state: StepState;
}

/** How far a channel is: the further one speaks for the account. */
const RANKS: Readonly<Record<ChannelView["status"], number>> = {
  "need-approved": 0,
  denied: 1,
  "denied-pending": 2,
  pending: 3,
  approved: 4,
};

export function furthest(channels: readonly ChannelView[]): ChannelView | null {
  const rank = ({ status, verification }: ChannelView): number =>
    RANKS[status] * 2 + (verification.state === "verifying" ? 1 : 0);
  return channels.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}

function approvalOf(channel: ChannelView | null): StepState {
  switch (channel?.status) {
    case "approved":
      return "done";
    case "pending":
      return "now";
    case "denied":
    case "denied-pending":
      return "stopped";
    default:
      return "open";
  }
}

export function stepsOf(me: MeView, channel: ChannelView | null): Step[] {
  const verified = channel !== null && channel.status !== "need-approved";
  const code: StepState = verified ? "done" : channel ? "now" : "open";
  return [
    { name: "email", state: me.auth_required ? "now" : "done" },
    { name: "channel", state: channel ? "done" : "now" },
    { name: "code", state: code },
    { name: "approved", state: approvalOf(channel) },
    { name: "payment", state: me.withdrawal ? "done" : "open" },
  ];
}

/** Payment details can wait: the other steps stand before the first earnings. */
export const stepsLeft = (steps: readonly Step[]): number =>
  steps.filter(({ name, state }) => name !== "payment" && state !== "done").length;

/** The one that is the reader's to do: where everything else waits for others, what can wait is. */
export const mainStep = (steps: readonly Step[]): StepName | null =>
  steps.find(({ name, state }) => name !== "approved" && (state === "now" || state === "open"))
    ?.name ?? null;

/** Enough to see all of an account's channels. */
export const ALL = { size: 200 } as const;
