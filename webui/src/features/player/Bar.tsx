/** The bar: 1100 px at most and 20 px over the edge on laptops, right on the bottom bar on phones. */
import { ActionIcon, Button, Popover, VisuallyHidden } from "@mantine/core";
import { type Ref, useState } from "react";
import type { TrackView } from "@/api/generated";
import { useAppSelector } from "@/app/hooks";
import { Cover } from "@/components/domain/Cover";
import {
  IconPlayerPlayFilled,
  IconPlaylist,
  IconPlugConnectedX,
  IconVolume,
  IconVolumeOff,
  IconWifiOff,
  IconX,
} from "@/components/kit/icons";
import { CodeChip } from "@/components/player/CodeChip";
import { FavouriteButton } from "@/components/player/FavouriteButton";
import { useSound } from "@/components/player/sound";
import { queueOf } from "@/components/player/state";
import { useEngine, usePlayState } from "@/components/player/use-player";
import { Wave } from "@/components/player/Wave";
import { useFormat } from "@/format";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import { At, Length, MainButton, Said, Skip, type Trouble, useComing, useTrouble } from "./parts";
import classes from "./player.module.css";
import { Queue } from "./Queue";
import { useSwipeDown } from "./swipe";

interface Props {
  track: TrackView;
  ref: Ref<HTMLElement>;
}

export function LaptopBar({ track, ref }: Props) {
  const { t } = useTranslation("player");
  const { close } = useEngine();
  const swipe = useSwipeDown(close);
  return (
    <section ref={ref} className={classes.laptop} aria-label={t("name")} {...swipe}>
      <Said name={track.name} artist={track.artist} />
      <div className={classes.track}>
        <Cover track={track} size={48} />
        <span className={classes.names}>
          <b>{track.name}</b>
          <span>{track.artist}</span>
        </span>
        <FavouriteButton track={track} />
      </div>
      <Middle code={track.isrc} />
      <div className={classes.acts}>
        <Skip to="previous" size={18} />
        <MainButton size={44} />
        <Skip to="next" size={18} />
        <CodeChip code={track.isrc} />
        <Volume />
        <QueueButton />
        <Close />
      </div>
    </section>
  );
}

/** The wave, unless there is something to say. */
function Middle({ code }: { code: string }) {
  const trouble = useTrouble();
  const coming = useComing();
  if (trouble) return <TroubleLine trouble={trouble} />;
  if (coming) return <ComingLine {...coming} />;
  return (
    <div className={classes.progress}>
      <span className="num">
        <At />
      </span>
      <Wave code={code} device="laptop" />
      <span className="num">
        <Length />
      </span>
    </div>
  );
}

function TroubleLine({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation("player");
  const { t: c } = useTranslation();
  const { retry } = useEngine();
  const Sign = trouble === "error" ? IconPlugConnectedX : IconWifiOff;
  return (
    <div className={classes.line}>
      <Sign size={20} className={classes.sign} data-trouble={trouble} aria-hidden="true" />
      <span>{t(`${trouble}.long`)}</span>
      <Button variant="default" size="sm" onClick={retry}>
        {c("retry")}
      </Button>
    </div>
  );
}

function ComingLine({ seconds, track }: { seconds: number; track: TrackView }) {
  const { t } = useTranslation("player");
  const { stay } = useEngine();
  const { name, artist } = track;
  return (
    <div className={classes.line} data-quiet="">
      <span>
        <Marked
          text={t("coming", { seconds, name, artist })}
          parts={{ b: <b className="num" /> }}
        />
      </span>
      <Button variant="default" size="sm" onClick={stay}>
        {t("stayHere")}
      </Button>
    </div>
  );
}

function Volume() {
  const { t } = useTranslation("player");
  const { setVolume } = useEngine();
  const volume = useAppSelector((state) => queueOf(state).volume);
  const percent = Math.round(volume * 100);
  return (
    <Popover position="top" offset={16} withinPortal={false} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          className={classes.tool}
          size={36}
          aria-label={t("volume")}
        >
          {volume > 0 ? <IconVolume size={20} /> : <IconVolumeOff size={20} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("volume")} className={classes.volume} data-player="">
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-label={t("volume")}
          onChange={({ target }) => setVolume(Number(target.value) / 100)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function QueueButton() {
  const { t } = useTranslation("player");
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-end"
      offset={16}
      width={330}
      withinPortal={false}
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          className={classes.tool}
          size={36}
          aria-label={t("queue")}
          onClick={() => setOpened(!opened)}
        >
          <IconPlaylist size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t("queue")} data-player="">
        <Queue />
      </Popover.Dropdown>
    </Popover>
  );
}

function Close() {
  const { t } = useTranslation("player");
  const { close } = useEngine();
  return (
    <ActionIcon
      variant="transparent"
      className={classes.tool}
      size={36}
      aria-label={t("close")}
      onClick={close}
    >
      <IconX size={20} />
    </ActionIcon>
  );
}

export function PhoneBar({ track, ref, onOpen }: Props & { onOpen: () => void }) {
  const { t } = useTranslation("player");
  const { close } = useEngine();
  const swipe = useSwipeDown(close);
  const coming = useComing();
  const shown = coming?.track ?? track;
  const title = coming ? t("next.title", { name: shown.name }) : shown.name;
  return (
    <section ref={ref} className={classes.phone} aria-label={t("name")} {...swipe}>
      <Said name={track.name} artist={track.artist} />
      <Line />
      <button type="button" className={classes.opener} onClick={onOpen}>
        <Cover track={shown} size={40} radius={6} />
        <span className={classes.names}>
          <b>{title}</b>
          <PhoneWords seconds={coming?.seconds ?? null} />
        </span>
        <VisuallyHidden component="span"> {t("open")}</VisuallyHidden>
      </button>
      <PhoneActs code={track.isrc} counting={coming !== null} />
    </section>
  );
}

/** How far it is, as a thin line on top. */
function Line() {
  const { sound } = useEngine();
  const part = useSound(sound, ({ at, length }) => (length > 0 ? Math.min(at / length, 1) : 0));
  return (
    <i className={classes.thin} aria-hidden="true">
      <i style={{ transform: `scaleX(${part})` }} />
    </i>
  );
}

function PhoneWords({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation("player");
  const { duration } = useFormat();
  const { sound } = useEngine();
  const state = usePlayState();
  const trouble = useTrouble();
  const at = useSound(sound, (now) => Math.floor(now.at));
  const length = duration(useSound(sound, (now) => Math.round(now.length)));
  if (trouble) return <span data-trouble={trouble}>{t(`${trouble}.short`)}</span>;
  const words = () => {
    if (seconds !== null) return t("next.in", { count: seconds });
    return state === "loading" ? t("loading", { length }) : t("at", { at: duration(at), length });
  };
  return <span className="num">{words()}</span>;
}

function PhoneActs({ code, counting }: { code: string; counting: boolean }) {
  const { t } = useTranslation("player");
  const { t: c } = useTranslation();
  const { next, retry, stay } = useEngine();
  const trouble = useTrouble();
  if (trouble) {
    return (
      <>
        <Button variant="default" size="sm" onClick={retry}>
          {c("retry")}
        </Button>
        <Close />
      </>
    );
  }
  if (counting) {
    return (
      <>
        <Button variant="default" size="sm" onClick={stay}>
          {t("stay")}
        </Button>
        <ActionIcon
          variant="transparent"
          className={classes.plainMain}
          size={44}
          aria-label={t("next.now")}
          onClick={next}
        >
          <IconPlayerPlayFilled size={20} />
        </ActionIcon>
      </>
    );
  }
  return (
    <>
      <CodeChip code={code} />
      <MainButton size={44} plain />
    </>
  );
}
