/** The reader's saved tracks: how many places are left, which earn, which wait in vain. */
import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { type FavoriteView, useGetMusicHomeQuery } from "@/api/generated";
import { addresses } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { IconHeart } from "@/components/kit/icons";
import { useScreenClass } from "@/components/kit/screen";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFavourite, useIsFavourite } from "@/components/player/use-favourite";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { compare, decimal } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import { useSaved } from "./api";
import { type EarnedMonth, useEarnedOf } from "./earned";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { KeysLine, TrackList } from "./TrackList";
import { Length, TrackRow } from "./TrackRow";
import { RowsWaiting } from "./Waiting";

const ORDERS = ["earnings", "newest"] as const;
type Order = (typeof ORDERS)[number];
/** More places than this are told in figures alone. */
const MOST_DOTS = 30;

export function Favourites() {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  const [order, setOrder] = useState<Order>("earnings");
  const { data: home } = useGetMusicHomeQuery();
  const { items, total, error, refetch } = useSaved();
  const earned = useEarnedOf(items.map(({ isrc }) => isrc));
  if (error) {
    return (
      <div className={rows.card}>
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      </div>
    );
  }
  if (total === undefined || !home) return <RowsWaiting />;
  const { limit } = home.favorites;
  if (total === 0) return <None limit={limit} />;
  const sorted = order === "earnings" && earned ? byEarnings(items, earned) : items;
  return (
    <>
      <Places saved={total} limit={limit} items={items} />
      <div className={classes.facts}>
        <SegmentedControl
          aria-label={t("favourites.order")}
          size="sm"
          value={order}
          onChange={(next) => setOrder(ORDERS.find((known) => known === next) ?? "newest")}
          data={ORDERS.map((value) => ({ value, label: t(`favourites.${value}`) }))}
        />
        <span className="num">{t("count", { count: total, total })}</span>
      </div>
      <TrackList
        label={t("views.favouritesPlain")}
        from={t("views.favouritesPlain")}
        pages={[sorted]}
        money={false}
        row={(track) => {
          const item = items.find(({ isrc }) => isrc === track.isrc);
          return item && <Row key={item.isrc} item={item} tracks={sorted} earned={earned} />;
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

/** The best earning first; those that earned nothing as they were saved. */
function byEarnings(items: readonly FavoriteView[], earned: EarnedMonth): FavoriteView[] {
  const amount = ({ isrc }: FavoriteView) => decimal(earned.of(isrc)?.revenue ?? "0");
  return items.toSorted((one, other) => compare(amount(other), amount(one)));
}

function Row({
  item,
  tracks,
  earned,
}: {
  item: FavoriteView;
  tracks: readonly FavoriteView[];
  earned: EarnedMonth | null;
}) {
  const { t } = useTranslation("music");
  const { money, monthName, dayShort } = useFormat();
  const line = earned?.of(item.isrc);
  const saved = dayShort(localDay(item.saved_at));
  const sub =
    earned && line ? (
      <span className={`num ${classes.mine}`}>
        {t("usedIn", {
          count: line.videos,
          amount: money(line.revenue, earned.currency),
          month: monthName(earned.month),
        })}
      </span>
    ) : (
      <span className="num">
        {item.used_on === null
          ? t("favourites.savedOn", { day: saved })
          : t("favourites.savedUsed", { day: saved, used: dayShort(item.used_on) })}
      </span>
    );
  return (
    <TrackRow
      track={item}
      tracks={tracks}
      from={t("views.favouritesPlain")}
      sub={sub}
      end={<Length seconds={item.duration} />}
      last={item.idle || !item.available ? <Remove item={item} /> : undefined}
    />
  );
}

function Remove({ item }: { item: FavoriteView }) {
  const { t } = useTranslation("music");
  const { flip } = useFavourite(item.isrc);
  const saved = useIsFavourite(item.isrc);
  return (
    <span data-act="keep" className={rows.act}>
      <Button
        variant="default"
        size="sm"
        disabled={!saved}
        aria-label={t("favourites.removeOf", { name: item.name })}
        onClick={flip}
      >
        {t("favourites.remove")}
      </Button>
    </span>
  );
}

/** A dot a place: the limit is the installation's own. */
function Places({
  saved,
  limit,
  items,
}: {
  saved: number;
  limit: number;
  items: readonly FavoriteView[];
}) {
  const { t } = useTranslation("music");
  const left = Math.max(limit - saved, 0);
  const idle = items.filter((item) => item.idle).length;
  return (
    <section className={classes.places}>
      <div className={classes.between}>
        <span>
          <h2 className="num">{t("favourites.title", { saved, limit })}</h2>
          <small>{left > 0 ? t("favourites.left", { count: left }) : t("favourites.full")}</small>
        </span>
        {limit <= MOST_DOTS && (
          <span className={classes.dots} aria-hidden="true">
            {Array.from({ length: limit }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: places without identity.
              <i key={place} data-taken={place < saved || undefined} />
            ))}
          </span>
        )}
      </div>
      {(left === 0 || idle > 0) && (
        <p>
          {[left === 0 && t("favourites.needs"), idle > 0 && t("favourites.idle", { count: idle })]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
    </section>
  );
}

function None({ limit }: { limit: number }) {
  const { t } = useTranslation("music");
  return (
    <div className={rows.card}>
      <EmptyState
        icon={<IconHeart size={26} />}
        title={t("favourites.none")}
        action={
          <Button component={Link} to={addresses.musicAll}>
            {t("favourites.find")}
          </Button>
        }
      >
        {t("favourites.noneText", { limit })}
      </EmptyState>
    </div>
  );
}
