/**
 * The pinned post, one line above every page. What was last known stands there from the first moment; news
 * of it comes with the next page, so that nothing moves under the reader's eyes.
 */
import { ActionIcon } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useListHeaderNoticesQuery } from "@/api/generated";
import { IconSpeakerphone, IconX } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import { postAt } from "./addresses";
import classes from "./header-notice.module.css";
import { dismissHeader, headerToShow, rememberHeader } from "./memory";

export function HeaderNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { currentData } = useListHeaderNoticesQuery();
  const [{ page, notice }, show] = useState(() => ({ page: pathname, notice: headerToShow() }));
  if (page !== pathname) show({ page: pathname, notice: headerToShow() });

  useEffect(() => {
    if (!currentData) return;
    rememberHeader(currentData.items);
    // Words may take each other's place at once; a line that comes or goes waits for the next page.
    const next = headerToShow();
    show((now) => (now.notice && next ? { ...now, notice: next } : now));
  }, [currentData]);

  if (!notice) return null;
  return (
    <aside className={classes.line} aria-label={t("news")}>
      <IconSpeakerphone size={18} aria-hidden="true" />
      <Link to={postAt(notice.kind, notice.id)}>{notice.title}</Link>
      <ActionIcon
        variant="transparent"
        size={44}
        color="inherit"
        aria-label={t("close")}
        onClick={() => {
          dismissHeader(notice.id);
          show({ page: pathname, notice: headerToShow() });
        }}
      >
        <IconX size={18} />
      </ActionIcon>
    </aside>
  );
}
