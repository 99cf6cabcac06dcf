/** The shorts of a period: searched, sorted, page by page. */
import { skipToken } from "@reduxjs/toolkit/query";
import type { ReactNode } from "react";
import { useCancelled } from "@/api/cancel";
import { type MetricsView, useListVideosQuery } from "@/api/generated";
import type { Range } from "@/components/domain/periods";
import { Card } from "@/components/kit/Card";
import { DataTable, useSort } from "@/components/kit/DataTable";
import { asApiError } from "@/components/kit/error-text";
import { IconChartBar, IconSearch } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { Pager, usePage } from "@/components/kit/Pager";
import { useSearch } from "@/components/kit/params";
import { useScreenClass } from "@/components/kit/screen";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { useMemberFilter } from "./narrowing";
import classes from "./reports.module.css";
import { SearchField, SortChoice, useColumns } from "./tools";
import { useVideoColumns, VideoCard } from "./video-columns";

const ColumnChooser = late(async () => (await import("./ColumnChooser")).ColumnChooser);

interface Props {
  range: Range | null;
  title: ReactNode;
  size: number;
  initialSort: string;
  /** Columns that are not shown until they are asked for. */
  hidden: string;
  /** Narrows to one channel. */
  channel?: string | undefined;
  /** Sums of the whole period; not shown while a search shows a part of it. */
  sums?: MetricsView | null;
  /** Between the title and the tools. */
  aside?: (total: number | undefined) => ReactNode;
}

export function VideoList(props: Props) {
  const { range, title, size, initialSort, hidden: hiddenAtFirst, channel, aside } = props;
  const { t } = useTranslation("figures");
  const phone = useScreenClass() === "mobile";
  const [page, turn] = usePage();
  const [sort, choose] = useSort(initialSort);
  const search = useSearch();
  const member = useMemberFilter();
  const asked = range && {
    ...range,
    ...member,
    page,
    size,
    sort,
    ...(channel ? { channel } : {}),
    ...(search.sought ? { search: search.sought } : {}),
  };
  const { data, error, isFetching, refetch } = useListVideosQuery(asked ?? skipToken);
  useCancelled("listVideos", asked);
  const currency = data?.currency ?? "USD";
  const estimated = data?.estimated ?? false;
  const sums = search.sought ? null : (props.sums ?? null);
  const columns = useVideoColumns(currency, sums, estimated);
  const { shown, hidden, toggle } = useColumns(columns, hiddenAtFirst);
  const failed = error && !isFetching;
  return (
    <Card flush>
      <div className={classes.head}>
        <div className={classes.titles}>
          <h2>{title}</h2>
          {aside?.(data?.total)}
        </div>
        <div className={classes.tools}>
          <SearchField search={search} label={t("search.short")} />
          {phone ? (
            <SortChoice columns={columns} sort={sort} onSort={choose} />
          ) : (
            <ColumnChooser columns={columns} hidden={hidden} onToggle={toggle} />
          )}
        </div>
      </div>
      {failed && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!data && !failed && <RowSkeletons count={5} media />}
      {data && !failed && (
        <div className={classes.rows} aria-busy={isFetching}>
          <DataTable
            caption={t("caption.videos")}
            columns={shown}
            rows={data.items}
            rowKey={({ id }) => id}
            sort={sort}
            onSort={choose}
            card={(video) => (
              <VideoCard
                video={video}
                currency={currency}
                estimated={estimated}
                dated={sort.startsWith("date_")}
              />
            )}
            empty={<Nothing sought={search.sought} />}
          />
          <Pager page={data.page} size={data.size} total={data.total} onPage={turn} />
        </div>
      )}
    </Card>
  );
}

function Nothing({ sought }: { sought: string }) {
  const { t } = useTranslation("figures");
  return sought ? (
    <EmptyState icon={<IconSearch size={26} />} title={t("empty.notFound", { text: sought })}>
      {t("empty.notFoundText")}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconChartBar size={26} />} title={t("empty.title")}>
      {t("empty.text")}
    </EmptyState>
  );
}
