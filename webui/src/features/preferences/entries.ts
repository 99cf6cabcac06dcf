/** The entries of my page in their groups. An entry comes with its page. */
import type { ComponentType } from "react";
import { useGetInvitationsQuery, useListPostsQuery } from "@/api/generated";
import type { PreferencesView } from "@/api/generated-base";
import { buildId } from "@/app/fresh-builds";
import { useAppSelector, useSignedInMe } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { canManage, seesNetwork } from "@/app/rank";
import { useSiteSettings } from "@/app/settings";
import { useFlag } from "@/components/kit/flags";
import {
  IconBell,
  IconBook,
  IconBrandYoutube,
  IconCreditCard,
  IconCurrencyDollar,
  IconFileText,
  IconGift,
  IconHeartHandshake,
  IconHelp,
  IconInfoCircle,
  IconLanguage,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconSpeakerphone,
  IconTargetArrow,
  IconTicket,
  IconUsers,
} from "@/components/kit/icons";
import { useFormat } from "@/format";
import { LANGUAGE_NAMES } from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";

type Icon = ComponentType<{ size?: number; "aria-hidden"?: "true" }>;

export interface Entry {
  name:
    | "payment"
    | "invite"
    | "promotions"
    | "campaigns"
    | "guide"
    | "help"
    | "support"
    | "partnership"
    | "notice"
    | "pushSettings"
    | "settings"
    | "members"
    | "subChannels"
    | "language"
    | "currency"
    | "terms"
    | "appInfo"
    | "signOut";
  icon: Icon;
  /** A page of this portal, a page elsewhere, or a dialog. */
  opens: { to: string } | { href: string } | { act: () => void };
  /** What is chosen or waits there now. */
  value?: string | undefined;
  /** Whether the value is the reader's own money. */
  isMine?: boolean;
  /** Whether the value is news. */
  isNew?: boolean;
}

interface Group {
  name: "money" | "learn" | "news" | "account" | "about";
  entries: readonly Entry[];
}

/** What my page is told of other features. */
export interface MyFacts {
  /** Posts that this browser's reader has not read. */
  unread: number;
  /** Opens the form for partners; without it there is no entry. */
  onPartnership?: (() => void) | undefined;
}

/** Which messages the person gets. */
function toldOf({ notice, marketing }: PreferencesView) {
  if (notice && marketing) return "all";
  if (notice) return "notice";
  return marketing ? "marketing" : "none";
}

/** The points of invitations that are there to be used. */
function usePoints(): string | undefined {
  const { t } = useTranslation("preferences");
  const { count } = useFormat();
  const { data } = useGetInvitationsQuery({});
  const points = data?.lots.reduce((sum, lot) => sum + lot.points, 0) ?? 0;
  return points > 0 ? t("my.values.points", { points: count(points) }) : undefined;
}

const ONE = { kind: "event", size: 1 } as const;

export function useMyGroups({ unread, onPartnership }: MyFacts): readonly Group[] {
  const { t } = useTranslation("preferences");
  const { t: w } = useTranslation("withdrawals");
  const me = useSignedInMe();
  const { language, currency } = useAppSelector((state) => state.preferences);
  const { data: site } = useSiteSettings();
  const events = useListPostsQuery(ONE).data?.total ?? 0;
  const { open: askLogout } = useFlag("logout");
  const { open: choosePush } = useFlag("pushSettings");
  const { open: showApp } = useFlag("appInfo");
  const points = usePoints();
  const paidTo = me.withdrawal && w(`method.${me.withdrawal.method}`);
  return [
    {
      name: "money",
      entries: [
        {
          name: "payment",
          icon: IconCreditCard,
          opens: { to: addresses.paymentInfo },
          value: paidTo ?? t("my.values.missing"),
        },
        {
          name: "invite",
          icon: IconGift,
          opens: { to: addresses.invitation },
          value: points,
          isMine: true,
        },
        {
          name: "promotions",
          icon: IconTicket,
          opens: { to: addresses.events },
          value: events > 0 ? t("my.values.events", { count: events }) : undefined,
        },
        ...(site?.features.campaigns
          ? [
              {
                name: "campaigns",
                icon: IconTargetArrow,
                opens: { to: `${addresses.events}?view=campaigns` },
              } as const,
            ]
          : []),
      ],
    },
    {
      name: "learn",
      entries: [
        { name: "guide", icon: IconBook, opens: { to: addresses.guides } },
        { name: "help", icon: IconHelp, opens: { to: paths.help() } },
        ...(site?.support_url
          ? [
              {
                name: "support",
                icon: IconMessageCircle,
                opens: { href: site.support_url },
              } as const,
            ]
          : []),
        ...(onPartnership
          ? [
              {
                name: "partnership",
                icon: IconHeartHandshake,
                opens: { act: onPartnership },
              } as const,
            ]
          : []),
      ],
    },
    {
      name: "news",
      entries: [
        {
          name: "notice",
          icon: IconSpeakerphone,
          opens: { to: addresses.notices },
          value: unread > 0 ? t("my.values.unread", { count: unread }) : undefined,
          isNew: true,
        },
        {
          name: "pushSettings",
          icon: IconBell,
          opens: { act: () => choosePush() },
          value: t(`my.values.push.${toldOf(me.settings)}`),
        },
      ],
    },
    {
      name: "account",
      entries: [
        {
          name: "settings",
          icon: IconSettings,
          opens: { to: addresses.account },
          value: t("my.values.settings"),
        },
        ...(canManage(me)
          ? [{ name: "members", icon: IconUsers, opens: { to: addresses.members } } as const]
          : []),
        ...(seesNetwork(me)
          ? [
              {
                name: "subChannels",
                icon: IconBrandYoutube,
                opens: { to: addresses.subChannels },
              } as const,
            ]
          : []),
        {
          name: "language",
          icon: IconLanguage,
          opens: { to: addresses.language },
          value: LANGUAGE_NAMES[language],
        },
        {
          name: "currency",
          icon: IconCurrencyDollar,
          opens: { to: addresses.currency },
          value: currency,
        },
      ],
    },
    {
      name: "about",
      entries: [
        { name: "terms", icon: IconFileText, opens: { to: paths.terms() } },
        {
          name: "appInfo",
          icon: IconInfoCircle,
          opens: { act: () => showApp() },
          value: buildId.slice(0, 8),
        },
        { name: "signOut", icon: IconLogout, opens: { act: () => askLogout() } },
      ],
    },
  ];
}
