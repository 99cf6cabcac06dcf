/** A channel's way in five steps: registered, code, verified, reviewed, approved. */
import type { ChannelView } from "@/api/generated";
import type { Tone } from "@/components/kit/StatusChip";

const STEPS = ["registered", "code", "verified", "review", "approved"] as const;
export type Step = (typeof STEPS)[number];
export type StepState = "done" | "now" | "stopped" | "open";

/** The step that a channel is at; null when all are done. */
function stepOf({ status, verification }: ChannelView): Step | null {
  if (status === "approved") return null;
  if (status !== "need-approved") return "review";
  return verification.state === "verifying" ? "verified" : "code";
}

export function stepStates(channel: ChannelView): [Step, StepState][] {
  const at = stepOf(channel);
  const reached = at === null ? STEPS.length : STEPS.indexOf(at);
  const here: StepState = channel.status === "denied" ? "stopped" : "now";
  return STEPS.map((step, index) => [
    step,
    index < reached ? "done" : index === reached ? here : "open",
  ]);
}

export const toneOf = ({ status, verification }: ChannelView): Tone => {
  if (status === "approved") return "ok";
  if (status === "denied") return "bad";
  if (status === "denied-pending") return "quiet";
  return status === "pending" || verification.state === "verifying" ? "warn" : "primary";
};

/** What follows the host in a channel's link: the handle people know it by. */
export const handleOf = (link: string): string =>
  decodeURIComponent(new URL(link).pathname.slice(1));
