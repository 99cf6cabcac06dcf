/** The music's views: one page, so that the search keeps what is being typed from one to the next. */
import { useLocation, useParams, useSearchParams } from "react-router";
import { late } from "@/components/kit/late";
import { useScreenClass } from "@/components/kit/screen";
import { Finder } from "@/features/music/FinderLater";
import { Home } from "@/features/music/Home";
import { MusicHead, type View } from "@/features/music/MusicHead";
import classes from "@/features/music/music.module.css";
import { RowsWaiting } from "@/features/music/Waiting";
import { loadTexts } from "@/i18n";
import { useTranslation } from "@/i18n/react";
import { Message } from "@/layouts/Message";

const Favourites = late(
  async () => (await import("@/features/music/Favourites")).Favourites,
  <RowsWaiting />,
);
const Ranking = late(
  async () => (await import("@/features/music/Ranking")).Ranking,
  <RowsWaiting />,
);
const Tags = late(async () => (await import("@/features/music/Tags")).Tags, <RowsWaiting />);
const TrackPage = late(async () => (await import("@/features/music/TrackPage")).TrackPage);
const TrackSound = late(async () => {
  await loadTexts("player");
  return (await import("@/features/player/TrackSound")).TrackSound;
});
const VideoSheet = late(async () => (await import("@/features/figures/VideoSheet")).VideoSheet);

const ROUTES: Readonly<Record<string, View>> = {
  "": "home",
  all: "all",
  shopping: "shopping",
  tags: "moods",
};
const LISTS: Readonly<Record<string, View>> = { favorites: "favourites", ranking: "ranking" };

export default function MusicRoute() {
  const { view: part = "" } = useParams();
  const [params] = useSearchParams();
  const { state } = useLocation();
  const phone = useScreenClass() !== "laptop";
  const route = ROUTES[part];
  if (!route) return <NoSuchPage />;
  const view = (route === "all" && LISTS[params.get("view") ?? ""]) || route;
  const track = route === "all" ? params.get("track") : null;
  const opened = (state as { opened?: boolean } | null)?.opened ?? false;
  const covered = track !== null && phone;
  return (
    <div className={classes.page}>
      {(track === null || (phone && opened)) && (
        <div className={classes.list} inert={covered}>
          <MusicHead view={view} />
          <Content view={view} />
        </div>
      )}
      {track !== null && (
        <TrackPage key={track} code={track} over={phone} Sheet={VideoSheet} Sound={TrackSound} />
      )}
    </div>
  );
}

function Content({ view }: { view: View }) {
  switch (view) {
    case "home":
      return <Home />;
    case "all":
      return <Finder />;
    case "shopping":
      return <Finder shop />;
    case "moods":
      return <Tags />;
    case "ranking":
      return <Ranking />;
    case "favourites":
      return <Favourites />;
  }
}

function NoSuchPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return <Message code="404" title={t("errors.notFound")} text={pathname} />;
}
