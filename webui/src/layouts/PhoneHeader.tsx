/** The bar at the top of a phone: whose portal, what is new, the account. */

import { Link } from "react-router";
import { useAppSelector, useMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { Logo } from "@/components/domain/Logo";
import { useTranslation } from "@/i18n/react";
import { Initials, NotificationsLink, Visitor } from "./header-parts";
import classes from "./headers.module.css";

export function PhoneHeader() {
  const { t } = useTranslation();
  const me = useMe();
  const scrolled = useAppSelector(({ site }) => site.scrolled);
  return (
    <header className={classes.phone} data-scrolled={scrolled || undefined}>
      <Link to={addresses.landing} className={classes.home}>
        <Logo />
      </Link>
      {me ? (
        <span className={classes.tools}>
          <NotificationsLink />
          <Link
            to={addresses.my}
            className={classes.touch}
            aria-label={t("accountMenu", { name: me.info.name })}
          >
            <Initials name={me.info.name} />
          </Link>
        </span>
      ) : (
        <Visitor />
      )}
    </header>
  );
}
