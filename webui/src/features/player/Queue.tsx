/** What plays now and after it: a tap goes there. */
import { Button, VisuallyHidden } from "@mantine/core";
import type { TrackView } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { Cover } from "@/components/domain/Cover";
import { neighboursOf, playerOf, queueOf, tracksReordered } from "@/components/player/state";
import { useEngine } from "@/components/player/use-player";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { shuffledAfter } from "./order";
import classes from "./queue.module.css";

/** So many of those to come are drawn; the others are counted. */
export const SHOWN = 20;

export function Queue() {
  const { t } = useTranslation("player");
  const dispatch = useAppDispatch();
  const { tracks, from } = useAppSelector(queueOf);
  const track = useAppSelector((state) => playerOf(state).track);
  const { after } = useAppSelector(neighboursOf);
  const code = track?.isrc ?? "";
  const shuffle = () => dispatch(tracksReordered(shuffledAfter(tracks, code, Math.random)));
  return (
    <div className={classes.queue}>
      <div className={classes.head}>
        <h2>{from}</h2>
        {after.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={shuffle}>
            {t("shuffle")}
          </Button>
        )}
      </div>
      <ol className={classes.list}>
        {track && <QueueRow track={track} current />}
        {after.slice(0, SHOWN).map((coming) => (
          <QueueRow key={coming.isrc} track={coming} />
        ))}
      </ol>
      <p className={classes.foot}>
        <More count={after.length - SHOWN} />
      </p>
    </div>
  );
}

function QueueRow({ track, current = false }: { track: TrackView; current?: boolean }) {
  const { t } = useTranslation("player");
  const { go } = useEngine();
  return (
    <li className={classes.row} aria-current={current ? "true" : undefined}>
      <button type="button" disabled={current} onClick={() => go(track)}>
        {!current && <VisuallyHidden component="span">{t("play")} </VisuallyHidden>}
        <QueueTrack track={track} />
      </button>
    </li>
  );
}

/** A track as the queue shows it. */
export function QueueTrack({ track }: { track: TrackView }) {
  const { duration } = useFormat();
  return (
    <>
      <Cover track={track} size={40} radius={6} />
      <span className={classes.names}>
        <b>{track.name}</b>
        <span>{track.artist}</span>
      </span>
      <span className="num">{duration(track.preview_seconds || track.duration)}</span>
    </>
  );
}

/** What comes behind those that are shown. */
export function More({ count }: { count: number }) {
  const { t } = useTranslation("player");
  return <>{count > 0 ? t("more", { count }) : t("stops")}</>;
}
