/** A month of the ledger by day of posting: opening, movements by type, closing; to take along too. */
import { ActionIcon, NativeSelect } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import {
  type LedgerRowView,
  type StatementView,
  type TypeSumView,
  useGetStatementQuery,
} from "@/api/generated";
import { useAppSelector } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { useChangeParams } from "@/components/kit/address";
import { Card } from "@/components/kit/Card";
import { DownloadButton } from "@/components/kit/DownloadButton";
import { asApiError } from "@/components/kit/error-text";
import {
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconChevronRight,
  IconScale,
} from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { endOf } from "@/components/kit/Pager";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { isMonth, monthsBefore, monthsUpTo } from "@/format/months";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";
import { useExact } from "./exact";
import { entryPath } from "./kinds";

const YEARS = 5;

export function StatementPage() {
  const { t } = useTranslation("ledger");
  const { data: site, error, refetch } = useSiteSettings();
  const [params] = useSearchParams();
  const change = useChangeParams();
  const now = site?.today.slice(0, 7);
  const asked = params.get("month");
  const month = asked && isMonth(asked) ? asked : now && monthsBefore(now, 1);
  const choose = (to: string) => change((address) => address.set("month", to));
  return (
    <Page
      title={t("statement.title")}
      lead={t("statement.lead")}
      back={addresses.earnings}
      actions={month && <Files month={month} />}
    >
      {error && !site && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {now && month && (
        <>
          <MonthChoice now={now} month={month} onChoose={choose} />
          <Statement key={month} month={month} />
        </>
      )}
    </Page>
  );
}

interface ChoiceProps {
  now: string;
  month: string;
  onChoose: (month: string) => void;
}

function MonthChoice({ now, month, onChoose }: ChoiceProps) {
  const { t } = useTranslation("ledger");
  const format = useFormat();
  const isNewest = month >= now;
  const known = monthsUpTo(now, YEARS * 12);
  const months = known.includes(month) ? known : [month, ...known];
  return (
    <div className={classes.choice}>
      <ActionIcon
        variant="default"
        size={42}
        aria-label={t("statement.before")}
        onClick={() => onChoose(monthsBefore(month, 1))}
      >
        <IconArrowLeft size={18} />
      </ActionIcon>
      <NativeSelect
        aria-label={t("statement.month")}
        value={month}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
        data={months.map((value) => ({ value, label: format.month(value) }))}
      />
      <ActionIcon
        variant="default"
        size={42}
        aria-label={t("statement.after")}
        {...endOf(isNewest)}
        onClick={() => isNewest || onChoose(monthsBefore(month, -1))}
      >
        <IconArrowRight size={18} />
      </ActionIcon>
    </div>
  );
}

function Files({ month }: { month: string }) {
  const { t } = useTranslation("ledger");
  return (["pdf", "xlsx"] as const).map((format) => (
    <DownloadButton
      key={format}
      path={`withdrawal/statement?${new URLSearchParams({ month, format })}`}
      name={`statement-${month}.${format}`}
    >
      {t(`statement.${format}`)}
    </DownloadButton>
  ));
}

function Statement({ month }: { month: string }) {
  const { data, error, refetch } = useGetStatementQuery({ month });
  if (data) return <Found statement={data} />;
  return (
    <Card flush={!error}>
      {error ? (
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Card>
  );
}

function Found({ statement }: { statement: StatementView }) {
  const { t } = useTranslation("ledger");
  const { date } = useFormat();
  const money = useAmounts(statement);
  const chosen = useAppSelector((state) => state.preferences.currency);
  const isOver = isLastDay(statement.until);
  return (
    <>
      <Card flush>
        <p className={classes.balance}>
          <span>{t("statement.opening")}</span>
          <b className="num">{money(statement.opening)}</b>
        </p>
        {statement.types.map((sum) => (
          <TypeRows key={sum.type} sum={sum} statement={statement} />
        ))}
        {statement.types.length === 0 && (
          <EmptyState icon={<IconScale size={26} />} title={t("statement.emptyTitle")}>
            {t("statement.emptyText")}
          </EmptyState>
        )}
        <p className={classes.balance} data-closing="">
          <span>
            {t("statement.closing")}{" "}
            {!isOver && <small>{t("statement.until", { date: date(statement.until) })}</small>}
          </span>
          <b className="num">{money(statement.closing)}</b>
        </p>
      </Card>
      {chosen !== statement.currency && <p className={classes.remark}>{t("statement.dollars")}</p>}
    </>
  );
}

function TypeRows({ sum, statement }: { sum: TypeSumView; statement: StatementView }) {
  const { t } = useTranslation("ledger");
  const money = useAmounts(statement);
  const rows = statement.movements.filter(({ type }) => type === sum.type);
  return (
    <details className={classes.month} open>
      <summary>
        <IconChevronDown size={18} aria-hidden="true" />
        <b>{t(`type.${sum.type}`)}</b>
        <span className="num">{money(sum.amount)}</span>
      </summary>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={entryPath(row.id, row)} className={classes.line}>
              <span>
                <Words row={row} />
              </span>
              <span className="num">{money(row.amount)}</span>
              <IconChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Words({ row }: { row: LedgerRowView }) {
  const { t } = useTranslation("ledger");
  const { date, month } = useFormat();
  return (
    <>
      <span className="num">{date(row.date)}</span>{" "}
      {row.channel && (
        <span className={classes.whole}>
          {row.channel.name}{" "}
          {row.channel.platform && <PlatformMark platform={row.channel.platform} />}
        </span>
      )}{" "}
      {row.month && (
        <span className={classes.of}>{t("statement.of", { month: month(row.month) })}</span>
      )}{" "}
      {row.note && <span className={classes.of}>{row.note}</span>}{" "}
      {row.correction && <small>{t("correction")}</small>}
    </>
  );
}

/** Whether it is the last day of its month. */
function isLastDay(day: string): boolean {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.getUTCDate() === 1;
}

function useAmounts({ currency, opening, closing, movements }: StatementView) {
  return useExact(currency, [opening, closing, ...movements.map(({ amount }) => amount)]);
}
