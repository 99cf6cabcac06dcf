/** The line above a page on laptops: what the figures reach to, language, currency, notifications, the account. */
import { Button, Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { useAppDispatch, useAppSelector, useMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { currencyChosen } from "@/app/preferences";
import { useCurrencies } from "@/components/domain/currencies";
import { useKoreanNote, useLanguage } from "@/components/domain/LanguageSelect";
import { useFlag } from "@/components/kit/flags";
import {
  IconCheck,
  IconChevronDown,
  IconLanguage,
  IconLogout,
  IconSettings,
  IconSunMoon,
  IconUserCircle,
} from "@/components/kit/icons";
import { useFormat } from "@/format";
import { KOREAN_FOR_VISIT, LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import { useTranslation } from "@/i18n/react";
import { Initials, NotificationsLink, Visitor } from "./header-parts";
import classes from "./headers.module.css";

export function LaptopHeader() {
  const me = useMe();
  return (
    <header className={classes.laptop}>
      <DataDate />
      {me ? (
        <span className={classes.tools}>
          <LanguageMenu />
          <CurrencyMenu />
          <NotificationsLink framed />
          <AccountMenu name={me.info.name} email={me.info.user_id} />
        </span>
      ) : (
        <Visitor />
      )}
    </header>
  );
}

function DataDate() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const day = useAppSelector((state) => state.site.dataDate);
  return <span className={`num ${classes.quiet}`}>{day && t("dataTo", { date: date(day) })}</span>;
}

function LanguageMenu() {
  const { t } = useTranslation();
  const [language, choose] = useLanguage();
  const note = useKoreanNote();
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconLanguage size={18} />}
          aria-label={`${t("language")}: ${LANGUAGE_NAMES[language]}`}
        >
          {LANGUAGE_NAMES[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((known) => (
          <Menu.Item
            key={known}
            lang={known}
            rightSection={known === language ? <IconCheck size={16} /> : null}
            aria-current={known === language}
            onClick={() => void choose(known)}
          >
            {known === "ko" && note ? KOREAN_FOR_VISIT : LANGUAGE_NAMES[known]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function CurrencyMenu() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const currency = useAppSelector((state) => state.preferences.currency);
  const currencies = useCurrencies();
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconChevronDown size={16} />}
          aria-label={`${t("currency")}: ${currency}`}
        >
          {currency}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {currencies.map((known) => (
          <Menu.Item
            key={known}
            rightSection={known === currency ? <IconCheck size={16} /> : null}
            aria-current={known === currency}
            onClick={() => dispatch(currencyChosen(known))}
          >
            {known} <span className={classes.quiet}>{t(`currencies.${known}`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function AccountMenu({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation();
  const { open } = useFlag("logout");
  const { pathname } = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = { auto: "light", light: "dark", dark: "auto" } as const;
  return (
    <Menu key={pathname} width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.touch} aria-label={t("accountMenu", { name })}>
          <Initials name={name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.person}>
          <b>{name}</b>
          <span>{email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={addresses.my} leftSection={<IconUserCircle size={18} />}>
          {t("nav.my")}
        </Menu.Item>
        <Menu.Item component={Link} to={addresses.account} leftSection={<IconSettings size={18} />}>
          {t("nav.account")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSunMoon size={18} />}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(next[colorScheme])}
        >
          {t("scheme.now", { scheme: t(`scheme.${colorScheme}`) })}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => open()}>
          {t("logOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
