/** Tracks of the whole catalogue, narrowed by the address, without an end to scroll to. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useCountWithoutQuery, type WithoutView } from "@/api/generated";
import { addresses } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { IconMusic } from "@/components/kit/icons";
import { useScreenClass } from "@/components/kit/screen";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { useTracks } from "./api";
import { Filters } from "./Filters";
import { type Filter, useFilter } from "./filter";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { KeysLine, More, TrackList } from "./TrackList";
import { RowsWaiting } from "./Waiting";
import { useFacts, useMoodWords } from "./words";

/** `shop`: the shelf of shopping sounds. */
export function Finder({ shop = false }: { shop?: boolean }) {
  const { t } = useTranslation("music");
  const { count } = useFormat();
  const filter = useFilter(shop);
  const list = useTracks(filter.asked);
  const { tracks: pages, total, error, isFetching, hasNextPage, fetchNextPage, refetch } = list;
  const label = useListName(filter, shop);
  const shown = useShownLate(pages, total);
  const failed = error && !isFetching;
  return (
    <>
      <Filters filter={filter} shop={shop} />
      <div className={classes.facts}>
        <span role="status">
          {total === undefined ? " " : t("count", { count: total, total: count(total) })}
          {filter.tags.length > 1 && Boolean(total) && <small> {t("filter.both")}</small>}
        </span>
        {filter.narrows && (
          <button type="button" className={classes.link} onClick={filter.clear}>
            {t("filter.clear")}
          </button>
        )}
      </div>
      {failed && pages.length === 0 && (
        <div className={rows.card}>
          <ErrorState error={asApiError(error)} onRetry={refetch} />
        </div>
      )}
      {!failed && !shown && <RowsWaiting />}
      {shown && shown.total > 0 && (
        <div className={classes.found} aria-busy={total === undefined}>
          <TrackList
            label={label}
            from={label}
            pages={shown.pages}
            search={filter.search}
            foot={
              <Foot
                shown={shown.pages.flat().length}
                total={shown.total}
                failed={Boolean(failed)}
                more={hasNextPage ? () => !isFetching && void fetchNextPage() : null}
              />
            }
          />
        </div>
      )}
      {shown && shown.total === 0 && (filter.narrows ? <Nothing filter={filter} /> : <NoMusic />)}
    </>
  );
}

/** While a new search is on its way the list before it stays, so that nothing jumps as one types. */
function useShownLate<Pages>(pages: Pages, total: number | undefined) {
  const [last, setLast] = useState<{ pages: Pages; total: number } | null>(null);
  useEffect(() => {
    if (total !== undefined) setLast({ pages, total });
  }, [pages, total]);
  return total === undefined ? last : { pages, total };
}

/** What is listed, in words. */
function useListName({ search, tags, category }: Filter, shop: boolean): string {
  const { t } = useTranslation("music");
  const word = useMoodWords();
  const facts = useFacts();
  const parts = [
    search && `“${search}”`,
    category && t(`category.${category}`),
    ...tags.map(word),
    shop && t("views.shopping"),
  ];
  return facts(parts) || t("title");
}

interface FootProps {
  shown: number;
  total: number;
  failed: boolean;
  more: (() => void) | null;
}

function Foot({ shown, total, failed, more }: FootProps) {
  const { t } = useTranslation("music");
  const { t: c } = useTranslation();
  const { count } = useFormat();
  const laptop = useScreenClass() === "laptop";
  return (
    <div className={rows.foot}>
      {laptop && <KeysLine />}
      {failed && more ? (
        <span role="alert">
          {c("errors.loadTitle")}{" "}
          <Button variant="default" size="xs" onClick={more}>
            {c("retry")}
          </Button>
        </span>
      ) : (
        <span>
          {more
            ? t("shown", { shown: count(shown), total: count(total) })
            : t("end", { count: total, total: count(total) })}
        </span>
      )}
      {more && !failed && <More onSeen={more} />}
    </div>
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

/** Nothing found is no dead end: what would be found without one of the filters, the most first. */
function Nothing({ filter }: { filter: Filter }) {
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
