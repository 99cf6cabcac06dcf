/** The player on a phone's whole screen: code and Copy stand in the first view. */
import { ActionIcon, Button, Drawer } from "@mantine/core";
import type { TrackView } from "@/api/generated";
import { useAppSelector } from "@/app/hooks";
import { paths } from "@/app/paths";
import { Cover } from "@/components/domain/Cover";
import { CopyButton } from "@/components/kit/CopyButton";
import { useCopying } from "@/components/kit/copying";
import { useFocusReturn } from "@/components/kit/Dialog";
import {
  IconChevronDown,
  IconPlugConnectedX,
  IconShare2,
  IconWifiOff,
} from "@/components/kit/icons";
import { snack } from "@/components/kit/snack";
import { FavouriteButton } from "@/components/player/FavouriteButton";
import { queueOf } from "@/components/player/state";
import { useCount } from "@/components/player/use-count";
import { useEngine } from "@/components/player/use-player";
import { Wave } from "@/components/player/Wave";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import { Coming } from "./Coming";
import { At, Length, MainButton, Skip, useComing, useTrouble } from "./parts";
import classes from "./sheet.module.css";
import { useSwipeDown } from "./swipe";
import { Uses } from "./Uses";

interface Props {
  track: TrackView;
  onClose: () => void;
}

export function Sheet({ track, onClose }: Props) {
  const { t } = useTranslation("player");
  const swipe = useSwipeDown(onClose);
  useFocusReturn();
  return (
    <Drawer.Root opened onClose={onClose} position="bottom" size="100%" padding={0}>
      <Drawer.Content aria-label={t("name")} data-player="" className={classes.content}>
        <div className={classes.sheet} {...swipe}>
          <i className={classes.grab} aria-hidden="true" />
          <Head track={track} onClose={onClose} />
          <div className={classes.track}>
            <div className={classes.cover}>
              <Cover track={track} radius={20} />
            </div>
            <Names track={track} />
            <Wave code={track.isrc} device="phone" />
            <p className={classes.times}>
              <b className="num">
                <At />
              </b>
              <span className="num">
                <Length />
              </span>
            </p>
            <Message />
            <div className={classes.acts}>
              <Skip to="previous" size={26} />
              <MainButton size={68} />
              <Skip to="next" size={26} />
            </div>
          </div>
          <Code code={track.isrc} />
          <Uses code={track.isrc} />
          <Coming />
          <Stop onClose={onClose} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** By the device's own sheet, where it has one: else the link is copied. */
function useShare({ isrc, name }: TrackView) {
  const { t } = useTranslation("player");
  const { t: c } = useTranslation();
  const url = new URL(paths.track(isrc), location.origin).href;
  const { copy } = useCopying(url);
  return async () => {
    if (typeof navigator.share === "function") {
      // Who changes their mind is no fault.
      await navigator.share({ title: name, url }).catch(() => null);
      return;
    }
    if (await copy()) snack.success(t("linkCopied"));
    else snack.error(c("copyFailed"));
  };
}

function Head({ track, onClose }: Props) {
  const { t } = useTranslation("player");
  const { from } = useAppSelector(queueOf);
  const share = useShare(track);
  return (
    <div className={classes.head}>
      <ActionIcon
        variant="transparent"
        className={classes.tool}
        size={44}
        aria-label={t("collapse")}
        data-autofocus=""
        onClick={onClose}
      >
        <IconChevronDown size={22} />
      </ActionIcon>
      <span>{from && t("from", { list: from })}</span>
      <ActionIcon
        variant="transparent"
        className={classes.tool}
        size={44}
        aria-label={t("share")}
        onClick={share}
      >
        <IconShare2 size={22} />
      </ActionIcon>
    </div>
  );
}

function Names({ track }: { track: TrackView }) {
  return (
    <div className={classes.names}>
      <span>
        <h2>{track.name}</h2>
        <span>{track.artist}</span>
      </span>
      <FavouriteButton track={track} />
    </div>
  );
}

/** Trouble, or the next track: in words, with what can be done. */
function Message() {
  const { t } = useTranslation("player");
  const { t: c } = useTranslation();
  const { retry, stay } = useEngine();
  const trouble = useTrouble();
  const coming = useComing();
  if (trouble) {
    const Sign = trouble === "error" ? IconPlugConnectedX : IconWifiOff;
    return (
      <div className={classes.message} data-trouble={trouble}>
        <Sign size={20} aria-hidden="true" />
        <span>{t(`${trouble}.long`)}</span>
        <Button variant="default" size="sm" onClick={retry}>
          {c("retry")}
        </Button>
      </div>
    );
  }
  if (!coming) return null;
  const { name, artist } = coming.track;
  return (
    <div className={classes.message}>
      <span>
        <Marked
          text={t("coming", { seconds: coming.seconds, name, artist })}
          parts={{ b: <b className="num" /> }}
        />
      </span>
      <Button variant="default" size="sm" onClick={stay}>
        {t("stayHere")}
      </Button>
    </div>
  );
}

function Code({ code }: { code: string }) {
  const { t } = useTranslation("player");
  const count = useCount();
  function copied() {
    snack.success(t("copied", { code }));
    count("copy", code);
  }
  return (
    <div className={classes.code}>
      <span>
        <small>{t("code")}</small>
        <b className="num">{code}</b>
      </span>
      <CopyButton value={code} label={t("copyCode", { code })} onCopied={copied} primary />
    </div>
  );
}

/** A swipe closes the bar as well: this is its button. */
function Stop({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("player");
  const { close } = useEngine();
  function stop() {
    onClose();
    close();
  }
  return (
    <Button variant="subtle" className={classes.stop} onClick={stop}>
      {t("close")}
    </Button>
  );
}
