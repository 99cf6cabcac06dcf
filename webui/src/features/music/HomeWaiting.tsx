/** The music's first page while it is fetched: its headings are real, its shape is final. */
import { Skeleton } from "@mantine/core";
import { useScreenClass } from "@/components/kit/screen";
import { useTranslation } from "@/i18n/react";
import classes from "./music.module.css";
import { RowsWaiting, ShelfWaiting } from "./Waiting";

const CHIPS = [90, 60, 98, 62, 48];
const PLACES = 5;

export function HomeWaiting() {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  const week = (
    <section className={classes.week}>
      <div className={classes.section}>
        <h2>{t("ranking.title")}</h2>
        <Skeleton height={14} width={88} />
      </div>
      <RowsWaiting count={laptop ? PLACES * 2 : PLACES} />
    </section>
  );
  return (
    <>
      {!laptop && (
        <div className={classes.chips} aria-hidden="true">
          {CHIPS.map((width) => (
            <Skeleton key={width} height={36} width={width} radius={18} className={classes.still} />
          ))}
        </div>
      )}
      {laptop ? (
        <div className={classes.top}>
          {week}
          <section className={classes.earned}>
            <h2>{t("earned.title")}</h2>
            <Skeleton height={34} width={150} />
            {[0, 1, 2].map((line) => (
              <Skeleton key={line} height={48} />
            ))}
          </section>
        </div>
      ) : (
        <>
          <section>
            <div className={classes.section}>
              <h2>{t("earned.title")}</h2>
              <Skeleton height={14} width={112} />
            </div>
            <Skeleton height={14} mb={10} />
            <ShelfWaiting lines={3} />
          </section>
          {week}
        </>
      )}
      <section>
        <div className={classes.section}>
          <h2>{t("fresh")}</h2>
        </div>
        <ShelfWaiting />
      </section>
    </>
  );
}
