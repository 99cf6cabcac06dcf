/** What was asked for, the newest first: where each withdrawal stands, and its papers. */
import { Button, UnstyledButton } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import {
  useGetEarningsSummaryQuery,
  useListWithdrawalsQuery,
  type WithdrawalStatus,
  type WithdrawalView,
} from "@/api/generated";
import { paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Money } from "@/components/domain/Money";
import { PayCard } from "@/components/domain/PayCard";
import { replaced } from "@/components/domain/papers";
import { ShareButton } from "@/components/domain/ShareButton";
import { useChangeParams } from "@/components/kit/address";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconReceipt } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { StatusChip, type Tone } from "@/components/kit/StatusChip";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton } from "@/components/kit/skeletons";
import { EmptyState, ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./withdrawals.module.css";

const STEP = 20;
const MOST = 200;

interface Props {
  /** The invoice of a withdrawal as it will print, where there is room for it. */
  invoice: (id: string) => ReactNode;
}

export function WithdrawalsPage({ invoice }: Props) {
  const { t } = useTranslation("withdrawals");
  const laptop = useScreenClass() === "laptop";
  const [size, setSize] = useState(STEP);
  const list = useListWithdrawalsQuery({ size }, { refetchOnMountOrArgChange: true });
  const { data, error, refetch, isFetching } = list;
  // The list waits for the card above it: nothing moves once it is there.
  const waits = [useGetEarningsSummaryQuery(), useSiteSettings()].some(
    ({ isLoading }) => isLoading,
  );
  return (
    <Page title={t("list.title")} width={laptop ? "wide" : "narrow"}>
      <PayCard />
      <div className={classes.list} hidden={waits}>
        {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
        {!data && !error && <CardSkeleton lines={4} />}
        {data?.total === 0 && (
          <Card>
            <EmptyState icon={<IconReceipt size={26} />} title={t("list.none")}>
              {t("list.noneText")}
            </EmptyState>
          </Card>
        )}
        {data && data.total > 0 && laptop && <ListAndDetail items={data.items} invoice={invoice} />}
        {data && data.total > 0 && !laptop && (
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
      </div>
    </Page>
  );
}

/** The newest opens by itself; another one stands in the URL. */
function ListAndDetail({ items, invoice }: Props & { items: readonly WithdrawalView[] }) {
  const { t } = useTranslation("withdrawals");
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  const open = items.find(({ id }) => id === params.get("id")) ?? items[0];
  return (
    <div className={classes.columns}>
      <ol className={classes.line} aria-label={t("list.title")}>
        {items.map((withdrawal) => (
          <li key={withdrawal.id} data-status={withdrawal.status}>
            <Brief
              withdrawal={withdrawal}
              current={withdrawal.id === open?.id}
              onOpen={() => change((address) => address.set("id", withdrawal.id))}
            />
          </li>
        ))}
      </ol>
      {open && (
        <section className={classes.detail} aria-label={t("list.detail")}>
          <Row withdrawal={open} />
          {invoice(open.invoice_id)}
        </section>
      )}
    </div>
  );
}

interface BriefProps {
  withdrawal: WithdrawalView;
  current: boolean;
  onOpen: () => void;
}

function Brief({ withdrawal, current, onOpen }: BriefProps) {
  const { t } = useTranslation("withdrawals");
  const { billed, date } = useFormat();
  const { status, currency, net, total, method } = withdrawal;
  return (
    <UnstyledButton className={classes.brief} aria-current={current || undefined} onClick={onOpen}>
      <span>
        <span className={classes.head}>
          <Money amount={net} currency={currency} size="figure" mine={arrives(status)} billed />
          <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>
        </span>
        <span className={`num ${classes.text}`}>
          {t("list.brief", {
            total: billed(total, currency),
            date: date(withdrawal.date),
            method: t(`method.${method}`),
          })}
        </span>
      </span>
    </UnstyledButton>
  );
}

const arrives = (status: WithdrawalStatus): boolean => status === "pending" || status === "success";

const TONES: Readonly<Record<WithdrawalStatus, Tone>> = {
  pending: "warn",
  success: "ok",
  rejected: "bad",
  rejected_without_recovery: "bad",
};

function Row({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation("withdrawals");
  const { t: p } = useTranslation("payout");
  const { billed, date } = useFormat();
  const { status, currency, reason } = withdrawal;
  const isMine = arrives(status);
  return (
    <Card>
      <div className={classes.head}>
        <h2 className="num">{t("list.asked", { date: date(withdrawal.date) })}</h2>
        <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>
      </div>
      <Money amount={withdrawal.net} currency={currency} size="figure" mine={isMine} />
      <p className={`num ${classes.text}`}>
        {t("list.sum", {
          total: billed(withdrawal.total, currency),
          fee: billed(withdrawal.fee, currency),
          method: t(`method.${withdrawal.method}`),
        })}
      </p>
      <Dates withdrawal={withdrawal} />
      {!isMine && (
        <div className={classes.why}>
          {reason && <p>{t("list.reason", { reason })}</p>}
          <p>{t(status === "rejected" ? "list.recovered" : "list.notRecovered")}</p>
        </div>
      )}
      <div className={classes.links}>
        <Link to={paths.earningDetail("withdrawal", withdrawal.date, withdrawal.entry)}>
          {t("list.entry")}
        </Link>
        <Replaced withdrawal={withdrawal} />
        <Link to={paths.invoice(withdrawal.invoice_id)}>
          {t("list.invoice", { id: withdrawal.invoice_id })}
        </Link>
        {withdrawal.credit_note_id && (
          <Link to={paths.invoice(withdrawal.credit_note_id)}>
            {t("list.creditNote", { id: withdrawal.credit_note_id })}
          </Link>
        )}
        {withdrawal.paid_on && (
          <ShareButton
            paid={{
              date: withdrawal.paid_on,
              amount: withdrawal.net,
              currency: withdrawal.currency,
            }}
            of={withdrawal.id}
            compact
          >
            {p("share.open")}
          </ShareButton>
        )}
      </div>
    </Card>
  );
}

/** Invoices that another one has replaced since, each with the credit note that took it back. */
function Replaced({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation("withdrawals");
  return replaced(withdrawal).map(({ id, corrects }) => (
    <Fragment key={id}>
      <Link to={paths.invoice(corrects)}>{t("list.formerInvoice", { id: corrects })}</Link>
      <Link to={paths.invoice(id)}>{t("list.creditNote", { id })}</Link>
    </Fragment>
  ));
}

function Dates({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation("withdrawals");
  const { date } = useFormat();
  const { status, bill_on, due_on, paid_on, held_until } = withdrawal;
  // Paid before its bill's day, it was billed on the day it was paid (WITHDRAW-25).
  const billed = paid_on && paid_on < bill_on ? paid_on : bill_on;
  const days = [
    ["billed", billed],
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
