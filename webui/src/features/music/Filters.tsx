/** What a list may be narrowed by: what is set is filled and has a cross, what can be added is an outline. */
import { useState } from "react";
import { IconPlus, IconX } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import { CATEGORIES, type Filter } from "./filter";
import { MoodChoice } from "./later";
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
  const { category, tags, shopping, onlyWith } = filter;
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
        {onlyWith && <Chip on label={t("filter.onlyHere")} onPress={filter.leavePartner} />}
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
