/** Where a posted amount comes from, down to the lines of the platform's reports, and where it went (TRACE-1, TRACE-2). */
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router";
import {
  type ExplanationView,
  type OriginView,
  type UndoneView,
  type UsedView,
  useExplainEarningQuery,
  type WentView,
} from "@/api/generated";
import { addresses, paths } from "@/app/paths";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { replaced } from "@/components/domain/papers";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { asApiError } from "@/components/kit/error-text";
import { Pager } from "@/components/kit/Pager";
import { StatusChip } from "@/components/kit/StatusChip";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";
import { useExact } from "./exact";
import { entryPath, isSettled } from "./kinds";
import { Parts } from "./Parts";

const ROWS = 20;
/** Statistics have nine decimals (MONEY-6); a rounded one would not add up. */
const EXACT = 9;

export function Trail({ entry, isSummed }: { entry: string; isSummed: boolean }) {
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
      <Uses trail={data} onPage={setPage} />
      <Went trail={data} />
      {isSummed && data.parts.videos.length > 0 && (
        <Parts parts={data.parts} currency={data.currency} />
      )}
      {data.rule && <Origins trail={data} onPage={setPage} />}
    </div>
  );
}

/** What posted it, by which rule, and what was said about it. */
function How({ trail }: { trail: ExplanationView }) {
  const { t } = useTranslation("ledger");
  const { money, rate } = useFormat();
  const { amount, currency, debt, line, reason, reverses, reversed_by: undone, rule } = trail;
  const before = trail.posted_before ?? "0";
  const exact = useExact(currency, [amount, before, debt]);
  return (
    <dl className={classes.how}>
      <Fact label={t("trail.cause")}>{t(`trail.causes.${trail.cause}`)}</Fact>
      {line && <Fact label={t("trail.summaryLine")}>{line.name}</Fact>}
      {line?.sort && <Fact label={t("trail.sharedBy")}>{t(`trail.sorts.${line.sort}`)}</Fact>}
      {reason && <Fact label={t("trail.reason")}>{reason}</Fact>}
      {rule && (
        <>
          <Fact label={t("trail.rule")}>{t(`trail.rules.${rule}`)}</Fact>
          <Fact label={t("trail.rate")} number>
            {trail.rate === null ? t("trail.mixed") : rate(trail.rate)}
          </Fact>
        </>
      )}
      {trail.rounding && (
        <Fact label={t("trail.rounding")} number>
          {money(trail.rounding, currency, EXACT)}
        </Fact>
      )}
      <Papers trail={trail} />
      {reverses && (
        <Fact label={t("trail.reverses")}>
          <EntryLink to={reverses} />
        </Fact>
      )}
      {undone && (
        <Fact label={t("trail.reversedBy")}>
          <EntryLink to={undone} />
        </Fact>
      )}
      {!isNothing(before) && (
        <Fact label={t("trail.before")} number>
          {exact(before)}
        </Fact>
      )}
      {!isNothing(debt) && (
        <Fact label={t(isNegative(debt) ? "trail.debtMade" : "trail.debtPaid")} number>
          {exact(debt)}
        </Fact>
      )}
      <Fact label={t("trail.posted")} number>
        <b>{exact(amount)}</b>
      </Fact>
    </dl>
  );
}

interface FactProps {
  label: string;
  number?: boolean;
  children: ReactNode;
}

function Fact({ label, number = false, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={number ? "num" : undefined}>{children}</dd>
    </div>
  );
}

const isNegative = (amount: string): boolean => amount.startsWith("-");
const isNothing = (amount: string): boolean => /^-?[0.]+$/.test(amount);
const negated = (amount: string): string => (isNegative(amount) ? amount.slice(1) : `-${amount}`);

/** Where the withdrawal stands that it belongs to, and its papers. */
function Papers({ trail: { withdrawal } }: { trail: ExplanationView }) {
  const { t } = useTranslation("ledger");
  const { t: w } = useTranslation("withdrawals");
  const { date } = useFormat();
  if (!withdrawal) return null;
  const { status, invoice_id: invoice, credit_note_id: note, paid_on: paid } = withdrawal;
  return (
    <>
      <Fact label={t("trail.withdrawal")}>
        <Link to={addresses.withdrawals}>{w(`status.${status}`)}</Link>
      </Fact>
      {paid && (
        <Fact label={w("list.paid")} number>
          {date(paid)}
        </Fact>
      )}
      {replaced(withdrawal).map(({ id, corrects }) => (
        <Fragment key={id}>
          <Fact label={t("trail.formerInvoice")} number>
            <Link to={paths.invoice(corrects)}>{corrects}</Link>
          </Fact>
          <Fact label={t("trail.creditNote")} number>
            <Link to={paths.invoice(id)}>{id}</Link>
          </Fact>
        </Fragment>
      ))}
      <Fact label={t("trail.invoice")} number>
        <Link to={paths.invoice(invoice)}>{invoice}</Link>
      </Fact>
      {note && (
        <Fact label={t("trail.creditNote")} number>
          <Link to={paths.invoice(note)}>{note}</Link>
        </Fact>
      )}
    </>
  );
}

/** The way to another entry's trail. */
function EntryLink({ to }: { to: UsedView | UndoneView | WentView }) {
  const { t } = useTranslation("ledger");
  const { date, month } = useFormat();
  const earned = isSettled(to.type) && "month" in to && to.month;
  return (
    <Link to={entryPath(to.entry, to)}>
      {t("trail.taker", {
        type: t(`type.${to.type}`),
        date: earned ? month(earned) : date(to.date),
      })}
    </Link>
  );
}

interface PagedProps {
  trail: ExplanationView;
  onPage: (page: number) => void;
}

/** The entries that it used up, or that got back what another one had used of them. */
function Uses({ trail: { amount, currency, reverses, uses }, onPage }: PagedProps) {
  const { t } = useTranslation("ledger");
  const isBack = !isNegative(amount);
  const shown = uses.items.map((use) => (isBack ? negated(use.amount) : use.amount));
  const exact = useExact(currency, shown);
  const isSaid = reverses !== null && uses.items[0]?.entry === reverses.entry;
  if (uses.total === 0 || isSaid) return null;
  return (
    <section className={classes.origins}>
      <h3>{t(isBack ? "trail.givenBack" : "trail.uses")}</h3>
      <ul className={classes.went}>
        {uses.items.map((use, index) => (
          <li key={use.entry}>
            <span>
              <EntryLink to={use} />
              {use.channel?.name}
              {use.channel?.platform && <PlatformMark platform={use.channel.platform} brief />}
              {use.correction && <StatusChip tone="warn">{t("correction")}</StatusChip>}
            </span>
            <span className="num">{exact(shown[index] ?? use.amount)}</span>
          </li>
        ))}
      </ul>
      <Pager page={uses.page} size={uses.size} total={uses.total} onPage={onPage} />
    </section>
  );
}

/** What took the amount since, and what of it is in the balance yet. */
function Went({ trail }: { trail: ExplanationView }) {
  const { t } = useTranslation("ledger");
  const { remaining } = trail;
  const amounts = trail.went.map(({ amount }) => amount);
  const exact = useExact(trail.currency, [...amounts, remaining]);
  // Of an earning it is told that nothing is left; a debit and what came back never were there to use.
  const isEarned = trail.uses.total === 0 && !isNegative(trail.amount);
  const isLeft = isEarned || !isNothing(remaining);
  if (!isLeft && amounts.length === 0) return null;
  return (
    <section className={classes.origins}>
      <h3>{t("trail.went")}</h3>
      <ul className={classes.went}>
        {trail.went.map((went) => (
          <li key={`${went.entry} ${went.amount}`}>
            <span>
              <EntryLink to={went} />
              {went.invoice_id && (
                <Link to={paths.invoice(went.invoice_id)}>{went.invoice_id}</Link>
              )}
            </span>
            <span className="num">{exact(went.amount)}</span>
          </li>
        ))}
        {isLeft && (
          <li>
            <span>{t(isNegative(remaining) ? "trail.owed" : "trail.remaining")}</span>
            <b className="num">{exact(remaining)}</b>
          </li>
        )}
      </ul>
    </section>
  );
}

function Origins({ trail, onPage }: PagedProps) {
  const { rows } = trail;
  const { t } = useTranslation("ledger");
  const { money, count, date } = useFormat();
  const heads = firstOfEach(rows.items);
  const columns: Column<OriginView>[] = [
    { key: "file", label: t("trail.file"), cell: ({ file }) => <Code text={file} /> },
    { key: "line", label: t("trail.line"), kind: "number", cell: ({ line }) => count(line) },
    { key: "day", label: t("trail.day"), cell: ({ day }) => (day ? date(day) : "-") },
    {
      key: "channel",
      label: t("trail.channel"),
      cell: ({ platform, channel }) => (
        <>
          <PlatformMark platform={platform} brief /> <Code text={channel} />
        </>
      ),
    },
    { key: "video", label: t("trail.video"), cell: ({ video }) => <Code text={video} /> },
    ...(rows.items.some(isGross)
      ? [
          {
            key: "amount",
            label: t("trail.amount"),
            kind: "number" as const,
            cell: (row: OriginView) => <Counted row={row} currency={trail.currency} />,
          },
        ]
      : []),
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
        rows={rows.items}
        rowKey={({ file, line, video, day }) => `${file} ${line} ${video} ${day}`}
        card={(row) => <OriginCard row={row} currency={trail.currency} headed={heads.has(row)} />}
        empty={<p>{t("trail.empty")}</p>}
      />
      <Pager page={rows.page} size={rows.size} total={rows.total} onPage={onPage} />
    </section>
  );
}

/** Whether the reader sees revenue before shares. */
const isGross = (row: OriginView): boolean => row.amount !== null;

/** What of a row counts, and what it holds where that is more. */
function Counted({ row, currency }: { row: OriginView; currency: string }) {
  const { t } = useTranslation("ledger");
  const { money } = useFormat();
  if (row.amount === null) return null;
  return (
    <>
      {money(row.amount, currency, EXACT)}
      {row.in_file !== null && row.in_file !== row.amount && (
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
  const { t } = useTranslation("ledger");
  const { money, count, date } = useFormat();
  return (
    <div className={classes.origin}>
      {headed && (
        <p>
          {row.file}
          <br />
          <PlatformMark platform={row.platform} brief /> {row.channel}
        </p>
      )}
      <span>
        <span className="num">{row.day ? date(row.day) : row.video}</span>
        <b className="num">{money(row.share, currency, EXACT)}</b>
      </span>
      <small className="num">{t("trail.place", { line: count(row.line), video: row.video })}</small>
      {isGross(row) && (
        <small className="num">
          {t("trail.amount")} <Counted row={row} currency={currency} />
        </small>
      )}
    </div>
  );
}
