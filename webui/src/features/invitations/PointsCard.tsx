/** What invitations brought: confirmed and estimated points, and until when the confirmed ones can be used. */
import type { InvitationsView } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { Card } from "@/components/kit/Card";
import { useFormat } from "@/format";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import { type Column, calendarOf, lastDayOfPoints, nextClose, worthOf } from "./calendar";
import classes from "./invitations.module.css";

interface Props {
  found: InvitationsView;
  site: SiteSettingsView;
}

export function PointsCard({ found, site }: Props) {
  const { referral, today } = site;
  const closes = nextClose(site);
  const estimated = {
    points: found.estimated_points,
    expires_on: lastDayOfPoints(closes, referral.points_valid_months),
  };
  const columns = calendarOf(found.lots, estimated, today);
  return (
    <Card>
      <div className={classes.points}>
        <Sums found={found} closes={closes} perUsd={referral.points_per_usd} />
        {columns.length > 0 && (
          <Calendar
            columns={columns}
            months={referral.points_valid_months}
            next={found.expiring_on}
            points={found.expiring_points}
          />
        )}
      </div>
    </Card>
  );
}

interface SumsProps {
  found: InvitationsView;
  closes: string;
  perUsd: number;
}

/** What does not exist yet is no zero: it says when it will. */
function Sums({ found, closes, perUsd }: SumsProps) {
  const { t } = useTranslation("invitations");
  const { count, money, dayShort } = useFormat();
  const { confirmed_points, estimated_points } = found;
  const when = t("points.closes", { date: dayShort(closes) });
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t("points.confirmed")}</dt>
        <dd className="num" data-mine={confirmed_points > 0 || undefined}>
          {confirmed_points > 0 ? count(confirmed_points) : "–"}
        </dd>
        <dd className="num">
          {confirmed_points > 0
            ? t("points.worth", { amount: money(worthOf(confirmed_points, perUsd), "USD") })
            : t("points.noneConfirmed")}
        </dd>
      </div>
      <div>
        <dt>{t("points.estimated")}</dt>
        <dd className="num" data-estimated>
          {estimated_points > 0 ? count(estimated_points) : "–"}
        </dd>
        <dd className="num">{estimated_points > 0 ? when : t("points.noneEstimated")}</dd>
      </div>
    </dl>
  );
}

interface CalendarProps {
  columns: readonly Column[];
  /** How long points can be used. */
  months: number;
  next: string | null;
  points: number;
}

function Calendar({ columns, months, next, points }: CalendarProps) {
  const { t } = useTranslation("invitations");
  const { count, dayLong } = useFormat();
  const most = Math.max(...columns.map((column) => column.points));
  return (
    <section className={classes.calendar} aria-labelledby="points-until">
      <div className={classes.line}>
        <h2 id="points-until">{t("points.until")}</h2>
        <small>{t("points.lives", { count: months })}</small>
      </div>
      <ol>
        {columns.map((column) => (
          <Bar key={`${column.month} ${column.estimated}`} column={column} most={most} />
        ))}
      </ol>
      {next && (
        <p className="num">
          <Marked
            text={t("points.next", { points: count(points), date: dayLong(next) })}
            parts={{ b: <b /> }}
          />
        </p>
      )}
    </section>
  );
}

/** Longer numbers than this are written in short: they stand above a narrow bar. */
const LONGEST = 9_999;

function Bar({ column, most }: { column: Column; most: number }) {
  const { t } = useTranslation("invitations");
  const { count, compact, dayLong, monthShort } = useFormat();
  const { month, points, day, estimated } = column;
  if (day === null) {
    return (
      <li aria-hidden="true">
        <i data-none="" />
        <small>
          {monthShort(month)}
          <span>{t("points.none")}</span>
        </small>
      </li>
    );
  }
  const said = { points: count(points), date: dayLong(day) };
  return (
    <li>
      <span className="unseen">{t(estimated ? "points.barEstimated" : "points.bar", said)}</span>
      <small className="num" aria-hidden="true" data-mine={!estimated || undefined}>
        {points > LONGEST ? compact(points) : count(points)}
      </small>
      <i
        aria-hidden="true"
        data-estimated={estimated || undefined}
        style={{ height: `${Math.max(6, Math.round((points / most) * 76))}px` }}
      />
      <small className="num" aria-hidden="true">
        {monthShort(month)}
        <span>{Number(day.slice(8))}</span>
      </small>
    </li>
  );
}
