/** The rolling banners: one at a time, by themselves only while nobody looks closer and motion is wanted. */
import { ActionIcon, Button } from "@mantine/core";
import { type FocusEvent, useEffect, useState } from "react";
import type { BannersView, BannerView } from "@/api/generated";
import { areBannersHidden, hideBanners } from "@/app/board-memory";
import { BANNER_MS } from "@/app/constants";
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
} from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./banners.module.css";
import { Way } from "./RichText";

const CALM = "(prefers-reduced-motion: reduce)";

export function Banners({ banners, account }: { banners: BannersView; account: string }) {
  const { items, today } = banners;
  const [hidden, setHidden] = useState(() => areBannersHidden(account, today));
  if (hidden || items.length === 0) return null;

  function hide() {
    hideBanners(account, today);
    setHidden(true);
    document.querySelector("main")?.focus({ preventScroll: true });
  }
  return <Rolling items={items} onHide={hide} />;
}

function Rolling({ items, onHide }: { items: readonly BannerView[]; onHide: () => void }) {
  const { t } = useTranslation("board");
  const [turn, setTurn] = useState(0);
  const [runs, setRuns] = useState(() => !matchMedia(CALM).matches);
  const [held, setHeld] = useState(false);
  const now = turn % items.length;
  const rolls = runs && !held && items.length > 1;
  const go = (by: number) => setTurn((before) => (before + by + items.length) % items.length);

  useEffect(() => {
    if (!rolls) return;
    const timer = window.setInterval(() => setTurn((before) => before + 1), BANNER_MS);
    return () => window.clearInterval(timer);
  }, [rolls]);

  return (
    <section
      className={classes.carousel}
      aria-roledescription={t("banner.role")}
      aria-label={t("banner.name")}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) =>
        currentTarget.contains(relatedTarget) || setHeld(false)
      }
    >
      <div className={classes.slides} aria-live={rolls ? "off" : "polite"}>
        {items.map((item, index) => (
          <Slide key={item.id} item={item} shown={index === now} first={index === 0} />
        ))}
      </div>
      <div className={classes.below}>
        {items.length > 1 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t(runs ? "banner.pause" : "banner.play")}
              onClick={() => setRuns(!runs)}
            >
              {runs ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t("banner.before")}
              onClick={() => go(-1)}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <span className="num">{t("banner.place", { now: now + 1, of: items.length })}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t("banner.after")}
              onClick={() => go(1)}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
          </>
        )}
        <Button variant="subtle" color="gray" className={classes.hide} onClick={onHide}>
          {t("banner.notToday")}
        </Button>
      </div>
    </section>
  );
}

function Slide({ item, shown, first }: { item: BannerView; shown: boolean; first: boolean }) {
  const { t } = useTranslation("board");
  const { dayLong } = useFormat();
  return (
    <div className={classes.slide} data-shown={shown || undefined}>
      <Way to={item.link} className={classes.way}>
        <img src={item.image} alt="" loading={first ? "eager" : "lazy"} />
        <span className={classes.words}>
          {item.until && <small>{t("until", { day: dayLong(item.until) })}</small>}
          <b>{item.title}</b>
        </span>
      </Way>
    </div>
  );
}
