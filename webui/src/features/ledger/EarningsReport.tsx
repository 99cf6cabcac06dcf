/** Confirmed earnings: months that open into types, each with the way to what it is made of. */
import { Button } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { Link } from "react-router";
import {
  type MonthView,
  type ReportView,
  type SummaryView,
  useGetEarningsSummaryQuery,
  useListEarningsQuery,
} from "@/api/generated";
import { addresses, paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Debt } from "@/components/domain/Debt";
import { Money } from "@/components/domain/Money";
import { Standing } from "@/components/domain/Standing";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { Figure, Figures } from "@/components/kit/Figure";
import { useFlag } from "@/components/kit/flags";
import { IconChevronDown, IconChevronRight, IconDownload, IconScale } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { Pager, usePage } from "@/components/kit/Pager";
import { CardSkeleton, RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import { EstimateNote } from "./EstimateNote";
import classes from "./earnings.module.css";
import { useExact } from "./exact";
import { Words } from "./Words";

const MONTHS = 12;

const ExcelDialog = late(async () => (await import("./ExcelDialog")).ExcelDialog);

export function EarningsReport() {
  const { t } = useTranslation("ledger");
  const { t: c } = useTranslation();
  const [page, turn] = usePage();
  const { data, error, isFetching, refetch } = useListEarningsQuery({ page, size: MONTHS });
  const waits = [useGetEarningsSummaryQuery(), useSiteSettings()].some(
    ({ isLoading }) => isLoading,
  );
  return (
    <Page title={c("nav.earnings")} lead={t("lead")} actions={<Ways />}>
      {/* Each part waits for what stands above it: nothing moves once it is there. */}
      {!waits && <Glance />}
      <div hidden={waits}>
        <Card title={t("months")} flush>
          {error && !data && <ErrorState error={asApiError(error)} onRetry={refetch} />}
          {!data && !error && <RowSkeletons count={4} />}
          {data && (
            <div aria-busy={isFetching}>
              {data.page === 0 && <OpenMonths />}
              <Months report={data} />
              <Pager page={data.page} size={data.size} total={data.total} onPage={turn} />
            </div>
          )}
        </Card>
      </div>
      {waits && <CardSkeleton lines={6} />}
      {!waits && (data || error) && <Words />}
    </Page>
  );
}

/** To the statement, and to a report of the videos as a file. */
function Ways() {
  const { t } = useTranslation("ledger");
  const excel = useFlag("excel");
  // A report takes its time: a reload finds the way back to it.
  const [report, setReport] = useSessionStorage<string | null>({
    key: "excelReport",
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return (
    <>
      <Button component={Link} to={addresses.statement} variant="default">
        {t("statement.open")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => excel.open()}
      >
        {t("excel.button")}
      </Button>
      {excel.opened && <ExcelDialog report={report} onAsked={setReport} onClose={excel.close} />}
    </>
  );
}

function Glance() {
  const { t } = useTranslation("ledger");
  const { count, date, month } = useFormat();
  const { data } = useGetEarningsSummaryQuery();
  if (!data) return null;
  const { currency, last_settled: last } = data;
  const soonest = data.expiring[0];
  const isOpen = !isZero(decimal(data.pending));
  if (!last && !soonest && !isOpen && isZero(decimal(data.balance))) return null;
  return (
    <>
      <Card flush>
        <Figures stacked>
          <Figure
            label={t("last")}
            value={last ? <Money amount={last.revenue} currency={currency} /> : t("lastNone")}
            note={last && month(last.month)}
          />
          {!isZero(decimal(data.withdrawable)) && (
            <Figure
              label={t("withdrawable")}
              value={<Money amount={data.withdrawable} currency={currency} mine />}
              note={<Link to={addresses.withdrawalRequest}>{t("madeOf")}</Link>}
            />
          )}
          {soonest && (
            <Figure
              label={t("points")}
              value={t("detail.points", { count: data.points, points: count(data.points) })}
              note={
                soonest.points === data.points
                  ? t("detail.expires", { date: date(soonest.on) })
                  : t("pointsUntil", { points: count(soonest.points), date: date(soonest.on) })
              }
            />
          )}
          {isOpen && (
            <Figure
              label={t("pending")}
              value={<Money amount={data.pending} currency={currency} />}
              note={t("pendingNote")}
            />
          )}
        </Figures>
      </Card>
      <Debt summary={data} />
      {keepsFractions(data) && <p className={classes.remark}>{t("wholeCents")}</p>}
    </>
  );
}

/** Whether something below a cent stays on the balance, and is seen to: in dollars (MONEY-4). */
const keepsFractions = ({ currency, balance_usd, withdrawable_usd }: SummaryView): boolean =>
  currency === "USD" && !balance_usd.startsWith("-") && balance_usd !== withdrawable_usd;

function Months({ report }: { report: ReportView }) {
  const { t } = useTranslation("ledger");
  if (report.items.length === 0) {
    return (
      <EmptyState icon={<IconScale size={26} />} title={t("emptyTitle")}>
        {t("emptyText")}
      </EmptyState>
    );
  }
  return report.items.map((month, index) => (
    <MonthRow key={month.month} month={month} currency={report.currency} opened={index === 0} />
  ));
}

/** Months that are not closed: what they are estimated at, and when that is confirmed. */
function OpenMonths() {
  const { t } = useTranslation("ledger");
  const format = useFormat();
  const { data } = useGetEarningsSummaryQuery();
  return data?.payout_state?.open_months.map(({ month, estimated, closes_on }) => (
    <div key={month} className={classes.open}>
      <span>
        <b className="num">{format.month(month)}</b>
        <small>{t("closes", { date: format.dayLong(closes_on) })}</small>
      </span>
      <span className={classes.worth}>
        <Money amount={estimated} currency={data.currency} estimated />
        <Standing estimated />
      </span>
    </div>
  ));
}

interface MonthProps {
  month: MonthView;
  currency: string;
  opened: boolean;
}

function MonthRow({ month, currency, opened }: MonthProps) {
  const { t } = useTranslation("ledger");
  const format = useFormat();
  const exact = useExact(
    currency,
    month.types.map(({ amount }) => amount),
  );
  return (
    <details className={classes.month} open={opened}>
      <summary>
        <IconChevronDown size={18} aria-hidden="true" />
        <b className="num">{format.month(month.month)}</b>
        <span className={classes.worth}>
          <Money amount={month.total} currency={currency} mine />
          <Standing estimated={false} />
        </span>
      </summary>
      <ul>
        {month.types.map((line) => (
          <li key={`${line.type} ${line.correction}`}>
            <Link to={paths.earningDetail(line.type, month.month)} className={classes.line}>
              <span>
                {t(`type.${line.type}`)} {line.correction && <small>{t("correction")}</small>}
              </span>
              <span className="num">{exact(line.amount)}</span>
              <IconChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
        <li className={classes.sum}>
          <span>{t("total")}</span>
          <span className="num">{exact(month.total)}</span>
        </li>
      </ul>
      {month.note && <EstimateNote note={month.note} currency={currency} />}
    </details>
  );
}
