/** Tracks by what they won in a week: place, by how much it changed, views. */
import type { RankedView, RankingView } from "@/api/generated";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { Length, TrackRow } from "./TrackRow";

function Place({ track: { rank, change } }: { track: RankedView }) {
  const { t } = useTranslation("music");
  const moved = change === null ? "new" : change > 0 ? "up" : change < 0 ? "down" : "same";
  const places = Math.abs(change ?? 0);
  const said = moved === "up" || moved === "down" ? t(`ranking.${moved}`, { places }) : null;
  return (
    <span className={`num ${rows.rank}`} data-moved={moved}>
      <b>{rank}</b>
      <small>
        <span className="unseen">{said ?? t(`ranking.${moved === "new" ? "new" : "same"}`)}</span>
        <span aria-hidden="true">
          {moved === "new" ? t("ranking.new") : moved === "same" ? "=" : places}
        </span>
      </small>
    </span>
  );
}

export function RankedRow({
  track,
  ranking,
  isFirst,
}: {
  track: RankedView;
  ranking: RankingView;
  isFirst?: boolean;
}) {
  const { t } = useTranslation("music");
  const { compact } = useFormat();
  const gained = { count: track.gained, gained: compact(track.gained) };
  const gain =
    ranking.by === "views" ? t("ranking.gainViews", gained) : t("ranking.gainPlays", gained);
  return (
    <TrackRow
      track={track}
      tracks={ranking.items}
      from={t("ranking.title")}
      lead={<Place track={track} />}
      sub={[track.artist, gain].filter(Boolean).join(", ")}
      end={<Length seconds={track.duration} />}
      tour={isFirst ? "track" : undefined}
    />
  );
}

/** The week of the ranking, and what it goes by. */
export function Week({ ranking }: { ranking: RankingView }) {
  const { t } = useTranslation("music");
  const { daySpan } = useFormat();
  const span = daySpan(ranking.from, ranking.to);
  return (
    <span className={classes.aside}>
      {t(ranking.by === "views" ? "ranking.views" : "ranking.plays", { span })}
    </span>
  );
}
