/** Light on the real thing, one sentence beside it, and everything else dark and out of reach until it was read. */
import { Button } from "@mantine/core";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "@/i18n/react";
import { MARKS, type Mark } from "./marks";
import { type Place, useSpot } from "./spot";
import classes from "./spotlight.module.css";

interface Props {
  mark: Mark;
  isLast: boolean;
  onSkip: () => void;
  onNext: () => void;
}

export function Spotlight(props: Props) {
  const place = useSpot(props.mark.spots);
  return place ? <Lit {...props} place={place} /> : null;
}

/** Between the light and the words, and between the words and the edge of the screen. */
const GAP = 14;

function Lit({
  mark,
  isLast,
  onSkip,
  onNext,
  place,
}: Props & { place: Place<Mark["spots"][number]> }) {
  const { t } = useTranslation("tutorial");
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const onwards = useRef<HTMLButtonElement>(null);
  const [height, measure] = useState(0);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    onwards.current?.focus();
    return () => shown?.close();
  }, []);
  useLayoutEffect(() => measure(card.current?.offsetHeight ?? 0), []);
  const { name, box } = place;
  const below = box.bottom + GAP;
  const isBelow = below + height + GAP < window.innerHeight;
  const top = isBelow ? below : Math.max(box.top - GAP - height, GAP);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onSkip();
      }}
    >
      <div
        className={classes.light}
        style={{ top: box.top, left: box.left, width: box.width, height: box.height }}
      />
      <div ref={card} className={classes.card} style={{ top, left: box.left }}>
        <h2 id={`${id}title`}>{t(`spots.${name}.title`)}</h2>
        <p id={`${id}text`}>{t(`spots.${name}.text`)}</p>
        <div className={classes.acts}>
          <Dots now={MARKS.indexOf(mark)} />
          <Button variant="subtle" color="gray" onClick={onSkip}>
            {t("skip")}
          </Button>
          <Button ref={onwards} onClick={onNext}>
            {t(isLast ? "done" : "next")}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function Dots({ now }: { now: number }) {
  const { t } = useTranslation("tutorial");
  return (
    <span
      className={classes.dots}
      role="img"
      aria-label={t("place", { mark: now + 1, marks: MARKS.length })}
    >
      {MARKS.map(({ step }, place) => (
        <i key={step} data-now={place === now || undefined} />
      ))}
    </span>
  );
}
