/** Places kept for tracks that are being fetched, in their final shape. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "@/i18n/react";
import rows from "./rows.module.css";

const ROWS = 8;

export function RowsWaiting({ count = ROWS }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <div className={rows.card} role="status" aria-label={t("loading")}>
      <ul className={rows.rows} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity.
          <li className={rows.row} key={place} data-waits="">
            <Skeleton width={44} height={44} radius={7} />
            <span className={rows.what}>
              <Skeleton height={14} width="60%" />
              <Skeleton height={12} width="40%" mt={8} />
            </span>
            <Skeleton width={44} height={14} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A shelf of covers. */
export function ShelfWaiting({ lines = 2 }: { lines?: number }) {
  return (
    <div className={rows.shelf} aria-hidden="true">
      {Array.from({ length: ROWS }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiles without identity.
        <div className={rows.tile} key={place}>
          <Skeleton radius={12} className={rows.square} />
          {Array.from({ length: lines }, (_line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity.
            <Skeleton height={14} mt={7} width={`${80 - at * 15}%`} key={at} />
          ))}
        </div>
      ))}
    </div>
  );
}
