/**
 * The pinned post, one line above every page. What was last known stands there from the first moment; news
 * of it comes with the next page, so that nothing moves under the reader's eyes.
 */
import { ActionIcon } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useListHeaderNoticesQuery } from "@/api/generated";
import { dismissHeader, headerToShow } from "@/app/board-memory";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { headerNoticesSeen } from "@/app/site";
import { IconSpeakerphone, IconX } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import { postAt } from "./addresses";
import classes from "./header-notice.module.css";

export function HeaderNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const dispatch = useAppDispatch();
  const { currentData } = useListHeaderNoticesQuery();
  const notices = useAppSelector(({ site }) => site.headerNotices);
  const here = () => ({ page: pathname, notice: headerToShow(notices) });
  const [{ page, notice }, show] = useState(here);
  if (page !== pathname) show(here());

  useEffect(() => {
    if (currentData) dispatch(headerNoticesSeen(currentData.items));
  }, [dispatch, currentData]);

  useEffect(() => {
    // Words may take each other's place at once; a line that comes or goes waits for the next page.
    const next = headerToShow(notices);
    show((now) => (now.notice && next ? { ...now, notice: next } : now));
  }, [notices]);

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
          show(here());
        }}
      >
        <IconX size={18} />
      </ActionIcon>
    </aside>
  );
}
