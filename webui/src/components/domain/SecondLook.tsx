/** Asking the operator to look at a video whose music was not recognised, and what came of it (VIDEO-6). */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import {
  useListVideoReviewsQuery,
  useReviewVideoMutation,
  type VideoReviewView,
} from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { StatusChip, type Tone } from "@/components/kit/StatusChip";
import { useFormat } from "@/format";
import { localDay } from "@/format/dates";
import { useTranslation } from "@/i18n/react";
import classes from "./SecondLook.module.css";

/** An operator may have answered since. */
const FRESH = { refetchOnMountOrArgChange: true } as const;
const TONES: Readonly<Record<VideoReviewView["state"], Tone>> = {
  waiting: "warn",
  accepted: "ok",
  declined: "quiet",
};

/** Of one short: the act, or where it stands. */
export function LookAtShort({ id, url }: { id: string; url: string }) {
  const { t } = useTranslation("look");
  const { currentData } = useListVideoReviewsQuery({ id, size: 1 }, FRESH);
  const [ask, { isLoading, error }] = useReviewVideoMutation();
  const [last] = currentData?.items ?? [];
  return (
    <div className={classes.look}>
      <h3>{t("title")}</h3>
      {last ? <Answer review={last} /> : <p className={classes.text}>{t("text")}</p>}
      {currentData && (!last || last.state === "declined") && (
        <Button
          variant="default"
          className={classes.act}
          loading={isLoading}
          onClick={() => void ask({ url })}
        >
          {t(last ? "again" : "ask")}
        </Button>
      )}
      <FormError error={asApiError(error)} />
    </div>
  );
}

/** Of any short, by its link; the last ones asked for stand below. */
export function LookByLink() {
  const { t } = useTranslation("look");
  const { data } = useListVideoReviewsQuery({ size: 3 }, FRESH);
  const [ask, { isLoading, error }] = useReviewVideoMutation();
  const [url, type] = useState("");
  const asked = data?.items ?? [];

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { data } = await ask({ url: url.trim() });
    if (data) type("");
  }

  return (
    <section className={classes.card}>
      <h2>{t("title")}</h2>
      <p className={classes.text}>{t("text")}</p>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          type="url"
          inputMode="url"
          aria-label={t("link")}
          placeholder={t("link")}
          value={url}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <Button type="submit" loading={isLoading} disabled={!url.trim()}>
          {t("ask")}
        </Button>
      </form>
      <FormError error={asApiError(error)} />
      {asked.length > 0 && (
        <ul className={classes.asked} aria-label={t("asked")}>
          {asked.map((review) => (
            <li key={review.id}>
              <a href={review.url} target="_blank" rel="noreferrer">
                {review.title}
              </a>
              <Answer review={review} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Answer({ review }: { review: VideoReviewView }) {
  const { t } = useTranslation("look");
  const { date } = useFormat();
  const { state, note, asked_at, decided_at } = review;
  return (
    <>
      <p className={classes.state} role="status">
        <StatusChip tone={TONES[state]}>{t(`state.${state}`)}</StatusChip>
        <span>{t(`when.${state}`, { date: date(localDay(decided_at ?? asked_at)) })}</span>
      </p>
      {note && <p className={classes.text}>{note}</p>}
    </>
  );
}
