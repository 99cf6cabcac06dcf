/** A line of my page: what it is, what stands there now, and the way to it. */
import { UnstyledButton } from "@mantine/core";
import { Link } from "react-router";
import { IconChevronRight } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import type { Entry } from "./entries";
import classes from "./preferences.module.css";

export function EntryRow({ name, icon: Icon, opens, value, isMine, isNew }: Entry) {
  const { t } = useTranslation("preferences");
  const words = (
    <>
      <Icon size={20} aria-hidden="true" />
      <span>{t(`my.entries.${name}`)}</span>
      {value && (
        <small className="num" data-mine={isMine || undefined} data-new={isNew || undefined}>
          {value}
        </small>
      )}
      {name !== "signOut" && <IconChevronRight size={18} aria-hidden="true" />}
    </>
  );
  if ("to" in opens) {
    return (
      <Link to={opens.to} className={classes.entry}>
        {words}
      </Link>
    );
  }
  if ("href" in opens) {
    return (
      <a href={opens.href} rel="noreferrer" className={classes.entry}>
        {words}
      </a>
    );
  }
  return (
    <UnstyledButton className={classes.entry} onClick={opens.act}>
      {words}
    </UnstyledButton>
  );
}
