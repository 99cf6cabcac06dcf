/** What was asked for, the newest first: where each withdrawal stands, and its papers. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import {
  useListWithdrawalsQuery,
  type WithdrawalStatus,
  type WithdrawalView,
} from "@/api/generated";
import { paths } from "@/app/paths";
import { Money } from "@/components/domain/Money";
import { PayCard } from "@/components/domain/PayCard";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconReceipt } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { StatusChip, type Tone } from "@/components/kit/StatusChip";
import { CardSkeleton } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

const STEP = 20;
const MOST = 200;

export function WithdrawalsPage() {
  const { t } = useTranslation("withdrawals");
  const [size, setSize] = useState(STEP);
  const list = useListWithdrawalsQuery({ size }, { refetchOnMountOrArgChange: true });
  const { data, error, refetch, isFetching } = list;
  return (
    <Page title={t("list.title")} width="narrow">
      <PayCard />
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={4} />}
      {data?.total === 0 && (
        <Card>
          <EmptyState icon={<IconReceipt size={26} />} title={t("list.none")}>
            {t("list.noneText")}
          </EmptyState>
        </Card>
      )}
      {data && data.total > 0 && (
        <ol className={classes.line} aria-label={t("list.title")}>
          {data.items.map((withdrawal) => (
            <li key={withdrawal.id} data-status={withdrawal.status}>
              <Row withdrawal={withdrawal} />
            </li>
          ))}
        </ol>
      )}
      {data && data.items.length < data.total && size < MOST && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetching}
          onClick={() => setSize(Math.min(size + STEP, MOST))}
        >
          {t("list.more")}
        </Button>
      )}
    </Page>
  );
}

const TONES: Readonly<Record<WithdrawalStatus, Tone>> = {
  pending: "warn",
  success: "ok",
  rejected: "bad",
  rejected_without_recovery: "bad",
};

function Row({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation("withdrawals");
  const { billed, date } = useFormat();
  const { status, currency, reason } = withdrawal;
  const arrives = status === "pending" || status === "success";
  return (
    <Card>
      <div className={classes.head}>
        <h2 className="num">{t("list.asked", { date: date(withdrawal.date) })}</h2>
        <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>
      </div>
      <Money amount={withdrawal.net} currency={currency} size="figure" mine={arrives} />
      <p className={`num ${classes.text}`}>
        {t("list.sum", {
          total: billed(withdrawal.total, currency),
          fee: billed(withdrawal.fee, currency),
          method: t(`method.${withdrawal.method}`),
        })}
      </p>
      <Dates withdrawal={withdrawal} />
      {!arrives && (
        <div className={classes.why}>
          {reason && <p>{t("list.reason", { reason })}</p>}
          <p>{t(status === "rejected" ? "list.recovered" : "list.notRecovered")}</p>
        </div>
      )}
      <div className={classes.links}>
        <Link to={paths.earningDetail("withdrawal", withdrawal.date, withdrawal.entry)}>
          {t("list.entry")}
        </Link>
        <Link to={paths.invoice(withdrawal.invoice_id)}>
          {t("list.invoice", { id: withdrawal.invoice_id })}
        </Link>
        {withdrawal.credit_note_id && (
          <Link to={paths.invoice(withdrawal.credit_note_id)}>
            {t("list.creditNote", { id: withdrawal.credit_note_id })}
          </Link>
        )}
      </div>
    </Card>
  );
}

function Dates({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation("withdrawals");
  const { date } = useFormat();
  const { status, bill_on, due_on, paid_on, held_until } = withdrawal;
  const days = [
    ["billed", bill_on],
    ["paid", paid_on],
    ["due", status === "pending" ? due_on : null],
    ["held", status === "pending" ? held_until : null],
  ] as const;
  return (
    <dl className={classes.facts}>
      {days.map(
        ([name, day]) =>
          day && (
            <div key={name}>
              <dt>{t(`list.${name}`)}</dt>
              <dd className="num">{date(day)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
