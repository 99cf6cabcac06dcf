/** The days of a chart as a table that fits a phone: it grows the page instead of scrolling in itself. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { IconPlayerPlay } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { decimal, plus, written } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import { Money } from "./Money";
import type { Bar } from "./spans";
import type { TrendLabels } from "./TrendCharts";
import classes from "./trend.module.css";

const SHOWN = 7;

interface Props {
  bars: readonly Bar[];
  currency: string;
  labels: TrendLabels;
}

export function DayTable({ bars, currency, labels }: Props) {
  const { t } = useTranslation("figures");
  const { compact, date, daySpan } = useFormat();
  const [whole, showAll] = useState(false);
  const newest = bars.toReversed();
  const rows = whole ? newest : newest.slice(0, SHOWN);
  const more = newest.length - rows.length;
  return (
    <>
      <table className={classes.table}>
        <caption className="unseen">{labels.summary}</caption>
        <thead>
          <tr>
            <th scope="col">{t("chart.day")}</th>
            <th scope="col">{t("sums.engagedShort")}</th>
            <th scope="col">{t("chart.premium")}</th>
            <th scope="col">{t("chart.earned")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((bar) => (
            <tr key={bar.from}>
              <th scope="row" className="num">
                {bar.days > 1 ? daySpan(bar.from, bar.to) : date(bar.from)}{" "}
                {bar.published > 0 && (
                  <IconPlayerPlay size={12} aria-label={t("chart.isPublished")} />
                )}
              </th>
              <td className="num">{compact(bar.engaged_views)}</td>
              <td className="num">{compact(bar.premium_views)}</td>
              <td>
                <Money amount={bar.revenue} currency={currency} mine estimated={bar.estimated} />
              </td>
            </tr>
          ))}
        </tbody>
        <Total bars={bars} currency={currency} />
      </table>
      {more > 0 && (
        <Button variant="subtle" fullWidth onClick={() => showAll(true)}>
          {t("chart.more", { count: more })}
        </Button>
      )}
    </>
  );
}

function Total({ bars, currency }: Omit<Props, "labels">) {
  const { t: c } = useTranslation();
  const { compact } = useFormat();
  const sum = (of: (bar: Bar) => number) => compact(bars.reduce((all, bar) => all + of(bar), 0));
  const revenue = written(bars.reduce((all, bar) => plus(all, decimal(bar.revenue)), decimal("0")));
  return (
    <tfoot>
      <tr>
        <th scope="row">{c("total")}</th>
        <td className="num">{sum((bar) => bar.engaged_views)}</td>
        <td className="num">{sum((bar) => bar.premium_views)}</td>
        <td>
          <Money
            amount={revenue}
            currency={currency}
            mine
            estimated={bars.some(({ estimated }) => estimated)}
          />
        </td>
      </tr>
    </tfoot>
  );
}
