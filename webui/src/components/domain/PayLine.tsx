/**
 * The pay line: closed, ask, billed, paid. Wherever money is spoken of, the same four dates show
 * when it comes and where in the month the reader stands.
 */

import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./PayLine.module.css";

/** The dates of one month's money, as the server works them out (WITHDRAW-1, WITHDRAW-2). */
export interface PayDates {
  /** The month that is paid, yyyy-MM. */
  month: string;
  close_on: string;
  request_from: string;
  request_to: string;
  bill_on: string;
  due_on: string;
}

interface Stop {
  name: string;
  label: string;
  days: string;
  from: string;
}

type Place = "past" | "now" | "ahead";

/** The last stop whose day has come is where the reader stands; the first, before all of them. */
export function placeOf(starts: readonly string[], today: string): number {
  return Math.max(
    0,
    starts.findLastIndex((day) => day <= today),
  );
}

function placed(index: number, now: number, started: boolean): Place {
  if (!started) return "ahead";
  if (index === now) return "now";
  return index < now ? "past" : "ahead";
}

export function PayLine({ dates, today }: { dates: PayDates; today: string }) {
  const { t } = useTranslation();
  const { dayShort, daySpan, monthShort } = useFormat();
  const stops: Stop[] = [
    {
      name: "closed",
      label: t("payline.closed", { month: monthShort(dates.month) }),
      days: dayShort(dates.close_on),
      from: dates.close_on,
    },
    {
      name: "ask",
      label: t("payline.ask"),
      days: daySpan(dates.request_from, dates.request_to),
      from: dates.request_from,
    },
    {
      name: "billed",
      label: t("payline.billed"),
      days: dayShort(dates.bill_on),
      from: dates.bill_on,
    },
    { name: "paid", label: t("payline.paid"), days: dayShort(dates.due_on), from: dates.due_on },
  ];
  const starts = stops.map(({ from }) => from);
  const now = placeOf(starts, today);
  const started = dates.close_on <= today || dates.month <= today.slice(0, 7);
  return (
    <ol className={classes.line} aria-label={t("payline.name")}>
      {stops.map((stop, index) => {
        const place = placed(index, now, started);
        return (
          <li
            key={stop.name}
            data-place={place}
            aria-current={place === "now" ? "step" : undefined}
          >
            <b>{stop.label}</b>
            <span className="num">{stop.days}</span>
          </li>
        );
      })}
    </ol>
  );
}
