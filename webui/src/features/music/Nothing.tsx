/** Nothing found is no dead end: what would be found without one of the filters, the most first. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useCountWithoutQuery, type WithoutView } from "@/api/generated";
import { addresses } from "@/app/paths";
import { IconMusic } from "@/components/kit/icons";
import { EmptyState } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import type { Filter } from "./filter";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { useFacts, useMoodWords } from "./words";

export function Nothing({ filter }: { filter: Filter }) {
  return filter.narrows ? <NothingFound filter={filter} /> : <NoMusic />;
}

function NothingFound({ filter }: { filter: Filter }) {
  const { t } = useTranslation("music");
  const word = useMoodWords();
  const facts = useFacts();
  const { currentData } = useCountWithoutQuery(filter.asked);
  const parts = [
    filter.search && `“${filter.search}”`,
    filter.category && t(`category.${filter.category}`),
    ...filter.tags.map(word),
  ];

  function drop({ part, tag }: WithoutView) {
    if (part === "search") filter.seek("");
    else if (part === "category") filter.choose(null);
    else if (part === "shopping") filter.turnShopping();
    else if (tag) filter.mark(tag);
  }

  const nameOf = ({ part, tag }: WithoutView): string => {
    if (part === "category") return t("empty.anyCategory");
    if (part === "shopping") return t("empty.notOnlyShopping");
    const name = part === "search" ? `“${filter.search}”` : word(tag ?? "");
    return t("empty.without", { name });
  };
  const ways = (currentData?.items ?? []).filter(
    ({ part }) => part !== "shopping" || filter.shopping,
  );
  return (
    <section className={classes.nothing}>
      <h2>{t("empty.nothing", { parts: facts(parts) })}</h2>
      <p>{currentData && ways.length === 0 ? t("empty.nothingHelps") : t("empty.helps")}</p>
      <div>
        {ways.map((way) => (
          <Button key={`${way.part} ${way.tag}`} variant="default" onClick={() => drop(way)}>
            {nameOf(way)} <small className="num">{way.total}</small>
          </Button>
        ))}
        <Link className={classes.link} to={addresses.musicAll} replace>
          {t("filter.clear")}
        </Link>
      </div>
    </section>
  );
}

function NoMusic() {
  const { t } = useTranslation("music");
  return (
    <div className={rows.card}>
      <EmptyState icon={<IconMusic size={26} />} title={t("empty.title")}>
        {t("empty.text")}
      </EmptyState>
    </div>
  );
}
