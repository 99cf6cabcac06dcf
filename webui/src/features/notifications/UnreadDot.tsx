/** A dot at an icon while something is unread. */
import type { ReactNode } from "react";
import { useListNotificationsQuery } from "@/api/generated";
import { NOTIFICATION_POLL_MS } from "@/app/constants";
import { useTranslation } from "@/i18n/react";
import { FIRST_PAGE } from "./first-page";
import classes from "./notifications.module.css";

export function UnreadDot({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useListNotificationsQuery(FIRST_PAGE, {
    pollingInterval: NOTIFICATION_POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const unread = data?.unread ?? 0;
  return (
    <span className={classes.bell}>
      {children}
      {unread > 0 && (
        <>
          <i className={classes.dot} aria-hidden="true" />
          <span className="unseen">{t("unread", { count: unread })}</span>
        </>
      )}
    </span>
  );
}
