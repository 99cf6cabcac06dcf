/** The tracks to come, on a phone: a tap plays one, the grip moves it. */
import { VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent, PointerEvent } from "react";
import type { TrackView } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { IconGripVertical } from "@/components/kit/icons";
import { neighboursOf, queueOf, tracksReordered } from "@/components/player/state";
import { useEngine } from "@/components/player/use-player";
import { useTranslation } from "@/i18n/react";
import { movedTo } from "./order";
import { More, QueueTrack, SHOWN } from "./Queue";
import classes from "./sheet.module.css";

export function Coming() {
  const { t } = useTranslation("player");
  const { after } = useAppSelector(neighboursOf);
  if (after.length === 0) return null;
  return (
    <section className={classes.coming}>
      <h2>{t("upNext")}</h2>
      <ol>
        {after.slice(0, SHOWN).map((track) => (
          <ComingRow key={track.isrc} track={track} after={after} />
        ))}
      </ol>
      <p>
        <More count={after.length - SHOWN} />
      </p>
    </section>
  );
}

function ComingRow({ track, after }: { track: TrackView; after: readonly TrackView[] }) {
  const { t } = useTranslation("player");
  const { go } = useEngine();
  const grip = useGrip(track, after);
  return (
    <li data-code={track.isrc}>
      <button type="button" className={classes.next} onClick={() => go(track)}>
        <VisuallyHidden component="span">{t("play")} </VisuallyHidden>
        <QueueTrack track={track} />
      </button>
      <button
        type="button"
        className={classes.grip}
        data-grip=""
        aria-label={t("move", { name: track.name })}
        {...grip}
      >
        <IconGripVertical size={20} />
      </button>
    </li>
  );
}

/** Moves a track by a drag, or by the arrow keys. */
function useGrip({ isrc }: TrackView, after: readonly TrackView[]) {
  const dispatch = useAppDispatch();
  const { tracks } = useAppSelector(queueOf);
  const moveTo = (other: string | undefined) => {
    if (other && other !== isrc) dispatch(tracksReordered(movedTo(tracks, isrc, other)));
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      moveTo(after[after.findIndex((track) => track.isrc === isrc) + by]?.isrc);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (!currentTarget.hasPointerCapture(pointerId)) return;
      const row = document
        .elementsFromPoint(clientX, clientY)
        .find((part) => part instanceof HTMLLIElement);
      moveTo(row instanceof HTMLElement ? row.dataset.code : undefined);
    },
  };
}
