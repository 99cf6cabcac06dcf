/** The frame around the portal's pages: left navigation on laptops, top and bottom bars on phones. */

import { Link, Navigate, Outlet, useLocation } from "react-router";
import { useAppSelector, useAuthState, useMe } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { seesNetwork } from "@/app/rank";
import { useSiteSettings } from "@/app/settings";
import { Logo } from "@/components/domain/Logo";
import { useSiteMetadata } from "@/components/domain/site-metadata";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useScreenClass } from "@/components/kit/screen";
import { HeaderNotice } from "@/features/board/HeaderNotice";
import { Tutorial } from "@/features/tutorial/Tutorial";
import { loadTexts } from "@/i18n";
import { useTranslation } from "@/i18n/react";
import "@/styles/kit.css";
import classes from "./FrameLayout.module.css";
import { useFrameFlags } from "./frame-flags";
import headers from "./headers.module.css";
import { bottomBar as barEntries, type Entry, groupsOf } from "./navigation";
import { OfflineBar } from "./Offline";
import { PhoneHeader } from "./PhoneHeader";

/** Menus and dialogs come when they are needed: a phone's first page does without. */
const LaptopHeader = late(
  async () => (await import("./LaptopHeader")).LaptopHeader,
  <div className={headers.laptop} />,
);
const LogoutDialog = late(
  async () => (await import("@/features/accounts/LogoutDialog")).LogoutDialog,
);
const NetworkAccounts = late(async () => (await import("./NetworkAccounts")).NetworkAccounts);
const WithdrawalNotice = late(async () => {
  await loadTexts("withdrawals");
  return (await import("@/features/withdrawals/WithdrawalNotice")).WithdrawalNotice;
});

/** The frame for pages that anybody may read. */
export function FrameLayout() {
  const { t } = useTranslation();
  const laptop = useScreenClass() === "laptop";
  const me = useMe();
  const { opened: leaving } = useFlag("logout");
  const { bottomBar, withdrawalNotice } = useFrameFlags();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        {t("skipToContent")}
      </a>
      {laptop && <SideNavigation />}
      <div className={classes.column}>
        <HeaderNotice />
        {laptop ? <LaptopHeader /> : <PhoneHeader />}
        <OfflineBar />
        <main id="main" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {bottomBar && <BottomBar />}
      {me && leaving && <LogoutDialog />}
      {withdrawalNotice && <WithdrawalNotice />}
    </div>
  );
}

/** The frame for pages that need a log-in; leads away when the session ends. */
export function OwnFrameLayout() {
  const { pathname, search } = useLocation();
  const state = useAuthState();
  const me = useMe();
  const ended = useAppSelector(({ session }) => session.ended);
  if (state === "out") {
    return <Navigate to={paths.login(ended === "logout" ? null : pathname + search)} replace />;
  }
  return (
    <>
      <FrameLayout />
      {state === "in" && me && seesNetwork(me) && <NetworkAccounts />}
      <Tutorial />
    </>
  );
}

function SideNavigation() {
  const { t } = useTranslation();
  const me = useMe();
  const partner = useSiteMetadata();
  return (
    <nav className={classes.side} aria-label={t("nav.name")}>
      <Link to={addresses.landing} className={classes.home}>
        <Logo />
      </Link>
      {me &&
        groupsOf(me).map(({ label, entries }) => (
          <div key={label}>
            <h2>{t(`nav.${label}`)}</h2>
            {entries.map((entry) => (
              <SideEntry key={entry.to} {...entry} />
            ))}
          </div>
        ))}
      {partner && <RunsOn partner={partner.name} />}
    </nav>
  );
}

/** On a partner's site: who pays. */
function RunsOn({ partner }: { partner: string }) {
  const { t } = useTranslation();
  const { data: settings } = useSiteSettings();
  if (!settings) return null;
  return <p className={classes.runsOn}>{t("runsOn", { partner, portal: settings.name })}</p>;
}

function SideEntry({ to, label, icon: Icon, owns }: Entry) {
  const { t } = useTranslation();
  return (
    <Link to={to} className={classes.entry} aria-current={useCurrent(owns)}>
      <Icon size={20} />
      {t(`nav.${label}`)}
    </Link>
  );
}

/** Marks the entry that the open page belongs to. */
const useCurrent = (owns: Entry["owns"]) => (owns(useLocation().pathname) ? "page" : undefined);

function BottomBar() {
  const { t } = useTranslation();
  return (
    <nav className={classes.bottom} aria-label={t("nav.name")}>
      {barEntries.map((entry) => (
        <BottomEntry key={entry.to} {...entry} />
      ))}
    </nav>
  );
}

function BottomEntry({ to, label, icon: Icon, owns }: Entry) {
  const { t } = useTranslation();
  return (
    <Link to={to} aria-current={useCurrent(owns)}>
      <Icon size={22} />
      {t(`nav.${label}`)}
    </Link>
  );
}
