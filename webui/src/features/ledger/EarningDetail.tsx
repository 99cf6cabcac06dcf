/** One type in one month or on one day: its ledger rows, each with its trail, and its videos. */

import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import {
  type DashboardView,
  type DetailView,
  type EntryType,
  useDashboardQuery,
  useGetEarningsDetailQuery,
  type VideoShareView,
} from "@/api/generated";
import { addresses } from "@/app/paths";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { Card } from "@/components/kit/Card";
import { type Column, DataTable } from "@/components/kit/DataTable";
import { asApiError } from "@/components/kit/error-text";
import { IconScale } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { decimal, isZero } from "@/format/decimal";
import { useTranslation } from "@/i18n/react";
import { EntryRow } from "./EntryRow";
import { EstimateNote } from "./EstimateNote";
import classes from "./earnings.module.css";

const NOTHING_THERE = "not_found";
/** What the list of withdrawals leads to. */
const WITHDRAWN: readonly EntryType[] = ["withdrawal", "recovery"];

export function EarningDetail({ type, date }: { type: EntryType; date: string }) {
  const { t } = useTranslation("ledger");
  const format = useFormat();
  const { data, error, refetch } = useGetEarningsDetailQuery({ type, date });
  const failure = asApiError(error);
  const nothing = failure?.kind === "refused" && failure.reason === NOTHING_THERE;
  return (
    <Page
      title={t(`type.${type}`)}
      lead={format.date(date)}
      back={WITHDRAWN.includes(type) ? addresses.withdrawals : addresses.earnings}
    >
      {!data && !error && (
        <Card flush>
          <RowSkeletons count={4} />
        </Card>
      )}
      {!data && failure && (
        <Card>
          {nothing ? (
            <EmptyState icon={<IconScale size={26} />} title={t("detail.emptyTitle")}>
              {t("detail.emptyText")}
            </EmptyState>
          ) : (
            <ErrorState error={failure} onRetry={refetch} />
          )}
        </Card>
      )}
      {data && <Found detail={data} />}
    </Page>
  );
}

function Found({ detail }: { detail: DetailView }) {
  const { t } = useTranslation("ledger");
  const { currency, rows, videos, total } = detail;
  return (
    <>
      {videos.length > 0 && <Summed detail={detail} />}
      <Card title={t("detail.rows")} flush>
        <ul className={classes.entries}>
          {rows.map((row) => (
            <EntryRow key={row.id} row={row} currency={currency} />
          ))}
        </ul>
        <p className={classes.total}>
          <span>{t("total")}</span>
          <Money amount={total} currency={currency} mine={!total.startsWith("-")} />
        </p>
        {detail.note && <EstimateNote note={detail.note} currency={currency} />}
      </Card>
    </>
  );
}

/** Before the rows: what each short brought, or each day. */
function Summed({ detail }: { detail: DetailView }) {
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
        <Videos videos={detail.videos} currency={detail.currency} />
      ) : (
        <Days month={detail.date} />
      )}
    </Card>
  );
}

/** The last day of a month, yyyy-MM. */
function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** What the days of a closed month were confirmed at; each is part of the month's revenue of every sort. */
function Days({ month }: { month: string }) {
  const { t } = useTranslation("ledger");
  const { date, count } = useFormat();
  const { data, error, refetch } = useDashboardQuery({
    start: `${month}-01`,
    end: lastDay(month),
  });
  if (error) return <ErrorState error={asApiError(error)} onRetry={refetch} />;
  if (!data) return <RowSkeletons count={4} />;
  const columns: Column<DashboardView["daily"][number]>[] = [
    { key: "day", label: t("detail.day"), cell: (day) => date(day.date) },
    {
      key: "views",
      label: t("detail.views"),
      kind: "number",
      cell: (day) => count(day.engaged_views),
    },
    {
      key: "revenue",
      label: t("detail.revenue"),
      kind: "number",
      cell: (day) => <Money amount={day.revenue} currency={data.currency} />,
    },
  ];
  return (
    <DataTable
      caption={t("detail.days")}
      columns={columns}
      rows={data.daily.filter(({ revenue }) => !isZero(decimal(revenue)))}
      rowKey={(day) => day.date}
      empty={null}
    />
  );
}

function Videos({ videos, currency }: { videos: readonly VideoShareView[]; currency: string }) {
  const { t } = useTranslation("ledger");
  const columns: Column<VideoShareView>[] = [
    {
      key: "video",
      label: t("detail.video"),
      cell: ({ title, video_id, platform }) => (
        <span className={classes.video}>
          {title}{" "}
          <small>
            <PlatformMark platform={platform} /> · {video_id}
          </small>
        </span>
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
