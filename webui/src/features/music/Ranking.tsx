/** The whole ranking of the week. */
import { useGetMusicHomeQuery } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { IconMusic } from "@/components/kit/icons";
import { useScreenClass } from "@/components/kit/screen";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import classes from "./music.module.css";
import { RankedRow, Week } from "./Ranked";
import rows from "./rows.module.css";
import { KeysLine, TrackList } from "./TrackList";
import { RowsWaiting } from "./Waiting";

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
