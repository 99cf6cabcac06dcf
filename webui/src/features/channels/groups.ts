/** Which channels a list shows: those of a state, by name, what has an act first. */
import type { ChannelView } from "@/api/generated";

export const GROUPS = ["all", "approved", "open", "held"] as const;
export type Group = (typeof GROUPS)[number];

const groupOf = ({ status }: ChannelView): Group => {
  if (status === "approved") return "approved";
  return status === "denied-pending" || status === "denied" ? "held" : "open";
};

export const inGroup = (channels: readonly ChannelView[], group: Group): ChannelView[] =>
  channels.filter((channel) => group === "all" || groupOf(channel) === group);

export const named = (channels: readonly ChannelView[], text: string): ChannelView[] =>
  channels.filter(({ name, link }) =>
    `${name} ${link}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  );

export const isEarning = ({ status }: ChannelView): boolean => status === "approved";
