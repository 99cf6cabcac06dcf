/** Places kept for what is being fetched, in its final shape. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "@/i18n/react";
import { Card } from "./Card";
import classes from "./skeletons.module.css";

/** Rows of a list: a picture's place where `media`, two lines, and a figure. */
export function RowSkeletons({ count = 4, media = false }: { count?: number; media?: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("loading")}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity.
        <div className={classes.row} key={row}>
          {media && <Skeleton width={36} height={36} radius="sm" />}
          <div className={classes.lines}>
            <Skeleton height={14} width="60%" />
            <Skeleton height={12} width="35%" />
          </div>
          <Skeleton height={14} width={56} />
        </div>
      ))}
    </div>
  );
}

/** A card with a heading and a few lines of text. */
export function CardSkeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation();
  return (
    <Card>
      <div role="status" aria-label={t("loading")} className={classes.lines}>
        <Skeleton height={18} width="40%" />
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity.
          <Skeleton height={14} key={line} width={`${90 - line * 12}%`} />
        ))}
      </div>
    </Card>
  );
}
