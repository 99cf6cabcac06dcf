/** Tracks of the whole catalogue, narrowed by the address, without an end to scroll to. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { asApiError } from "@/components/kit/error-text";
import { useScreenClass } from "@/components/kit/screen";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { useTracks } from "./api";
import { Filters } from "./Filters";
import { type Filter, useFilter } from "./filter";
import { Nothing } from "./later";
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
      {shown && shown.total === 0 && <Nothing filter={filter} />}
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
