/** The entries of the frame's navigation. An entry comes with its page, in the change that brings it. */
import type { ComponentType } from "react";
import { paths } from "@/app/paths";
import {
  IconBrandYoutube,
  IconChartBar,
  IconLayoutDashboard,
  IconPlaylist,
  IconScale,
  IconUserCircle,
  IconWallet,
} from "@/components/icons";

export interface Entry {
  to: string;
  /** In `common`, below `nav`. */
  label:
    | "dashboard"
    | "channelReport"
    | "videoReport"
    | "earnings"
    | "withdrawal"
    | "channels"
    | "my";
  icon: ComponentType<{ size?: number }>;
  /** Its pages below have entries of their own. */
  exact?: boolean;
}

export interface Group {
  label: "create" | "earn" | "manage";
  entries: readonly Entry[];
}

const dashboard: Entry = {
  to: paths.dashboard(),
  label: "dashboard",
  icon: IconLayoutDashboard,
  exact: true,
};
const channelReport: Entry = {
  to: paths.channelReport(),
  label: "channelReport",
  icon: IconChartBar,
};
const videoReport: Entry = { to: paths.videoReport(), label: "videoReport", icon: IconPlaylist };
const withdrawal: Entry = {
  to: paths.withdrawalRequest(),
  label: "withdrawal",
  icon: IconWallet,
};
const earnings: Entry = { to: paths.earnings(), label: "earnings", icon: IconScale };
const channels: Entry = { to: paths.channels(), label: "channels", icon: IconBrandYoutube };
const my: Entry = { to: paths.my(), label: "my", icon: IconUserCircle };

/** The left side of a laptop; a group without entries is not shown. */
export const groups: readonly Group[] = [
  { label: "create", entries: [dashboard] },
  { label: "earn", entries: [channelReport, videoReport, earnings, withdrawal] },
  { label: "manage", entries: [channels] },
];

/** The bottom bar of phones: four entries at most. */
export const bottomBar: readonly Entry[] = [dashboard, withdrawal, channels, my];
