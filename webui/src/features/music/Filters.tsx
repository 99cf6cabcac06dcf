/** What a list may be narrowed by: what is set is filled and has a cross, what can be added is an outline. */
import { useState } from "react";
import { useListMusicTagsQuery } from "@/api/generated";
import { IconPlus, IconX } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import { CATEGORIES, type Filter } from "./filter";
import classes from "./music.module.css";
import { useMoodWords } from "./words";

interface Props {
  filter: Filter;
  /** On the shelf of shopping sounds there is nothing to choose. */
  shop?: boolean;
}

export function Filters({ filter, shop = false }: Props) {
  const { t } = useTranslation("music");
  const word = useMoodWords();
  const [choosing, setChoosing] = useState(false);
  const { category, tags, shopping } = filter;
  return (
    <div className={classes.filters}>
      <div className={classes.chips}>
        <fieldset className={classes.chipGroup}>
          <legend className="unseen">{t("category.name")}</legend>
          {CATEGORIES.map((each) => (
            <Chip
              key={each}
              on={each === category}
              label={t(`category.${each}`)}
              onPress={() => filter.choose(each === category ? null : each)}
            />
          ))}
        </fieldset>
        {tags.map((tag) => (
          <Chip key={tag} on label={word(tag)} onPress={() => filter.mark(tag)} />
        ))}
        <button
          type="button"
          className={classes.chip}
          aria-expanded={choosing}
          onClick={() => setChoosing(!choosing)}
        >
          <IconPlus size={14} aria-hidden="true" />
          {t("filter.mood")}
        </button>
        {!shop && <Chip on={shopping} label={t("filter.shopping")} onPress={filter.turnShopping} />}
      </div>
      {choosing && <MoodChoice filter={filter} />}
    </div>
  );
}

function Chip({ on, label, onPress }: { on: boolean; label: string; onPress: () => void }) {
  return (
    <button type="button" className={classes.chip} aria-pressed={on} onClick={onPress}>
      {label}
      {on && <IconX size={14} aria-hidden="true" />}
    </button>
  );
}

/** Both vocabularies, the moods first. */
function MoodChoice({ filter }: { filter: Filter }) {
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
