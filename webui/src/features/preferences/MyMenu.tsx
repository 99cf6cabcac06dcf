/** My page: the person, and a way to everything of theirs. Entries come with their pages. */
import { SegmentedControl, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";
import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { buildId } from "@/app/fresh-builds";
import { useAppSelector, useSignedInMe } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { PushSwitches } from "@/components/domain/PushSwitches";
import { Card } from "@/components/kit/Card";
import { useFlag } from "@/components/kit/flags";
import {
  IconBell,
  IconCalendar,
  IconChartBar,
  IconChevronRight,
  IconCurrencyDollar,
  IconFileText,
  IconHelp,
  IconLanguage,
  IconLogout,
  IconPlaylist,
  IconScale,
  IconSettings,
  IconSpeakerphone,
  IconWallet,
} from "@/components/kit/icons";
import { LANGUAGE_NAMES } from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";
import classes from "./preferences.module.css";

export function MyMenu() {
  const { t } = useTranslation("preferences");
  const { t: c } = useTranslation();
  const { language, currency } = useAppSelector((state) => state.preferences);
  const { data: site } = useGetSiteSettingsQuery();
  const { open: askLogout } = useFlag("logout");
  return (
    <>
      <Person />
      <Card flush>
        <Entry to={addresses.channelReport} icon={IconChartBar} label={c("nav.channelReport")} />
        <Entry to={addresses.videoReport} icon={IconPlaylist} label={c("nav.videoReport")} />
        <Entry to={addresses.withdrawalRequest} icon={IconWallet} label={c("nav.withdrawal")} />
        <Entry to={addresses.earnings} icon={IconScale} label={c("nav.earnings")} />
      </Card>
      <Card flush>
        <Entry to={addresses.account} icon={IconSettings} label={c("nav.account")} />
        <Entry to={addresses.notifications} icon={IconBell} label={c("nav.notifications")} />
        <Entry to={addresses.notices} icon={IconSpeakerphone} label={c("nav.notices")} />
        <Entry to={addresses.events} icon={IconCalendar} label={c("nav.events")} />
        <Entry
          to={addresses.language}
          icon={IconLanguage}
          label={c("language")}
          now={LANGUAGE_NAMES[language]}
        />
        <Entry
          to={addresses.currency}
          icon={IconCurrencyDollar}
          label={c("currency")}
          now={currency}
        />
      </Card>
      <Card title={t("my.notices")} flush>
        <PushSwitches />
      </Card>
      <Card flush>
        <SchemeSwitch />
      </Card>
      <Card flush>
        {site?.support_url && (
          <a className={classes.entry} href={site.support_url} rel="noreferrer">
            <IconHelp size={20} aria-hidden="true" />
            <span>{t("my.support")}</span>
          </a>
        )}
        <Entry to={paths.terms()} icon={IconFileText} label={t("my.terms")} />
        <UnstyledButton className={classes.entry} data-quiet onClick={() => askLogout()}>
          <IconLogout size={20} aria-hidden="true" />
          <span>{c("logOut")}</span>
        </UnstyledButton>
      </Card>
      <p className={`num ${classes.build}`}>{t("my.build", { id: buildId.slice(0, 8) })}</p>
    </>
  );
}

function Person() {
  const { info } = useSignedInMe();
  return (
    <Card>
      <div className={classes.person}>
        <span className={classes.avatar} aria-hidden="true">
          {[...info.name].slice(0, 2).join("").toLocaleUpperCase()}
        </span>
        <div>
          <b>{info.name}</b>
          <span>{info.user_id}</span>
        </div>
      </div>
    </Card>
  );
}

interface EntryProps {
  to: string;
  icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>;
  label: string;
  /** What is chosen there now. */
  now?: ReactNode;
}

function Entry({ to, icon: Icon, label, now }: EntryProps) {
  return (
    <Link to={to} className={classes.entry}>
      <Icon size={20} aria-hidden="true" />
      <span>{label}</span>
      {now && <small>{now}</small>}
      <IconChevronRight size={18} aria-hidden="true" />
    </Link>
  );
}

function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = ["auto", "light", "dark"] as const;
  return (
    <div className={classes.setting}>
      <span>{t("scheme.name")}</span>
      <SegmentedControl
        aria-label={t("scheme.name")}
        size="sm"
        value={colorScheme}
        onChange={(next) => setColorScheme(schemes.find((known) => known === next) ?? "auto")}
        data={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
      />
    </div>
  );
}
