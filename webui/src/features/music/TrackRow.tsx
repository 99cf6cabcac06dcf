/** One track of a list: its cover plays it, its row opens it. */
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { EarnedTrackView, TrackView } from "@/api/generated";
import { addresses } from "@/app/paths";
import { CodeChip } from "@/components/player/CodeChip";
import { FavouriteButton } from "@/components/player/FavouriteButton";
import { PlayMark } from "@/components/player/PlayMark";
import { usePlayer } from "@/components/player/use-player";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { CopyIcon } from "./CopyIcon";
import type { EarnedMonth } from "./earned";
import classes from "./rows.module.css";
import { cutAt, useMoodWords } from "./words";

/** The list that a row stands in. */
export interface Listing {
  tracks: readonly TrackView[];
  /** That list in the reader's words. */
  from: string;
}

interface Props extends Listing {
  track: TrackView;
  /** Before the cover. */
  lead?: ReactNode;
  /** Below the title; the artist where nothing else is said. */
  sub?: ReactNode;
  /** Between the title and the heart. */
  end?: ReactNode;
  /** In place of the heart. */
  last?: ReactNode;
  search?: string;
  /** What the first walk calls it. */
  tour?: string;
}

/** Opens a track over the list one is in, which stays in the address. */
export function useTrackLink(): (code: string) => { to: string; state: unknown } {
  const { pathname, search } = useLocation();
  return (code) => {
    const params = new URLSearchParams(pathname === addresses.musicAll ? search : "");
    params.set("track", code);
    return { to: `${addresses.musicAll}?${params}`, state: { opened: true } };
  };
}

export function TrackRow({ track, tracks, from, lead, sub, end, last, search = "", tour }: Props) {
  const { current } = usePlayer();
  const { t } = useTranslation("music");
  return (
    <li
      className={classes.row}
      data-code={track.isrc}
      data-current={current === track.isrc || undefined}
      data-tour={tour}
    >
      {lead}
      <span data-act="play">
        <PlayMark track={track} tracks={tracks} from={from} size={44} radius={7} />
      </span>
      <span className={classes.what}>
        <TrackName track={track} search={search} />
        <small>
          {track.exclusive_logo && <img src={track.exclusive_logo} alt="" height={14} />}
          {track.available ? (sub ?? track.artist) : t("favourites.gone")}
        </small>
      </span>
      {end}
      {last ?? (
        <span data-act="keep" className={classes.act}>
          <FavouriteButton track={track} />
        </span>
      )}
    </li>
  );
}

function TrackName({ track, search }: { track: TrackView; search: string }) {
  const link = useTrackLink();
  const name = cutAt(track.name, search).map(({ part, found }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order.
    found ? <mark key={place}>{part}</mark> : part,
  );
  if (!track.available) return <b>{name}</b>;
  return (
    <Link {...link(track.isrc)} className={classes.open} data-open="">
      {name}
    </Link>
  );
}

export function Length({ seconds }: { seconds: number }) {
  const { duration } = useFormat();
  return <span className={`num ${classes.length}`}>{seconds > 0 ? duration(seconds) : ""}</span>;
}

/** A phone's row in a search: the code at hand. */
export function PhoneRow(props: Omit<Props, "sub" | "end">) {
  const { duration } = useFormat();
  const { artist, duration: seconds } = props.track;
  const facts = [artist, seconds > 0 ? duration(seconds) : ""].filter(Boolean);
  return (
    <TrackRow
      {...props}
      sub={facts.join(", ")}
      end={
        <span data-act="copy" className={classes.act}>
          <CopyIcon track={props.track} />
        </span>
      }
    />
  );
}

/** A laptop's row: everything there is to know of a track. */
export function LaptopRow({
  earned,
  ...props
}: Omit<Props, "end"> & { earned: EarnedMonth | null }) {
  const { track } = props;
  return (
    <TrackRow
      {...props}
      end={
        <>
          <Moods track={track} />
          <Length seconds={track.duration} />
          <Used earned={earned} line={earned?.of(track.isrc)} />
          <span data-act="copy" className={`${classes.act} ${classes.code}`}>
            <CodeChip code={track.isrc} />
          </span>
        </>
      }
    />
  );
}

const SHOWN_MOODS = 2;

function Moods({ track: { tags } }: { track: TrackView }) {
  const { t } = useTranslation("music");
  const word = useMoodWords();
  const left = tags.length - SHOWN_MOODS;
  return (
    <span className={classes.moods}>
      {tags.slice(0, SHOWN_MOODS).map((tag) => (
        <span key={tag}>{word(tag)}</span>
      ))}
      {left > 0 && (
        <span data-more="" title={tags.slice(SHOWN_MOODS).map(word).join(", ")}>
          <span aria-hidden="true">+{left}</span>
          <span className="unseen">{t("moreMoods", { count: left })}</span>
        </span>
      )}
    </span>
  );
}

function Used({ earned, line }: { earned: EarnedMonth | null; line: EarnedTrackView | undefined }) {
  const { t } = useTranslation("music");
  const { money } = useFormat();
  if (!earned) return <span className={classes.used} />;
  return (
    <span className={`num ${classes.used}`} data-mine={line ? "" : undefined}>
      {line
        ? t("used", { count: line.videos, amount: money(line.revenue, earned.currency) })
        : t("notUsed")}
    </span>
  );
}
