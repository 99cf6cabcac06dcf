/** What both headers show. */
import { ActionIcon, Button } from "@mantine/core";
import { Link } from "react-router";
import { useAuthState } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { LanguageSelect } from "@/components/domain/LanguageSelect";
import { IconBell } from "@/components/kit/icons";
import { UnreadDot } from "@/features/notifications/UnreadDot";
import { useTranslation } from "@/i18n/react";
import classes from "./headers.module.css";

/** What a visitor who is not logged in is offered; an empty place while it is not known who it is. */
export function Visitor() {
  const { t } = useTranslation();
  const state = useAuthState();
  if (state === "checking") return <span className={classes.tools} />;
  return (
    <span className={classes.tools}>
      <LanguageSelect />
      <Button component={Link} to={paths.login()} variant="default" size="sm">
        {t("logIn")}
      </Button>
    </span>
  );
}

export function NotificationsLink({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component={Link}
      to={addresses.notifications}
      variant={framed ? "default" : "subtle"}
      size={framed ? 36 : 44}
      className={framed ? undefined : classes.plain}
      aria-label={t("nav.notifications")}
    >
      <UnreadDot>
        <IconBell size={framed ? 20 : 22} />
      </UnreadDot>
    </ActionIcon>
  );
}

/** The first two signs of a name, as a picture: drawn by the style sheet, since it is no text to read. */
export function Initials({ name }: { name: string }) {
  const initials = [...name].slice(0, 2).join("").toLocaleUpperCase();
  return <span className={classes.initials} data-initials={initials} aria-hidden="true" />;
}
