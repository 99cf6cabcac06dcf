/** The music's first page: what earned, what won the week, what is new, and ways on. */
import { lazy, Suspense, useEffect } from "react";
import { Link } from "react-router";
import {
  type HomeView,
  useGetMusicHomeQuery,
  useListEarnedQuery,
  useListMusicTagsQuery,
} from "@/api/generated";
import { addresses, paths } from "@/app/paths";
import { Cover } from "@/components/domain/Cover";
import { asApiError } from "@/components/kit/error-text";
import { IconChevronRight, IconHeartFilled, IconMusic } from "@/components/kit/icons";
import { useScreenClass } from "@/components/kit/screen";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { CATEGORIES } from "./filter";
import { HomeWaiting } from "./HomeWaiting";
import classes from "./music.module.css";
import { RankedRow, Week } from "./Ranked";
import rows from "./rows.module.css";
import { Shelf } from "./Shelf";
import { TrackList } from "./TrackList";

const BEST = { size: 3 } as const;
const PHONE_PLACES = 5;
const LAPTOP_PLACES = 10;
const PHONE_MOODS = 6;
const LAPTOP_MOODS = 12;

const earnedParts = () => import("./Earned");
const EarnedCard = lazy(async () => ({ default: (await earnedParts()).EarnedCard }));
const EarnedShelf = lazy(async () => ({ default: (await earnedParts()).EarnedShelf }));

export function Home() {
  const laptop = useScreenClass() === "laptop";
  // What earned is fetched beside its data.
  useEffect(() => void earnedParts(), []);
  const home = useGetMusicHomeQuery();
  const earned = useListEarnedQuery(BEST);
  const tags = useListMusicTagsQuery();
  if (home.error && !home.isFetching && !home.data) {
    return (
      <div className={rows.card}>
        <ErrorState error={asApiError(home.error)} onRetry={home.refetch} />
      </div>
    );
  }
  // All are waited for: nothing that stands is pushed down by what comes after it.
  const isWaiting = [earned, tags].some(({ data, error }) => !data && !error);
  if (!home.data || isWaiting) return <HomeWaiting />;
  const mine = earned.data ? (
    laptop ? (
      <EarnedCard earned={earned.data} />
    ) : (
      <EarnedShelf earned={earned.data} />
    )
  ) : (
    <section className={classes.earned}>
      <ErrorState error={asApiError(earned.error)} onRetry={earned.refetch} />
    </section>
  );
  return (
    <Suspense fallback={<HomeWaiting />}>
      {!laptop && <Ways home={home.data} />}
      {laptop ? (
        <div className={classes.top}>
          <Week5 home={home.data} places={LAPTOP_PLACES} />
          {mine}
        </div>
      ) : (
        <>
          {mine}
          <Week5 home={home.data} places={PHONE_PLACES} />
        </>
      )}
      <Shelves home={home.data} moods={laptop ? LAPTOP_MOODS : PHONE_MOODS} />
    </Suspense>
  );
}

/** On phones: favourites and categories, one tap away. */
function Ways({ home: { favorites } }: { home: HomeView }) {
  const { t } = useTranslation("music");
  const { count: saved, limit } = favorites;
  return (
    <nav className={classes.chips} aria-label={t("views.name")}>
      <Link
        className={classes.chip}
        to={paths.favourites()}
        aria-label={t("savedLabel", { saved, limit })}
      >
        <IconHeartFilled size={14} className={classes.heart} aria-hidden="true" />
        {t("saved", { saved, limit })}
      </Link>
      {CATEGORIES.map((category) => (
        <Link
          key={category}
          className={classes.chip}
          to={`${addresses.musicAll}?category=${category}`}
        >
          {t(`category.${category}`)}
        </Link>
      ))}
      <Link className={classes.chip} to={addresses.musicAll}>
        {t("views.all")}
      </Link>
      <Link className={classes.chip} to={addresses.musicTags}>
        {t("views.moods")}
      </Link>
      <Link className={classes.chip} to={addresses.musicShopping}>
        {t("views.shopping")}
      </Link>
    </nav>
  );
}

/** The beginning of the weekly ranking. */
function Week5({ home: { ranking }, places }: { home: HomeView; places: number }) {
  const { t } = useTranslation("music");
  const first = ranking.items.slice(0, places);
  const ranked = new Map(first.map((track) => [track.isrc, track]));
  return (
    <section className={classes.week} data-tour={first.length === 0 ? "noTrack" : undefined}>
      <div className={classes.section}>
        <h2>{t("ranking.title")}</h2>
        {first.length > 0 && <Week ranking={ranking} />}
      </div>
      {first.length === 0 ? (
        <p className={classes.lead}>{t("ranking.noneText")}</p>
      ) : (
        <TrackList
          label={t("ranking.title")}
          from={t("ranking.title")}
          pages={[first]}
          money={false}
          row={({ isrc }) => {
            const track = ranked.get(isrc);
            const isFirst = track === first[0];
            return track && <RankedRow key={isrc} {...{ track, ranking, isFirst }} />;
          }}
          foot={
            <Link className={rows.all} to={paths.ranking()}>
              {t("all", { total: ranking.items.length })}
            </Link>
          }
        />
      )}
    </section>
  );
}

function Shelves({ home, moods }: { home: HomeView; moods: number }) {
  const { t } = useTranslation("music");
  const { new_releases, all_new, own, prioritized } = home;
  const isEmpty = home.ranking.items.length + new_releases.length + home.tag_sections.length === 0;
  if (isEmpty && prioritized.length === 0) {
    return (
      <div className={rows.card}>
        <EmptyState icon={<IconMusic size={26} />} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Shelf
        title={t("fresh")}
        tracks={new_releases}
        all={{ total: all_new, to: `${addresses.musicAll}?category=new` }}
      />
      <Moods home={home} most={moods} />
      <Shelf title={t("own")} tracks={own} />
      <Shelf title={t("prioritized")} tracks={prioritized} />
      <Shop home={home} />
    </>
  );
}

function Moods({ home, most }: { home: HomeView; most: number }) {
  const { t } = useTranslation("music");
  const { count } = useFormat();
  const { data } = useListMusicTagsQuery();
  // What the page itself names stands at once; the vocabulary adds counts, and more of them.
  const first = home.tag_sections.map(({ code, label }) => ({ code, label, count: null }));
  const others = (data?.mood ?? [])
    .filter(({ count: tracks }) => tracks > 0)
    .sort((one, other) => other.count - one.count);
  const tags = data ? others : first;
  if (first.length === 0) return null;
  return (
    <section>
      <div className={classes.section}>
        <h2>{t("byMood")}</h2>
        <Link className={classes.link} to={addresses.musicTags}>
          {t("all", { total: data?.mood.length ?? first.length })}
        </Link>
      </div>
      <ul className={classes.moods} aria-label={t("byMood")}>
        {tags.slice(0, data ? most : first.length).map((tag) => (
          <Mood key={tag.code} {...tag}>
            {tag.count === null ? " " : t("count", { count: tag.count, total: count(tag.count) })}
          </Mood>
        ))}
      </ul>
    </section>
  );
}

export function Mood({ code, label, children }: { code: string; label: string; children: string }) {
  return (
    <li className={classes.mood}>
      <Cover track={{ isrc: `mood ${code}` }} size={56} radius={0} />
      <span>
        <Link to={paths.mood(code)}>{label}</Link>
        <small className="num">{children}</small>
      </span>
    </li>
  );
}

const SHOP_COVERS = 3;

function Shop({ home: { shopping, all_shopping } }: { home: HomeView }) {
  const { t } = useTranslation("music");
  const { count } = useFormat();
  if (all_shopping === 0) return null;
  return (
    <section className={classes.shop}>
      <span className={classes.stack} aria-hidden="true">
        {shopping.slice(0, SHOP_COVERS).map((track) => (
          <Cover key={track.isrc} track={track} size={52} radius={10} />
        ))}
      </span>
      <span>
        <Link to={addresses.musicShopping}>{t("shop.title")}</Link>
        <small className="num">
          {t("shop.text", { count: all_shopping, total: count(all_shopping) })}
        </small>
      </span>
      <IconChevronRight size={20} aria-hidden="true" />
    </section>
  );
}
