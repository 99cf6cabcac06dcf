/**
 * The pay card: what becomes of the reader's money next. One sum, one sentence that ends in a day, the pay
 * line, at most one act; the same wherever it stands, from one answer of the server (WITHDRAW-23).
 */
import { Button, CloseButton } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import {
  type PayoutStateView,
  useDismissPayoutStateMutation,
  useGetEarningsSummaryQuery,
  useRemindOfPayoutMutation,
} from "@/api/generated";
import { useConnection } from "@/app/connection";
import { addresses, paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { readStored, store } from "@/app/storage";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconBell, IconCheck, IconLock } from "@/components/kit/icons";
import { StatusChip, type Tone } from "@/components/kit/StatusChip";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { daysBetween } from "@/format/dates";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import { BEATS } from "./beats";
import { type Known, type Reason, useReasonText } from "./blocked";
import { Money } from "./Money";
import classes from "./PayCard.module.css";
import { PayLine } from "./PayLine";
import { isAsked, sentenceOf, stopOf, useLabel, useValues } from "./pay-card";
import { ShareButton } from "./ShareButton";
import { Standing } from "./Standing";

/** What was seen may have been answered since. */
const FRESH = { refetchOnMountOrArgChange: true } as const;

export function PayCard() {
  const summary = useGetEarningsSummaryQuery(undefined, FRESH);
  const site = useSiteSettings();
  if (summary.data && site.data) {
    const payout = summary.data.payout_state;
    return payout && <Shown payout={payout} today={site.data.today} />;
  }
  const failed = [summary, site].find(({ error }) => error);
  if (!failed) return <CardSkeleton lines={6} />;
  return <ErrorCard error={asApiError(failed.error)} onRetry={failed.refetch} />;
}

interface Props {
  payout: PayoutStateView;
  today: string;
}

function Shown({ payout, today }: Props) {
  const { t } = useTranslation("payout");
  const label = useLabel(payout);
  const isPaid = payout.state === "paid";
  return (
    <Card tour="money">
      <div className={classes.news} data-paid={isPaid || undefined}>
        <div className={classes.head}>
          <h2 className={classes.label}>{label}</h2>
          <span className={classes.chips}>
            <Chip payout={payout} today={today} />
            <PutAway payout={payout} />
          </span>
        </div>
        <Hero payout={payout} />
        {isPaid && <Beats withdrawal={payout.withdrawal ?? ""} />}
      </div>
      <Sentence payout={payout} today={today} />
      {payout.reason && (
        <p className={classes.text}>{t("card.reason", { reason: payout.reason })}</p>
      )}
      {payout.below === "minimum" && <Measure payout={payout} />}
      {payout.state === "below_zero" && <Leaves payout={payout} />}
      {payout.steps.length > 0 && <PayLine stops={payout.steps} />}
      <ActOf payout={payout} />
      {isPaid && <ShareNews payout={payout} />}
      <Foot payout={payout} />
    </Card>
  );
}

/** The sum; a day where there is none yet. */
function Hero({ payout }: { payout: PayoutStateView }) {
  const { weekday } = useFormat();
  const { amount, currency, state, date } = payout;
  if (amount === null) {
    return date && stopOf(payout, "live") ? (
      <span className={`num ${classes.day}`}>{weekday(date)}</span>
    ) : null;
  }
  return (
    <Money
      amount={amount}
      currency={currency}
      size="hero"
      mine={state !== "below_zero" && state !== "refused"}
      billed={isAsked(payout)}
      estimated={payout.kind === "estimated"}
    />
  );
}

const PLAIN_TONES: Partial<Record<PayoutStateView["state"], Tone>> = {
  returned: "bad",
  refused: "bad",
  blocked: "warn",
  below_zero: "quiet",
  details_missing: "warn",
};

function Chip({ payout, today }: Props) {
  const { t } = useTranslation("payout");
  const { dayShort } = useFormat();
  const { state, kind, date } = payout;
  const day = date ? dayShort(date) : "";
  const tone = PLAIN_TONES[state] ?? "quiet";
  switch (state) {
    case "open": {
      const left = date ? daysBetween(today, date) : 0;
      const words = left > 0 ? t("card.chip.open", { count: left }) : t("card.chip.openToday");
      return <StatusChip tone="ok">{words}</StatusChip>;
    }
    case "held":
      return (
        <StatusChip tone="warn" icon={<IconLock size={14} aria-hidden="true" />}>
          {t("card.chip.until", { date: day })}
        </StatusChip>
      );
    case "on_its_way": {
      const billed = stopOf(payout, "billed")?.from;
      return billed ? (
        <StatusChip tone="primary">{t("card.chip.billed", { date: dayShort(billed) })}</StatusChip>
      ) : null;
    }
    case "paid":
      return (
        <StatusChip tone="ok" icon={<IconCheck size={14} aria-hidden="true" />}>
          {t("card.chip.paid")}
        </StatusChip>
      );
    case "returned":
      return <StatusChip tone={tone}>{t("card.chip.returned", { date: day })}</StatusChip>;
    case "refused":
      return <StatusChip tone={tone}>{t("card.chip.refused")}</StatusChip>;
    case "blocked":
      return payout.blocked_by === "locked" ? (
        <StatusChip tone="bad" icon={<IconLock size={14} aria-hidden="true" />}>
          {t("card.chip.locked")}
        </StatusChip>
      ) : (
        <StatusChip tone={tone}>{t("card.chip.blocked")}</StatusChip>
      );
    case "below_zero":
      return <StatusChip tone={tone}>{t("card.chip.correction")}</StatusChip>;
    case "details_missing":
      return <StatusChip tone={tone}>{t("card.chip.where")}</StatusChip>;
    default:
      return kind && <Standing estimated={kind === "estimated"} />;
  }
}

function Sentence({ payout, today }: Props) {
  const { t } = useTranslation("payout");
  const values = useValues(payout);
  const key = sentenceOf(payout, today);
  if (!key) return <Blocked payout={payout} />;
  return (
    <p className={classes.text}>
      <Marked text={t(`card.text.${key}`, values)} parts={{ b: <b className="num" /> }} />
    </p>
  );
}

const REASONS: Readonly<Record<string, Reason>> = {
  channel: "channel_not_approved",
  locked: "payouts_locked",
  consent: "consent",
  country: "country",
  bank_minimum: "bank_minimum",
  method_minimum: "method_minimum",
  fee: "fee",
};

/** What a request would be refused with; where a method's own minimum alone is not reached, the way around it. */
function Blocked({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { t: d } = useTranslation("dashboards");
  const { data: summary } = useGetEarningsSummaryQuery();
  const { data: site } = useSiteSettings();
  const reason = REASONS[payout.blocked_by ?? payout.below ?? ""] ?? "other";
  if (!summary || !site) return null;
  const isOfMethod = reason === "bank_minimum" || reason === "method_minimum";
  const other = site.withdrawal.methods.find(({ minimum }) => minimum === null);
  return (
    <p className={classes.text}>
      <ReasonText summary={summary} site={site} reason={reason} />
      {isOfMethod && other && ` ${t("without", { method: d(`method.${other.method}`) })}`}
    </p>
  );
}

function ReasonText({ reason, summary, site }: Known & { reason: Reason }) {
  return useReasonText({ summary, site })(reason);
}

/** What is confirmed and what is estimated, against the minimum. */
function Measure({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { money } = useFormat();
  const { currency, minimum, amount, estimated } = payout;
  const of = Math.max(Number(minimum) * 1.12, Number(payout.together));
  const part = (value: string | null) => `${Math.min(100, (Number(value) / of) * 100)}%`;
  return (
    <div>
      <div
        className={classes.measure}
        aria-hidden="true"
        style={{
          "--confirmed": part(amount),
          "--estimated": part(estimated),
          "--goal": part(minimum),
        }}
      >
        <i />
        <i />
        <i />
      </div>
      <p className={classes.ends}>
        <span>
          <Marked
            text={t("card.measure.confirmed", { amount: money(amount, currency) })}
            parts={{ b: <b className="num" /> }}
          />
        </span>
        <span>
          <Marked
            text={t("card.measure.goal", { minimum: money(minimum, currency) })}
            parts={{ b: <b className="num" /> }}
          />
        </span>
      </p>
    </div>
  );
}

function Leaves({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { currency, estimated, together, is_enough_together } = payout;
  if (!estimated) return null;
  return (
    <dl className={classes.lines}>
      <div>
        <SoFar payout={payout} as="dt" />
        <dd>
          <Money amount={estimated} currency={currency} /> <Standing estimated />
        </dd>
      </div>
      {is_enough_together && (
        <div>
          <dt>{t("card.leaves")}</dt>
          <dd>
            <b>
              <Money amount={together} currency={currency} />
            </b>{" "}
            <Standing estimated />
          </dd>
        </div>
      )}
    </dl>
  );
}

function SoFar({ payout, as: Tag }: { payout: PayoutStateView; as: "dt" | "span" }) {
  const { t } = useTranslation("payout");
  const { monthName } = useFormat();
  const [newest, older] = payout.open_months;
  if (!newest || older) return <Tag>{t("card.label.open")}</Tag>;
  return <Tag>{t("card.label.soFar", { month: monthName(newest.month) })}</Tag>;
}

function ActOf({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { money } = useFormat();
  const { online } = useConnection();
  switch (payout.act) {
    case "request":
      if (!online) {
        return (
          <Button fullWidth disabled>
            {t("card.act.offline", { amount: money(payout.amount, payout.currency) })}
          </Button>
        );
      }
      return (
        <Way to={addresses.withdrawalRequest} main>
          {t("card.act.request", { amount: money(payout.amount, payout.currency) })}
        </Way>
      );
    case "enter_details":
      return (
        <Way to={addresses.paymentInfoRegister} main>
          {t("card.act.enter")}
        </Way>
      );
    case "correct_details":
      return (
        <Way to={addresses.paymentInfoUpdate} main>
          {t("card.act.correct")}
        </Way>
      );
    case "see_correction":
      return <Way to={addresses.statement}>{t("card.act.correction")}</Way>;
    case "see_channels":
      return (
        <Way to={addresses.channels} main>
          {t("card.act.channels")}
        </Way>
      );
    case "sign_consent":
      return (
        <Way to={paths.consent()} main>
          {t("card.act.consent")}
        </Way>
      );
    case "choose_password":
      return (
        <Way to={addresses.account} main>
          {t("card.act.password")}
        </Way>
      );
    case "see_factor":
      return (
        <Way to={addresses.account} main>
          {t("card.act.factor")}
        </Way>
      );
    case "remind":
      return <Remind payout={payout} />;
    default:
      return null;
  }
}

function Way({ to, main = false, children }: { to: string; main?: boolean; children: ReactNode }) {
  return (
    <Button component={Link} to={to} variant={main ? "filled" : "default"} fullWidth>
      {children}
    </Button>
  );
}

function Remind({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { dayLong } = useFormat();
  const [remind, { isLoading }] = useRemindOfPayoutMutation();
  const on = stopOf(payout, "ask")?.from;
  if (!on) return null;
  const date = dayLong(on);
  if (payout.remind_on) {
    return (
      <p className={classes.told} role="status">
        <IconCheck size={18} aria-hidden="true" />
        {t("card.act.reminded", { date: dayLong(payout.remind_on) })}
      </p>
    );
  }
  return (
    <Button
      variant="default"
      fullWidth
      loading={isLoading}
      leftSection={<IconBell size={18} aria-hidden="true" />}
      onClick={() => void remind({ on })}
    >
      {t("card.act.remind", { date })}
    </Button>
  );
}

function ShareNews({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { date, amount, currency } = payout;
  if (!date || !amount) return null;
  return (
    <ShareButton paid={{ date, amount, currency }} of="news">
      {t("share.openLong")}
    </ShareButton>
  );
}

/** News that was answered can be put away. */
function PutAway({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const [dismiss, { isLoading }] = useDismissPayoutStateMutation();
  const { state, withdrawal, recovered } = payout;
  const isNews = state === "paid" || state === "refused" || (state === "returned" && recovered);
  if (!isNews || !withdrawal) return null;
  return (
    <CloseButton
      aria-label={t("card.act.putAway")}
      disabled={isLoading}
      onClick={() => void dismiss({ withdrawal })}
    />
  );
}

/** The request itself, and what is being earned meanwhile. */
function Foot({ payout }: { payout: PayoutStateView }) {
  const { t } = useTranslation("payout");
  const { billed } = useFormat();
  const { asked, fee, currency, estimated, state, invoice_id } = payout;
  const isHeld = state === "held";
  if (!isAsked(payout) && !isHeld) return null;
  const isEarning = state === "paid" || state === "on_its_way";
  return (
    <div className={classes.foot}>
      {asked && fee && (
        <p>
          <span className="num">
            {t("card.asked", { asked: billed(asked, currency), fee: billed(fee, currency) })}
          </span>
          {invoice_id && <Link to={addresses.withdrawals}>{t("card.act.see")}</Link>}
        </p>
      )}
      {isHeld && (
        <p>
          <Link to={addresses.paymentInfo}>{t("card.act.notMe")}</Link>
        </p>
      )}
      {isEarning && estimated && (
        <p>
          <SoFar payout={payout} as="span" />
          <span>
            <Money amount={estimated} /> <Standing estimated />
          </span>
        </p>
      )}
    </div>
  );
}

/** The mark's beats for money that has arrived; they move once for each withdrawal. */
function Beats({ withdrawal }: { withdrawal: string }) {
  const [isFirst] = useState(() => readStored("celebrated") !== withdrawal);
  useEffect(() => store("celebrated", withdrawal), [withdrawal]);
  return (
    <svg
      className={classes.beats}
      data-moving={isFirst || undefined}
      viewBox="0 0 326 44"
      aria-hidden="true"
    >
      {BEATS.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the beats never change.
          key={index}
          x={3 + index * 15.52}
          y={44 - height}
          width="9.5"
          height={height}
          rx="4.5"
          opacity={0.25 + index * 0.035}
        />
      ))}
    </svg>
  );
}
