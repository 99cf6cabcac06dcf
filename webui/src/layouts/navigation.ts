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
  /** Whether a page is one of its own: there the entry stands out. */
  owns: (pathname: string) => boolean;
}

export interface Group {
  label: "create" | "earn" | "manage";
  entries: readonly Entry[];
}

const only =
  (...own: string[]): Entry["owns"] =>
  (pathname) =>
    own.includes(pathname);

const below =
  (path: string): Entry["owns"] =>
  (pathname) =>
    pathname === path || pathname.startsWith(`${path}/`);

const ofMoney = below("/withdrawal");
const ofWithdrawals = only(
  paths.withdrawalRequest(),
  paths.withdrawals(),
  paths.invoice(),
  paths.paymentInfo(),
  paths.paymentInfoRegister(),
  paths.paymentInfoUpdate(),
);

const dashboard: Entry = {
  to: paths.dashboard(),
  label: "dashboard",
  icon: IconLayoutDashboard,
  owns: only(paths.dashboard()),
};
const channelReport: Entry = {
  to: paths.channelReport(),
  label: "channelReport",
  icon: IconChartBar,
  owns: only(paths.channelReport()),
};
const videoReport: Entry = {
  to: paths.videoReport(),
  label: "videoReport",
  icon: IconPlaylist,
  owns: only(paths.videoReport()),
};
const withdrawal: Entry = {
  to: paths.withdrawalRequest(),
  label: "withdrawal",
  icon: IconWallet,
  owns: ofWithdrawals,
};
const earnings: Entry = {
  to: paths.earnings(),
  label: "earnings",
  icon: IconScale,
  owns: (pathname) => ofMoney(pathname) && !ofWithdrawals(pathname),
};
const channels: Entry = {
  to: paths.channels(),
  label: "channels",
  icon: IconBrandYoutube,
  owns: below(paths.channels()),
};
const my: Entry = {
  to: paths.my(),
  label: "my",
  icon: IconUserCircle,
  owns: only(
    paths.my(),
    paths.account(),
    paths.language(),
    paths.currency(),
    paths.notifications(),
  ),
};

/** The left side of a laptop; a group without entries is not shown. */
export const groups: readonly Group[] = [
  { label: "create", entries: [dashboard] },
  { label: "earn", entries: [channelReport, videoReport, earnings, withdrawal] },
  { label: "manage", entries: [channels] },
];

/** The bottom bar of phones: four entries at most, so some stand for a whole area. */
export const bottomBar: readonly Entry[] = [
  { ...dashboard, owns: below(paths.dashboard()) },
  { ...withdrawal, owns: ofMoney },
  channels,
  my,
];
