/** The entries of the frame's navigation. An entry comes with its page, in the change that brings it. */
import type { ComponentType } from "react";
import type { MeView } from "@/api/generated-base";
import { addresses, paths } from "@/app/paths";
import { canManage, seesNetwork } from "@/app/rank";
import {
  IconBook,
  IconBrandYoutube,
  IconChartBar,
  IconGift,
  IconLayoutDashboard,
  IconMusic,
  IconPlaylist,
  IconScale,
  IconUserCircle,
  IconUsers,
  IconWallet,
} from "@/components/kit/icons";

export interface Entry {
  to: string;
  /** In `common`, below `nav`. */
  label:
    | "dashboard"
    | "music"
    | "channelReport"
    | "videoReport"
    | "earnings"
    | "invitation"
    | "withdrawal"
    | "channels"
    | "subChannels"
    | "members"
    | "guides"
    | "my";
  icon: ComponentType<{ size?: number }>;
  /** Whether a page is one of its own: there the entry stands out. */
  owns: (pathname: string) => boolean;
  /** Who sees it; everybody where nothing is said. */
  may?: (me: MeView) => boolean;
}

interface Group {
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

const ofMoney = below(addresses.money);
const ofWithdrawals = only(
  addresses.withdrawalRequest,
  addresses.withdrawals,
  paths.invoice(),
  addresses.paymentInfo,
  addresses.paymentInfoRegister,
  addresses.paymentInfoUpdate,
);
const MY_PAGES: readonly string[] = [
  addresses.my,
  addresses.invitation,
  addresses.account,
  addresses.language,
  addresses.currency,
  addresses.notifications,
  addresses.members,
  addresses.subChannels,
];
/** My page stands for the money too: the bar has four places (WEB-9). */
const ofMyPage: Entry["owns"] = (pathname) =>
  MY_PAGES.includes(pathname) ||
  below(addresses.notices)(pathname) ||
  below(addresses.guides)(pathname) ||
  below(addresses.events)(pathname) ||
  ofMoney(pathname);

/** An entry that stands for its own page alone, unless `owns` says for what else. */
const entry = (
  label: Entry["label"],
  to: string,
  icon: Entry["icon"],
  owns: Entry["owns"] = only(to),
): Entry => ({ label, to, icon, owns });

const dashboard = entry("dashboard", addresses.dashboard, IconLayoutDashboard);
const channelReport = entry("channelReport", addresses.channelReport, IconChartBar);
const videoReport = entry("videoReport", addresses.videoReport, IconPlaylist);
const withdrawal = entry("withdrawal", addresses.withdrawalRequest, IconWallet, ofWithdrawals);
const earnings = entry(
  "earnings",
  addresses.earnings,
  IconScale,
  (pathname) => ofMoney(pathname) && !ofWithdrawals(pathname),
);
const invitation = entry("invitation", addresses.invitation, IconGift);
const music = entry("music", addresses.music, IconMusic, below(addresses.music));
const channels = entry("channels", addresses.channels, IconBrandYoutube);
const members = { ...entry("members", addresses.members, IconUsers), may: canManage };
const subChannels = {
  ...entry("subChannels", addresses.subChannels, IconBrandYoutube),
  may: seesNetwork,
};
const guides = entry("guides", addresses.guides, IconBook, below(addresses.guides));
const my = entry("my", addresses.my, IconUserCircle, ofMyPage);

const groups: readonly Group[] = [
  { label: "create", entries: [dashboard, music, guides] },
  { label: "earn", entries: [channelReport, videoReport, earnings, withdrawal, invitation] },
  { label: "manage", entries: [channels, subChannels, members] },
];

/** The left side of a laptop, as this person sees it. */
export const groupsOf = (me: MeView): readonly Group[] =>
  groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ may }) => may?.(me) ?? true),
  }));

/** The bottom bar of phones: four entries at most, so some stand for a whole area. */
export const bottomBar: readonly Entry[] = [
  { ...dashboard, owns: below(addresses.dashboard) },
  music,
  channels,
  my,
];
