/** How earnings and views go from day to day: two charts, or the same as a table. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { late } from "@/components/kit/late";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./trend.module.css";

const DailyCharts = late(async () => (await import("./DailyCharts")).DailyCharts);

/** A day's figures as the server sends them. */
export interface Day {
  date: string;
  revenue: string;
  engaged_views: number;
}

export interface TrendLabels {
  /** What the charts show, in a sentence for those who do not see them. */
  summary: string;
  money: string;
  views: string;
}

interface Props {
  days: readonly Day[];
  currency: string;
  labels: TrendLabels;
}

export function TrendCharts({ days, currency, labels }: Props) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <div className={classes.trend}>
      <Button
        className={classes.toggle}
        variant="subtle"
        size="compact-sm"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        {t("asTable")}
      </Button>
      {asTable ? (
        <DayTable days={days} currency={currency} labels={labels} />
      ) : (
        <div role="img" aria-label={labels.summary} className={classes.charts}>
          <DailyCharts days={days} currency={currency} labels={labels} />
        </div>
      )}
    </div>
  );
}

function DayTable({ days, currency, labels }: Props) {
  const { t } = useTranslation();
  const { date, count, money } = useFormat();
  const columns: Column<Day>[] = [
    { key: "date", label: t("day"), cell: (day) => date(day.date) },
    {
      key: "revenue",
      label: labels.money,
      kind: "number",
      cell: (day) => money(day.revenue, currency),
    },
    {
      key: "views",
      label: labels.views,
      kind: "number",
      cell: (day) => count(day.engaged_views),
    },
  ];
  return (
    <div className={classes.table}>
      <DataTable
        caption={labels.summary}
        columns={columns}
        rows={days.toReversed()}
        rowKey={(day) => day.date}
        empty={null}
      />
    </div>
  );
}
