/** What another rate would have made of the last closed month, before it is set (NET-19). */
import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  type MemberView,
  type RatePreviewView,
  type SidesView,
  usePreviewMemberRateQuery,
} from "@/api/generated";
import { asApiError } from "@/components/kit/error-text";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { compare, type Decimal, decimal, isZero, magnitude, plus, written } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import classes from "./preview.module.css";

/** Milliseconds for which somebody goes on typing a number. */
const TYPING = 300;

interface Props {
  member: MemberView;
  /** A fraction; null where what is typed is no rate. */
  rate: string | null;
}

export function RatePreview({ member, rate }: Props) {
  const [asked] = useDebouncedValue(rate ?? member.next_fee_rate ?? member.fee_rate, TYPING);
  const { data, error, isFetching, refetch } = usePreviewMemberRateQuery({
    target: member.id,
    feeRate: asked,
  });
  if (error && !isFetching) return <ErrorState error={asApiError(error)} onRetry={refetch} />;
  return (
    <section className={classes.panel} aria-busy={isFetching} aria-live="polite">
      {data ? <Told member={member} preview={data} /> : <Skeleton height={164} />}
    </section>
  );
}

function Told({ member, preview }: { member: MemberView; preview: RatePreviewView }) {
  const { t } = useTranslation("members");
  const { rate, monthName } = useFormat();
  if (preview.month === null) return <p>{t("rate.what.never")}</p>;
  const has = [preview.before, preview.after].some(({ below }) => !isZero(decimal(below)));
  const name = has ? t("rate.what.below", { name: member.name }) : member.name;
  const wanted = rate(preview.next_fee_rate);
  const { currency } = preview;
  return (
    <>
      <h3>{t("rate.what.title", { rate: wanted })}</h3>
      <p>{t("rate.what.month", { month: monthName(`${preview.month}-01`) })}</p>
      <Sides label={t("rate.what.before")} sides={preview.before} {...{ name, currency }} />
      <Sides
        label={t("rate.what.after", { rate: wanted })}
        sides={preview.after}
        {...{ name, currency }}
      />
      <p className={classes.sum}>
        <Change preview={preview} name={name} />
      </p>
    </>
  );
}

/** What was the member's, with what went on to those below it. */
const theirs = (sides: SidesView): Decimal => plus(decimal(sides.member), decimal(sides.below));

interface SidesProps {
  label: string;
  sides: SidesView;
  name: string;
  currency: string;
}

/** One way of sharing: two amounts, and a bar parted like them. */
function Sides({ label, sides, name, currency }: SidesProps) {
  const { t } = useTranslation("members");
  const { money } = useFormat();
  const [own, left] = [decimal(sides.own), theirs(sides)];
  return (
    <div className={classes.sides}>
      <span>{label}</span>
      <b className="num">{t("rate.what.them", { name, amount: money(written(left), currency) })}</b>
      <b className="num" data-mine>
        {t("rate.what.you", { amount: money(sides.own, currency) })}
      </b>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ flexGrow: sizeOf(left) }} />
        <i style={{ flexGrow: sizeOf(own) }} data-mine />
      </span>
    </div>
  );
}

/** For drawing alone. */
const sizeOf = (value: Decimal): number => Number(written(magnitude(value)));

function Change({ preview, name }: { preview: RatePreviewView; name: string }) {
  const { t } = useTranslation("members");
  const { money } = useFormat();
  const [before, after] = [decimal(preview.before.own), decimal(preview.after.own)];
  const change = compare(after, before);
  if (change === 0) return t("rate.what.same");
  const size = magnitude(plus(after, { ...before, digits: -before.digits }));
  const amount = money(written(size), preview.currency);
  return t(change > 0 ? "rate.what.more" : "rate.what.less", { amount, name });
}
