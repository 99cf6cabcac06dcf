/** What an amount is made of, by short or by day: either sums to it (TRACE-6). */
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { DayShareView, PartsView, VideoShareView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { Card } from "@/components/kit/Card";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import classes from "./earnings.module.css";

interface PartsProps {
  parts: PartsView;
  currency: string;
}

export function Parts({ parts, currency }: PartsProps) {
  const { t } = useTranslation("ledger");
  const [by, setBy] = useState<"short" | "day">("short");
  return (
    <Card
      title={t(by === "short" ? "detail.videos" : "detail.days")}
      aside={
        <SegmentedControl
          size="sm"
          aria-label={t("detail.by")}
          value={by}
          onChange={(value) => setBy(value === "day" ? "day" : "short")}
          data={[
            { value: "short", label: t("detail.byShort") },
            { value: "day", label: t("detail.byDay") },
          ]}
        />
      }
      flush
    >
      {by === "short" ? (
        <Videos videos={parts.videos} currency={currency} />
      ) : (
        <Days days={parts.days} currency={currency} />
      )}
      {!isZero(decimal(parts.rest)) && (
        <p className={classes.total}>
          <span>{t("detail.rest")}</span>
          <Money amount={parts.rest} currency={currency} />
        </p>
      )}
    </Card>
  );
}

function Days({ days, currency }: { days: readonly DayShareView[]; currency: string }) {
  const { t } = useTranslation("ledger");
  const { date } = useFormat();
  const columns: Column<DayShareView>[] = [
    {
      key: "day",
      label: t("detail.day"),
      cell: (day) => (day.date ? date(day.date) : t("detail.noDay")),
    },
    {
      key: "revenue",
      label: t("detail.revenue"),
      kind: "number",
      cell: ({ revenue }) => <Money amount={revenue} currency={currency} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t("detail.days")}
        columns={columns}
        rows={days}
        rowKey={(day) => day.date ?? ""}
        empty={null}
      />
      {days.some((day) => day.date === null) && (
        <p className={classes.note}>{t("detail.noDayText")}</p>
      )}
    </>
  );
}

function Videos({ videos, currency }: { videos: readonly VideoShareView[]; currency: string }) {
  const { t } = useTranslation("ledger");
  const columns: Column<VideoShareView>[] = [
    {
      key: "video",
      label: t("detail.video"),
      cell: ({ title, video_id, platform }) =>
        video_id ? (
          <span className={classes.video}>
            {title}{" "}
            <small>
              <PlatformMark platform={platform} /> · {video_id}
            </small>
          </span>
        ) : (
          t("detail.noVideo")
        ),
    },
    {
      key: "revenue",
      label: t("detail.revenue"),
      kind: "number",
      cell: ({ revenue }) => <Money amount={revenue} currency={currency} />,
    },
  ];
  return (
    <DataTable
      caption={t("detail.videos")}
      columns={columns}
      rows={videos}
      rowKey={({ video_id }) => video_id}
      empty={null}
    />
  );
}
