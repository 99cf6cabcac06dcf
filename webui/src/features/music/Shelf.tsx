/** Covers side by side: the cover plays, the name opens. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { TrackView } from "@/api/generated";
import { PlayMark } from "@/components/player/PlayMark";
import { useTranslation } from "@/i18n/react";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { useTrackLink } from "./TrackRow";

interface Props {
  title: string;
  tracks: readonly TrackView[];
  /** How many there are in all, and where they stand. */
  all?: { total: number; to: string };
}

export function Shelf({ title, tracks, all }: Props) {
  const { t } = useTranslation("music");
  if (tracks.length === 0) return null;
  return (
    <section>
      <div className={classes.section}>
        <h2>{title}</h2>
        {all && (
          <Link className={classes.link} to={all.to}>
            {t("all", { total: all.total })}
          </Link>
        )}
      </div>
      <ul className={rows.shelf} aria-label={title}>
        {tracks.map((track) => (
          <Tile key={track.isrc} track={track} tracks={tracks} from={title}>
            <small>{track.artist}</small>
          </Tile>
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  track: TrackView;
  tracks: readonly TrackView[];
  from: string;
  /** Above the name. */
  top?: ReactNode;
  children: ReactNode;
}

export function Tile({ track, tracks, from, top, children }: TileProps) {
  const link = useTrackLink();
  return (
    <li className={rows.tile}>
      <PlayMark track={track} tracks={tracks} from={from} radius={12} />
      {top}
      <Link {...link(track.isrc)}>{track.name}</Link>
      {children}
    </li>
  );
}
