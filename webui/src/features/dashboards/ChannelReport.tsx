/** What every channel of a period brought; each leads to its shorts. */
import { skipToken } from "@reduxjs/toolkit/query";
import type { CSSProperties, ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { useCancelled } from "@/api/cancel";
import { type ChannelLineView, type MetricsView, useChannelDashboardQuery } from "@/api/generated";
import { addresses } from "@/app/paths";
import { ChannelFace } from "@/components/domain/ChannelFace";
import { useDataDate } from "@/components/domain/data-date";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import type { Range } from "@/components/domain/periods";
import { Sparkline } from "@/components/domain/Sparkline";
import { Card } from "@/components/kit/Card";
import { type Column, DataTable, useSort } from "@/components/kit/DataTable";
import { asApiError } from "@/components/kit/error-text";
import { IconBrandYoutube, IconSearch } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { useSearch } from "@/components/kit/params";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton, RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { narrowed, useMemberFilter } from "./narrowing";
import classes from "./reports.module.css";
import { Sums } from "./Sums";
import { SearchField, SortChoice, useColumns } from "./tools";

const ColumnChooser = late(async () => (await import("./ColumnChooser")).ColumnChooser);

interface Props {
  range: Range | null;
  /** In place of the list's name. */
  title?: ReactNode;
  /** The period's figures above the list. */
  summed?: boolean;
}

export function ChannelReport({ range, title, summed = true }: Props) {
  const { t } = useTranslation("figures");
  const phone = useScreenClass() === "mobile";
  const [sort, choose] = useSort("revenue_desc");
  const search = useSearch();
  const member = useMemberFilter();
  const asked = range && { ...range, ...member, sort };
  const { data, error, isFetching, refetch } = useChannelDashboardQuery(asked ?? skipToken);
  useCancelled("channelDashboard", asked);
  useDataDate(data?.max_date);
  const currency = data?.currency ?? "USD";
  const estimated = data?.summary.estimated ?? false;
  const sums = search.sought ? null : (data?.summary ?? null);
  const columns = useChannelColumns(currency, sums, estimated, data?.items ?? []);
  const { shown, hidden, toggle } = useColumns(columns, "premium_views");
  const rows = (data?.items ?? []).filter(({ channel }) => holds(channel.name, search.sought));
  const failed = error && !isFetching;
  if (summed && !data && !failed) return <CardSkeleton lines={8} />;
  return (
    <>
      {summed && data && !failed && (
        <Sums sums={data.summary} currency={currency} busy={isFetching} />
      )}
      <Card flush>
        <div className={classes.head}>
          <div className={classes.titles}>{title ?? <h2>{t("caption.channels")}</h2>}</div>
          <div className={classes.tools}>
            <SearchField search={search} label={t("search.channel")} />
            {phone ? (
              <SortChoice columns={columns} sort={sort} onSort={choose} />
            ) : (
              <ColumnChooser columns={columns} hidden={hidden} onToggle={toggle} />
            )}
          </div>
        </div>
        {failed && <ErrorState error={asApiError(error)} onRetry={refetch} />}
        {!data && !failed && <RowSkeletons count={4} media />}
        {data && !failed && (
          <div className={classes.rows} aria-busy={isFetching}>
            <DataTable
              caption={t("caption.channels")}
              columns={shown}
              rows={rows}
              rowKey={({ channel }) => channel.id}
              sort={sort}
              onSort={choose}
              card={(line) => (
                <ChannelLineCard line={line} currency={currency} estimated={estimated} />
              )}
              empty={<Nothing sought={search.sought} />}
            />
          </div>
        )}
      </Card>
    </>
  );
}

/** Every channel comes in one answer, so the browser searches it. */
const holds = (name: string, sought: string): boolean =>
  name.toLocaleLowerCase().includes(sought.toLocaleLowerCase());

function Nothing({ sought }: { sought: string }) {
  const { t } = useTranslation("figures");
  return sought ? (
    <EmptyState icon={<IconSearch size={26} />} title={t("empty.noChannel", { text: sought })} />
  ) : (
    <EmptyState icon={<IconBrandYoutube size={26} />} title={t("empty.title")}>
      {t("empty.text")}
    </EmptyState>
  );
}

/** The shorts of one channel, in the same period. */
function useShortsOf(): (channel: string) => string {
  const [params] = useSearchParams();
  return (channel) => {
    const next = new URLSearchParams(params);
    next.set("channel", channel);
    return narrowed(addresses.videoReport, next);
  };
}

function ChannelName({ line }: { line: ChannelLineView }) {
  const { t } = useTranslation("figures");
  const shortsOf = useShortsOf();
  return (
    <span className={classes.video}>
      <ChannelFace channel={line.channel} picture={classes.face} initial={classes.face} />
      <span className={classes.names}>
        <Link data-row-act className={classes.name} to={shortsOf(line.channel.id)}>
          {line.channel.name}
        </Link>
        <span className={classes.quiet}>
          <PlatformMark platform={line.channel.platform} /> ·{" "}
          {t("shortsOf", { count: line.videos })}
        </span>
      </span>
    </span>
  );
}

/** A channel's part of all the money, beside the largest of them. */
function Share({ share, most }: { share: string | null; most: number }) {
  const { percent } = useFormat();
  if (share === null) return null;
  const part = most > 0 ? Math.max(Number(share), 0) / most : 0;
  return (
    <span className={classes.share}>
      <i aria-hidden="true" style={{ "--part": part } as CSSProperties} />
      {percent(share)}
    </span>
  );
}

interface LineProps {
  line: ChannelLineView;
  currency: string;
  estimated: boolean;
}

function ChannelLineCard({ line, currency, estimated }: LineProps) {
  const { t } = useTranslation("figures");
  const { compact, money } = useFormat();
  const shortsOf = useShortsOf();
  return (
    <Link className={classes.card} to={shortsOf(line.channel.id)}>
      <ChannelFace channel={line.channel} picture={classes.face} initial={classes.face} />
      <span className={classes.names}>
        <b>{line.channel.name}</b>
        <span className={`num ${classes.quiet}`}>
          <PlatformMark platform={line.channel.platform} brief />{" "}
          {t("card", {
            views: compact(line.views),
            count: line.views,
            rpm: money(line.rpm, currency),
          })}
        </span>
      </span>
      <span className={classes.ends}>
        <Money amount={line.revenue} currency={currency} mine estimated={estimated} />
        <Sparkline values={line.trend} />
      </span>
    </Link>
  );
}

function useChannelColumns(
  currency: string,
  sums: MetricsView | null,
  estimated: boolean,
  lines: readonly ChannelLineView[],
): Column<ChannelLineView>[] {
  const { t } = useTranslation("figures");
  const { count, percent, money } = useFormat();
  const number = { kind: "number" } as const;
  const most = Math.max(...lines.map(({ share }) => Number(share ?? 0)));
  const columns: Column<ChannelLineView>[] = [
    {
      key: "title",
      label: t("columns.channel"),
      sort: "title",
      cell: (line) => <ChannelName line={line} />,
    },
    {
      ...number,
      key: "trend",
      label: t("columns.trend", { count: 28 }),
      cell: (line) => <Sparkline values={line.trend} />,
    },
    {
      ...number,
      key: "views",
      label: t("columns.views"),
      sort: "views",
      cell: (line) => count(line.views),
      total: sums && count(sums.views),
    },
    {
      ...number,
      key: "engaged_views",
      label: t("columns.engaged"),
      sort: "engaged_views",
      cell: (line) => count(line.engaged_views),
      total: sums && count(sums.engaged_views),
    },
    {
      ...number,
      key: "premium_views",
      label: t("columns.premiumViews"),
      sort: "premium_views",
      cell: (line) => count(line.premium_views),
      total: sums && count(sums.premium_views),
    },
    {
      ...number,
      key: "premium_ratio",
      label: t("columns.premium"),
      sort: "premium_ratio",
      cell: (line) => percent(line.premium_ratio),
      total: sums && percent(sums.premium_ratio),
    },
    {
      ...number,
      key: "rpm",
      label: t("columns.rpm"),
      sort: "rpm",
      cell: (line) => money(line.rpm, currency),
      total: sums && money(sums.rpm, currency),
    },
    {
      ...number,
      key: "share",
      label: t("columns.share"),
      cell: ({ share }) => <Share share={share} most={most} />,
    },
    {
      ...number,
      key: "revenue",
      label: t("columns.revenue"),
      sort: "revenue",
      cell: (line) => (
        <Money amount={line.revenue} currency={currency} mine estimated={estimated} />
      ),
      total: sums && <Money amount={sums.revenue} currency={currency} mine estimated={estimated} />,
    },
  ];
  return columns.map(({ total, ...column }) => (total ? { ...column, total } : column));
}
