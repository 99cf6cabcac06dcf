/** A track's own page: its code to copy, how it sounds, what it earned for the reader, how to use it. */
import { Button, VisuallyHidden } from "@mantine/core";
import { type ComponentType, useEffect, useId, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import {
  type TrackView,
  useGetMusicHomeQuery,
  useGetTrackQuery,
  useSearchMusicQuery,
} from "@/api/generated";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Cover } from "@/components/domain/Cover";
import { useShareLink } from "@/components/domain/share-link";
import { useChangeParams } from "@/components/kit/address";
import { Card } from "@/components/kit/Card";
import { useFocusReturn } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import {
  IconArrowLeft,
  IconCheck,
  IconCopy,
  IconMusic,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconShare2,
} from "@/components/kit/icons";
import { WindowTitle } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useCodeCopy } from "@/components/player/copy-code";
import { FavouriteButton } from "@/components/player/FavouriteButton";
import { canPlay } from "@/components/player/state";
import { useCount } from "@/components/player/use-count";
import { usePlayer, usePlayState } from "@/components/player/use-player";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { isElsewhere } from "./keys";
import { OwnShorts, type ShortSheet } from "./OwnShorts";
import { Shelf } from "./Shelf";
import classes from "./track.module.css";
import { RowsWaiting } from "./Waiting";
import { useMoodWords } from "./words";

const NOT_THERE = 404;

interface Props {
  code: string;
  /** On phones it lies over the list; elsewhere it stands in its place. */
  over: boolean;
  Sheet: ShortSheet;
  /** How it sounds, where there is room to show it. */
  Sound: ComponentType<{ track: TrackView }>;
}

/** Back to the list that the track was opened from, else to the same address without it. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const change = useChangeParams({ replace: true });
  const opened = (state as { opened?: boolean } | null)?.opened ?? false;
  return () => {
    if (opened) void navigate(-1);
    else change((params) => params.delete("track"));
  };
}

export function TrackPage({ code, over, Sheet, Sound }: Props) {
  const { t } = useTranslation("music");
  const leave = useLeave();
  const name = useId();
  const box = useRef<HTMLElement>(null);
  const { data: track, error, isFetching, refetch } = useGetTrackQuery(code);
  const count = useCount();
  const opened = track?.isrc;
  useFocusReturn();
  useEffect(() => {
    if (opened) count("open", opened);
  }, [opened, count]);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, []);
  const kept = useRef(leave);
  useEffect(() => {
    kept.current = leave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !isElsewhere(event)) kept.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const failed = error && !isFetching && !track;
  const missing = failed && asApiError(error)?.kind === "refused" && statusOf(error) === NOT_THERE;
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={classes.page}
      data-over={over || undefined}
      aria-labelledby={name}
    >
      <WindowTitle title={track?.name ?? t("title")} />
      <div className={classes.bar}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={20} />}
          aria-label={t("track.back", { title: t("title") })}
          onClick={leave}
        >
          {t("title")}
        </Button>
        {track && over && (
          <span>
            <Share track={track} small />
            <FavouriteButton track={track} />
          </span>
        )}
      </div>
      {!track && (
        <VisuallyHidden component="h1" id={name}>
          {t("title")}
        </VisuallyHidden>
      )}
      {missing && (
        <Card>
          <EmptyState
            icon={<IconMusic size={26} />}
            title={t("track.gone")}
            action={
              <Button component={Link} to={addresses.musicAll}>
                {t("track.toAll")}
              </Button>
            }
          >
            {t("track.goneText")}
          </EmptyState>
        </Card>
      )}
      {failed && !missing && (
        <Card>
          <ErrorState error={asApiError(error)} onRetry={refetch} />
        </Card>
      )}
      {!track && !failed && <RowsWaiting count={4} />}
      {track && <Track {...{ track, name, over, Sheet, Sound }} />}
    </section>
  );
}

const statusOf = (error: unknown): number => (error as { status?: number }).status ?? 0;

interface TrackProps extends Omit<Props, "code"> {
  track: TrackView;
  /** The id of its name's element. */
  name: string;
}

function Track({ track, name, over, Sheet, Sound }: TrackProps) {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  const same = useSameMood(track);
  return (
    <>
      <Head {...{ track, name, over, Sound }} />
      <div className={classes.columns}>
        <OwnShorts code={track.isrc} Sheet={Sheet} />
        <div className={classes.aside}>
          <Steps track={track} />
          {laptop && <Shelf title={t("track.mood")} tracks={same} />}
        </div>
      </div>
      {!laptop && <Shelf title={t("track.mood")} tracks={same} />}
    </>
  );
}

const SAME = 8;

function useSameMood({ isrc, tags }: TrackView): readonly TrackView[] {
  const [mood] = tags;
  const { data } = useSearchMusicQuery(
    { tags: mood ?? "", size: SAME },
    { skip: mood === undefined },
  );
  return data?.items.filter((other) => other.isrc !== isrc) ?? [];
}

function Head({ track, name, over, Sound }: Omit<TrackProps, "Sheet">) {
  const { t } = useTranslation("music");
  const { duration } = useFormat();
  const facts = [track.artist, track.duration > 0 ? duration(track.duration) : ""];
  return (
    <header className={classes.head}>
      <span>
        <Cover track={track} radius={16} />
      </span>
      <div className={classes.names}>
        <h1 id={name}>{track.name}</h1>
        <p>{facts.filter(Boolean).join(", ")}</p>
        <Facts track={track} />
        {!over && canPlay(track) && (
          <div className={classes.sound}>
            <Sound track={track} />
          </div>
        )}
      </div>
      <div className={classes.acts}>
        {!over && (
          <p className={classes.codeLine}>
            <small>{t("columns.code")}</small>
            <b className="num">{track.isrc}</b>
          </p>
        )}
        {(over || !canPlay(track)) && <Preview track={track} />}
        <CopyCode track={track} over={over} />
        {!over && (
          <span className={classes.pair}>
            <FavouriteButton track={track} />
            <Share track={track} />
          </span>
        )}
      </div>
    </header>
  );
}

function Facts({ track }: { track: TrackView }) {
  const { t } = useTranslation("music");
  const word = useMoodWords();
  const { data: home } = useGetMusicHomeQuery();
  const place = home?.ranking.items.find(({ isrc }) => isrc === track.isrc);
  return (
    <ul className={classes.facts}>
      {track.tags.map((tag) => (
        <li key={tag} data-mood="">
          <Link to={`${addresses.musicTags}?${new URLSearchParams({ tags: tag })}`}>
            {word(tag)}
          </Link>
        </li>
      ))}
      <li>{t(`category.${track.category}`)}</li>
      {track.is_new && <li>{t("track.isNew")}</li>}
      {track.shopping && <li>{t("track.shopping")}</li>}
      {place && <li>{t("track.rank", { rank: place.rank })}</li>}
    </ul>
  );
}

function Preview({ track }: { track: TrackView }) {
  const { t } = useTranslation("music");
  const { duration } = useFormat();
  const { play, toggle } = usePlayer();
  const state = usePlayState(track.isrc);
  const heard = state === "playing" || state === "loading";
  if (!canPlay(track)) return <span className={classes.quiet}>{t("track.noPreview")}</span>;
  const length = duration(track.preview_seconds || track.duration);
  return (
    <Button
      variant="default"
      size="md"
      data-plays=""
      leftSection={heard ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      aria-label={heard ? undefined : t("track.play", { length })}
      onClick={() => (state ? toggle() : play(track, [track], track.name))}
    >
      {heard ? t("track.pause") : <span className="num">{length}</span>}
    </Button>
  );
}

/** The one act of the page; a browser that refuses selects the code instead. */
function CopyCode({ track: { isrc }, over }: { track: TrackView; over: boolean }) {
  const { t } = useTranslation("music");
  const { copied, copyCode } = useCodeCopy(isrc);
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <Button
      size="md"
      className={classes.copy}
      leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      onClick={() => copyCode(shown.current)}
    >
      {over ? (
        <span ref={shown} className="num">
          {t("code.copyCode", { code: isrc })}
        </span>
      ) : (
        t("code.copyPlain")
      )}
    </Button>
  );
}

function Share({ track, small = false }: { track: TrackView; small?: boolean }) {
  const { t } = useTranslation("music");
  const share = useShareLink();
  const path = `${addresses.musicAll}?${new URLSearchParams({ track: track.isrc })}`;

  return (
    <Button
      variant={small ? "subtle" : "default"}
      color={small ? "gray" : undefined}
      className={small ? classes.icon : undefined}
      aria-label={t("track.share")}
      onClick={() => void share(track.name, path, t("track.shared"))}
    >
      <IconShare2 size={18} aria-hidden="true" />
      {!small && <span className={classes.after}>{t("track.share")}</span>}
    </Button>
  );
}

/** Three steps, with the numbers of this installation. */
function Steps({ track: { isrc } }: { track: TrackView }) {
  const { t } = useTranslation("music");
  const { data: site } = useSiteSettings();
  const numbers = site?.copy;
  return (
    <Card title={t("track.use")}>
      <ol className={classes.steps}>
        <li>
          <b>{t("track.step1")}</b>
          <span>{t("track.step1Text", { code: isrc })}</span>
        </li>
        <li>
          <b>{t("track.step2")}</b>
          <span>{t("track.step2Text")}</span>
        </li>
        {numbers && (
          <li>
            <b>
              {t("track.step3", {
                editor: numbers.editor_seconds,
                volume: numbers.mobile_volume_percent,
              })}
            </b>
            <span>{t("track.step3Text", { length: numbers.recommended_seconds })}</span>
          </li>
        )}
      </ol>
    </Card>
  );
}
