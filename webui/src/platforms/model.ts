/** What a screen has to know of a platform. One that lacks a part does not compile. */
import type { ComponentType } from "react";
import type { ChannelView } from "@/api/generated";
import type { Resources } from "@/i18n/resources.gen";

export type PlatformName = ChannelView["platform"];

export interface Proof {
  /** The words about where the code is placed: `proof` in channels.json. */
  words: keyof Resources["channels"]["proof"];
  /** Where the channel's owner edits the text that carries the code. */
  editUrl: (channelLink: string) => string;
}

export interface Platform {
  /** The name's words: `platform` in common.json. */
  name: Exclude<keyof Resources["common"]["platform"], "label">;
  Icon: ComponentType<{ size?: number | string }>;
  /** A channel's link as people know it; null where channels have none. */
  exampleLink: string | null;
  /** Null where an operator vouches for the channel. */
  proof: Proof | null;
}
