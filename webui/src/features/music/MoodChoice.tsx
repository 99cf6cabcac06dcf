/** Both vocabularies, the moods first. */
import { useListMusicTagsQuery } from "@/api/generated";
import { useTranslation } from "@/i18n/react";
import type { Filter } from "./filter";
import classes from "./music.module.css";

export function MoodChoice({ filter }: { filter: Filter }) {
  const { t } = useTranslation("music");
  const { data } = useListMusicTagsQuery();
  if (!data) return null;
  const groups = [
    [t("byMood"), data.mood.map((tag) => ({ ...tag, address: tag.code }))],
    [t("aiMoods"), data.ai.map((tag) => ({ ...tag, address: `ai:${tag.code}` }))],
  ] as const;
  return (
    <div className={classes.moodChoice}>
      {groups.map(([title, tags]) => (
        <fieldset key={title} className={classes.chipGroup} data-wraps="">
          <legend>{title}</legend>
          {tags
            .filter(({ address }) => !filter.tags.includes(address))
            .map(({ address, label, count }) => (
              <button
                key={address}
                type="button"
                className={classes.chip}
                onClick={() => filter.mark(address)}
              >
                {label} <small className="num">{count}</small>
              </button>
            ))}
        </fieldset>
      ))}
    </div>
  );
}
