/** Tracks as rows, page after page, with keys to move, hear, copy, keep and open (notes of the look). */
import { type ReactNode, useEffect, useRef } from "react";
import type { TrackView } from "@/api/generated";
import { useScreenClass } from "@/components/kit/screen";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { type EarnedMonth, useEarnedOf } from "./earned";
import { useListKeys } from "./keys";
import classes from "./rows.module.css";
import { LaptopRow, PhoneRow } from "./TrackRow";

export type DrawRow = (track: TrackView, earned: EarnedMonth | null) => ReactNode;

interface Props {
  /** What is listed, for those who do not see it. */
  label: string;
  from: string;
  pages: readonly (readonly TrackView[])[];
  search?: string;
  /** A row of its own kind; else the phone's or the laptop's. */
  row?: DrawRow;
  /** Whether rows say what their tracks earned, which phones have no room for. */
  money?: boolean;
  /** Below the rows. */
  foot?: ReactNode;
}

export function TrackList({ label, from, pages, search = "", row, money, foot }: Props) {
  const laptop = useScreenClass() === "laptop";
  const tracks = pages.flat();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const columns = laptop && !row;
  const drawn: DrawRow =
    row ??
    ((track, earned) =>
      laptop ? (
        <LaptopRow {...{ track, tracks, from, search, earned }} key={track.isrc} />
      ) : (
        <PhoneRow {...{ track, tracks, from, search }} key={track.isrc} />
      ));
  return (
    <div className={classes.card} ref={list} data-columns={columns || undefined}>
      {columns && <Columns codes={pages[0]?.map(({ isrc }) => isrc) ?? []} />}
      <ul className={classes.rows} aria-label={label}>
        {pages.map((page) => (
          <Chunk key={page[0]?.isrc ?? ""} page={page} row={drawn} money={money ?? laptop} />
        ))}
      </ul>
      {foot}
    </div>
  );
}

/** What a page's tracks earned is asked for at once. */
function Chunk({ page, row, money }: { page: readonly TrackView[]; row: DrawRow; money: boolean }) {
  const codes = page.map(({ isrc }) => isrc);
  const earned = useEarnedOf(codes, money);
  return page.map((track) => row(track, earned));
}

function Columns({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation("music");
  const { monthName } = useFormat();
  const earned = useEarnedOf(codes);
  const yours = earned
    ? t("columns.yours", { month: monthName(earned.month) })
    : t("columns.yoursPlain");
  return (
    <div className={classes.columns} aria-hidden="true">
      <span />
      <span>{t("columns.track")}</span>
      <span>{t("columns.moods")}</span>
      <span>{t("columns.length")}</span>
      <span>{yours}</span>
      <span>{t("columns.code")}</span>
      <span />
    </div>
  );
}

/** Asks for more when the end of the list comes near. */
export function More({ onSeen }: { onSeen: () => void }) {
  const { t } = useTranslation("music");
  const mark = useRef<HTMLButtonElement>(null);
  const ask = useRef(onSeen);
  useEffect(() => {
    ask.current = onSeen;
  });
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask.current(),
      { rootMargin: "800px 0px" },
    );
    if (mark.current) seen.observe(mark.current);
    return () => seen.disconnect();
  }, []);
  return (
    <button type="button" ref={mark} className={classes.more} onClick={() => ask.current()}>
      {t("more")}
    </button>
  );
}

const KEYS = [
  [["j", "k"], "move"],
  [["space"], "play"],
  [["c"], "copy"],
  [["f"], "keep"],
  [["enter"], "open"],
] as const;

export function KeysLine() {
  const { t } = useTranslation("music");
  const word = (key: string) => (key === "space" || key === "enter" ? t(`keys.${key}`) : key);
  return (
    <span className={classes.keys}>
      {KEYS.map(([keys, act]) => (
        <span key={act}>
          {keys.map((key) => (
            <kbd key={key}>{word(key)}</kbd>
          ))}
          {t(`keys.${act}`)}
        </span>
      ))}
    </span>
  );
}
