/** What the music earned for the reader: the question no music site answers. */
import { Link } from "react-router";
import type { EarnedTrackView, EarnedView, TrackView } from "@/api/generated";
import { addresses } from "@/app/paths";
import { Cover } from "@/components/domain/Cover";
import { Money } from "@/components/domain/Money";
import { Standing } from "@/components/domain/Standing";
import { PlayMark } from "@/components/player/PlayMark";
import { useFormat } from "@/format";
import { decimal, isZero, plus, written } from "@/format/decimal";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import classes from "./music.module.css";
import rows from "./rows.module.css";
import { useTrackLink } from "./TrackRow";

const BEST = 3;

const playable = (items: readonly EarnedTrackView[]): TrackView[] =>
  items.flatMap(({ track }) => track ?? []);

const brought = ({ summary }: EarnedView): boolean =>
  summary.views > 0 || !isZero(decimal(summary.revenue));

function Title({ earned }: { earned: EarnedView | null }) {
  const { t } = useTranslation("music");
  const { monthName } = useFormat();
  return (
    <div className={classes.section}>
      <h2>{t("earned.title")}</h2>
      {earned && brought(earned) && (
        <span className={classes.aside}>
          {monthName(earned.month)} <Standing estimated={earned.estimated} />
        </span>
      )}
    </div>
  );
}

function Unknown({ earned: { unknown, currency } }: { earned: EarnedView }) {
  const { t } = useTranslation("music");
  const { money } = useFormat();
  if (unknown.videos === 0) return null;
  return (
    <small className={classes.quiet}>
      {t("earned.unknown", {
        count: unknown.videos,
        amount: money(unknown.revenue, currency),
      })}
    </small>
  );
}

const sumOf = (items: readonly EarnedTrackView[]): string =>
  written(items.map(({ revenue }) => decimal(revenue)).reduce(plus, decimal(0)));

/** On phones: the best three as covers. */
export function EarnedShelf({ earned }: { earned: EarnedView }) {
  const { t } = useTranslation("music");
  const { money } = useFormat();
  const link = useTrackLink();
  const best = earned.items.slice(0, BEST);
  const tracks = playable(best);
  const { currency } = earned;
  if (!brought(earned)) return <NothingYet />;
  return (
    <section>
      <Title earned={earned} />
      {best.length > 0 && (
        <p className={classes.lead}>
          <Marked
            text={t("earned.three", {
              count: best.length,
              amount: money(sumOf(best), currency),
              total: money(earned.summary.revenue, currency),
            })}
            parts={{ b: <b className={classes.mine} /> }}
          />
        </p>
      )}
      <ul className={rows.shelf} aria-label={t("earned.title")}>
        {best.map((line) => (
          <li className={rows.tile} key={line.isrc}>
            <Face line={line} tracks={tracks} />
            <Money amount={line.revenue} currency={currency} size="figure" mine />
            {line.track ? <Link {...link(line.isrc)}>{line.name}</Link> : <b>{line.name}</b>}
            <small className="num">{t("shorts", { count: line.videos })}</small>
          </li>
        ))}
      </ul>
      <Unknown earned={earned} />
    </section>
  );
}

function Face({
  line,
  tracks,
  size,
}: {
  line: EarnedTrackView;
  tracks: TrackView[];
  size?: number;
}) {
  const { t } = useTranslation("music");
  const shape = size ? { size, radius: 8 } : { radius: 12 };
  return line.track ? (
    <PlayMark track={line.track} tracks={tracks} from={t("earned.title")} {...shape} />
  ) : (
    <Cover track={line} {...shape} />
  );
}

/** On laptops: the sum, and the best three as parts of it. */
export function EarnedCard({ earned }: { earned: EarnedView }) {
  const { t } = useTranslation("music");
  const { dayShort } = useFormat();
  const { t: c } = useTranslation();
  const link = useTrackLink();
  const best = earned.items.slice(0, BEST);
  const tracks = playable(best);
  const most = Number(best[0]?.revenue ?? 0);
  if (!brought(earned)) return <NothingYet />;
  const standing = c(earned.estimated ? "standing.estimated" : "standing.confirmed");
  return (
    <section className={classes.earned}>
      <Title earned={earned} />
      <Money amount={earned.summary.revenue} currency={earned.currency} size="hero" mine />
      <span className={classes.aside}>{t("earned.from", { count: earned.total, standing })}</span>
      <ul>
        {best.map((line) => (
          <li key={line.isrc}>
            <Face line={line} tracks={tracks} size={48} />
            <span>
              <span className={classes.between}>
                {line.track ? <Link {...link(line.isrc)}>{line.name}</Link> : <b>{line.name}</b>}
                <Money amount={line.revenue} currency={earned.currency} mine />
              </span>
              <span className={classes.part} aria-hidden="true">
                <i style={{ width: `${most > 0 ? (Number(line.revenue) / most) * 100 : 0}%` }} />
              </span>
              <small className="num">
                {t("usedLast", { count: line.videos, day: dayShort(line.used_on) })}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <Unknown earned={earned} />
      <Link className={classes.link} to={addresses.videoReport}>
        {c("nav.videoReport")}
      </Link>
    </section>
  );
}

function NothingYet() {
  const { t } = useTranslation("music");
  return (
    <section className={classes.earned}>
      <Title earned={null} />
      <p className={classes.lead}>{t("earned.none")}</p>
    </section>
  );
}
