/** Where a posted amount comes from, down to the lines of the platform's reports, and where it went (D-130, R47). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  type ExplanationView,
  type OriginView,
  useExplainEarningQuery,
  type WentView,
} from "@/api/generated";
import { paths } from "@/app/paths";
import { type Column, DataTable } from "@/components/DataTable";
import { asApiError } from "@/components/error-text";
import { Pager } from "@/components/Pager";
import { RowSkeletons } from "@/components/skeletons";
import { ErrorState } from "@/components/states";
import { useFormat } from "@/format";
import classes from "./earnings.module.css";
import { useExact } from "./exact";

const ROWS = 20;
/** Statistics have nine decimals (R42); a rounded one would not add up. */
const EXACT = 9;

export function Trail({ entry }: { entry: string }) {
  const [page, setPage] = useState(0);
  const { data, error, isFetching, refetch } = useExplainEarningQuery(
    { entry, page, size: ROWS },
    // A withdrawal may have taken some of it since it was last looked at.
    { refetchOnMountOrArgChange: true },
  );
  if (error && !data) return <ErrorState error={asApiError(error)} onRetry={refetch} />;
  if (!data) return <RowSkeletons count={3} />;
  return (
    <div className={classes.trail} aria-busy={isFetching}>
      <How trail={data} />
      <Went trail={data} />
      <Origins trail={data} />
      <Pager page={data.rows.page} size={data.rows.size} total={data.rows.total} onPage={setPage} />
    </div>
  );
}

function How({ trail }: { trail: ExplanationView }) {
  const { t } = useTranslation("earnings");
  const { money, rate } = useFormat();
  const exact = useExact(trail.currency, [trail.amount, trail.posted_before]);
  return (
    <dl className={classes.how}>
      <div>
        <dt>{t("trail.rule")}</dt>
        <dd>{t(`trail.rules.${trail.rule}`)}</dd>
      </div>
      <div>
        <dt>{t("trail.rate")}</dt>
        <dd className="num">{trail.rate === null ? t("trail.mixed") : rate(trail.rate)}</dd>
      </div>
      <div>
        <dt>{t("trail.rounding")}</dt>
        <dd className="num">{money(trail.rounding, trail.currency, EXACT)}</dd>
      </div>
      {!/^-?[0.]+$/.test(trail.posted_before) && (
        <div>
          <dt>{t("trail.before")}</dt>
          <dd className="num">{exact(trail.posted_before)}</dd>
        </div>
      )}
      <div>
        <dt>{t("trail.posted")}</dt>
        <dd className="num">
          <b>{exact(trail.amount)}</b>
        </dd>
      </div>
    </dl>
  );
}

/** What took the amount since, and what of it is in the balance yet. */
function Went({ trail }: { trail: ExplanationView }) {
  const { t } = useTranslation("earnings");
  const amounts = trail.went.map(({ amount }) => amount);
  const exact = useExact(trail.currency, [...amounts, trail.remaining]);
  return (
    <section className={classes.origins}>
      <h3>{t("trail.went")}</h3>
      <ul className={classes.went}>
        {trail.went.map((went) => (
          <li key={`${went.date} ${went.type} ${went.withdrawal_id} ${went.amount}`}>
            <Taker went={went} />
            <span className="num">{exact(went.amount)}</span>
          </li>
        ))}
        <li>
          <span>{t("trail.remaining")}</span>
          <b className="num">{exact(trail.remaining)}</b>
        </li>
      </ul>
    </section>
  );
}

function Taker({ went: { type, date: day, invoice_id } }: { went: WentView }) {
  const { t } = useTranslation("earnings");
  const { date } = useFormat();
  return (
    <span>
      <Link to={paths.earningDetail(type, day)}>
        {t("trail.taker", { type: t(`type.${type}`), date: date(day) })}
      </Link>
      {invoice_id && <Link to={paths.invoice(invoice_id)}>{invoice_id}</Link>}
    </span>
  );
}

function Origins({ trail }: { trail: ExplanationView }) {
  const { t } = useTranslation("earnings");
  const { money, count, date } = useFormat();
  const heads = firstOfEach(trail.rows.items);
  const columns: Column<OriginView>[] = [
    { key: "file", label: t("trail.file"), cell: ({ file }) => <Code text={file} /> },
    { key: "line", label: t("trail.line"), kind: "number", cell: ({ line }) => count(line) },
    { key: "day", label: t("trail.day"), cell: ({ day }) => (day ? date(day) : "-") },
    { key: "channel", label: t("trail.channel"), cell: ({ channel }) => <Code text={channel} /> },
    { key: "video", label: t("trail.video"), cell: ({ video }) => <Code text={video} /> },
    {
      key: "amount",
      label: t("trail.amount"),
      kind: "number",
      cell: (row) => <Counted row={row} currency={trail.currency} />,
    },
    {
      key: "share",
      label: t("trail.share"),
      kind: "number",
      cell: ({ share }) => <b>{money(share, trail.currency, EXACT)}</b>,
    },
  ];
  return (
    <section className={classes.origins}>
      <h3>{t("trail.rows")}</h3>
      <p>{t("trail.note")}</p>
      <DataTable
        caption={t("trail.rows")}
        columns={columns}
        rows={trail.rows.items}
        rowKey={({ file, line, video, day }) => `${file} ${line} ${video} ${day}`}
        card={(row) => <OriginCard row={row} currency={trail.currency} headed={heads.has(row)} />}
        empty={<p>{t("trail.empty")}</p>}
      />
    </section>
  );
}

/** What of a row counts, and what it holds where that is more. */
function Counted({ row, currency }: { row: OriginView; currency: string }) {
  const { t } = useTranslation("earnings");
  const { money } = useFormat();
  return (
    <>
      {money(row.amount, currency, EXACT)}
      {row.in_file !== row.amount && (
        <small className={classes.held}>
          {t("trail.of", { amount: money(row.in_file, currency, EXACT) })}
        </small>
      )}
    </>
  );
}

/** A name nobody reads as words: it breaks anywhere, so that the amounts stay in sight. */
const Code = ({ text }: { text: string }) => <span className={classes.code}>{text}</span>;

/** The rows where another file or another channel begins. */
function firstOfEach(rows: readonly OriginView[]): ReadonlySet<OriginView> {
  const same = (one: OriginView, other: OriginView | undefined): boolean =>
    one.file === other?.file && one.channel === other.channel;
  return new Set(rows.filter((row, i) => !same(row, rows[i - 1])));
}

interface OriginCardProps {
  row: OriginView;
  currency: string;
  /** Names the file and the channel for itself and the rows after it. */
  headed: boolean;
}

function OriginCard({ row, currency, headed }: OriginCardProps) {
  const { t } = useTranslation("earnings");
  const { money, count, date } = useFormat();
  return (
    <div className={classes.origin}>
      {headed && (
        <p>
          {row.file}
          <br />
          {row.channel}
        </p>
      )}
      <span>
        <span className="num">{row.day ? date(row.day) : row.video}</span>
        <b className="num">{money(row.share, currency, EXACT)}</b>
      </span>
      <small className="num">{t("trail.place", { line: count(row.line), video: row.video })}</small>
      <small className="num">
        {t("trail.amount")} <Counted row={row} currency={currency} />
      </small>
    </div>
  );
}
