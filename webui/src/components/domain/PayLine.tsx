/**
 * The pay line: closed, asked, billed, paid. Wherever money is spoken of, the same stops show when it
 * comes and where in the month the reader stands.
 */
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./PayLine.module.css";

export type Place = "past" | "now" | "ahead";

/** A stop, as the server tells it (WITHDRAW-23); days are yyyy-MM-dd, none where nobody knows it yet. */
export interface Stop {
  name:
    | "live"
    | "figures"
    | "closed"
    | "ask"
    | "asked"
    | "returned"
    | "refused"
    | "sent_again"
    | "billed"
    | "paid";
  from: string | null;
  to: string | null;
  /** The earning month that it speaks of, yyyy-MM. */
  month: string | null;
  place: Place;
}

export function PayLine({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation();
  return (
    <ol
      className={classes.line}
      aria-label={t("payline.name")}
      style={{ "--stops": stops.length - 1 }}
    >
      {stops.map((stop) => (
        <StopItem key={stop.name} stop={stop} />
      ))}
    </ol>
  );
}

function StopItem({ stop }: { stop: Stop }) {
  const label = useLabel(stop);
  const days = useDays(stop);
  return (
    <li
      data-place={stop.place}
      data-stop={stop.name}
      aria-current={stop.place === "now" ? "step" : undefined}
    >
      <b>{label}</b>
      <span className="num">{days}</span>
    </li>
  );
}

function useLabel({ name, month, place }: Stop): string {
  const { t } = useTranslation();
  const { monthShort } = useFormat();
  const of = { month: month ? monthShort(month) : "" };
  switch (name) {
    case "closed":
      return t(place === "past" ? "payline.closed" : "payline.closes", of);
    case "paid":
      return t(place === "past" ? "payline.paidOn" : "payline.paid");
    case "sent_again":
      return t("payline.sentAgain");
    default:
      return t(`payline.${name}`);
  }
}

function useDays({ name, from, to }: Stop): string {
  const { t } = useTranslation();
  const { dayShort, daySpan } = useFormat();
  if (!from) return t(name === "sent_again" ? "payline.later" : "payline.then");
  return to ? daySpan(from, to) : dayShort(from);
}
