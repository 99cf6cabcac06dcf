/** Tracks by what they won in a week: place, by how much it changed, views. */
import type { RankedView, RankingView } from "@/api/generated";
import { useGetMusicHomeQuery } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { IconMusic } from "@/components/kit/icons";
import { useScreenClass } from "@/components/kit/screen";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { KeysLine, TrackList } from "./TrackList";
import { Length, TrackRow } from "./TrackRow";
import { RowsWaiting } from "./Waiting";

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

/** The whole ranking. */
export function Ranking() {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  const { data, error, isFetching, refetch } = useGetMusicHomeQuery();
  if (error && !isFetching && !data) {
    return (
      <div className={rows.card}>
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      </div>
    );
  }
  if (!data) return <RowsWaiting />;
  const { ranking } = data;
  if (ranking.items.length === 0) {
    return (
      <div className={rows.card}>
        <EmptyState icon={<IconMusic size={26} />} title={t("ranking.none")}>
          {t("ranking.noneText")}
        </EmptyState>
      </div>
    );
  }
  const ranked = new Map(ranking.items.map((track) => [track.isrc, track]));
  return (
    <>
      <div className={classes.section}>
        <h2>{t("ranking.title")}</h2>
        <Week ranking={ranking} />
      </div>
      <TrackList
        label={t("ranking.title")}
        from={t("ranking.title")}
        pages={[ranking.items]}
        money={false}
        row={({ isrc }) => {
          const track = ranked.get(isrc);
          return track && <RankedRow key={isrc} track={track} ranking={ranking} />;
        }}
        foot={
          laptop && (
            <div className={rows.foot}>
              <KeysLine />
            </div>
          )
        }
      />
    </>
  );
}
