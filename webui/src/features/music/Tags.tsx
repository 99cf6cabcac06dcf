/** Music by mood: every mood with its number of tracks, and the tracks of those that are chosen. */
import { useListMusicTagsQuery } from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Finder } from "./FinderLater";
import { useFilter } from "./filter";
import { Mood } from "./Home";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { RowsWaiting } from "./Waiting";

export function Tags() {
  return useFilter().narrows ? <Finder /> : <Moods />;
}

function Moods() {
  const { t } = useTranslation("music");
  const { count } = useFormat();
  const { data, error, isFetching, refetch } = useListMusicTagsQuery();
  if (error && !isFetching && !data) {
    return (
      <div className={rows.card}>
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      </div>
    );
  }
  if (!data) return <RowsWaiting />;
  const groups = [
    [t("byMood"), data.mood, ""],
    [t("aiMoods"), data.ai, "ai:"],
  ] as const;
  return groups.map(([title, tags, kind]) => (
    <section key={title}>
      <div className={classes.section}>
        <h2>{title}</h2>
      </div>
      <ul className={classes.moods} aria-label={title}>
        {tags.map((tag) => (
          <Mood key={tag.code} code={`${kind}${tag.code}`} label={tag.label}>
            {t("count", { count: tag.count, total: count(tag.count) })}
          </Mood>
        ))}
      </ul>
    </section>
  ));
}
