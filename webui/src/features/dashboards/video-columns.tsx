/** A short as a row and as a card. */
import { UnstyledButton } from "@mantine/core";
import type { MetricsView, VideoView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import { Sparkline } from "@/components/domain/Sparkline";
import { VideoThumb } from "@/components/domain/VideoThumb";
import type { Column } from "@/components/kit/DataTable";
import { useFlag } from "@/components/kit/flags";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./reports.module.css";

/** Opens the sheet of a short; its area is the whole row. */
function VideoName({ video }: { video: VideoView }) {
  const { open } = useFlag("videoDetail");
  return (
    <span className={classes.video}>
      <VideoThumb id={video.id} platform={video.platform} src={video.thumbnail} />
      <span className={classes.names}>
        <UnstyledButton data-row-act className={classes.name} onClick={() => open(video.id)}>
          {video.title}
        </UnstyledButton>
        <span className={classes.quiet}>
          {video.channel.name} · <PlatformMark platform={video.platform} />
        </span>
      </span>
    </span>
  );
}

/** Rows of shorts; `sums` are the totals of all of them, where they are known. */
export function useVideoColumns(
  currency: string,
  sums: MetricsView | null,
  estimated: boolean,
): Column<VideoView>[] {
  const { t } = useTranslation("figures");
  const { count, percent, money } = useFormat();
  const columns: Column<VideoView>[] = [
    {
      key: "title",
      label: t("columns.short"),
      sort: "title",
      cell: (video) => <VideoName video={video} />,
    },
    {
      key: "date",
      label: t("columns.published"),
      sort: "date",
      cell: (video) => <Published day={video.published_on} />,
    },
    {
      key: "trend",
      label: t("columns.trend", { count: 28 }),
      kind: "number",
      cell: (video) => <Sparkline values={video.trend} />,
    },
    {
      key: "views",
      label: t("columns.views"),
      kind: "number",
      sort: "views",
      cell: (video) => count(video.views),
      total: sums && count(sums.views),
    },
    {
      key: "engaged_views",
      label: t("columns.engaged"),
      kind: "number",
      sort: "engaged_views",
      cell: (video) => count(video.engaged_views),
      total: sums && count(sums.engaged_views),
    },
    {
      key: "premium_views",
      label: t("columns.premiumViews"),
      kind: "number",
      sort: "premium_views",
      cell: (video) => count(video.premium_views),
      total: sums && count(sums.premium_views),
    },
    {
      key: "premium_ratio",
      label: t("columns.premium"),
      kind: "number",
      sort: "premium_ratio",
      cell: (video) => percent(video.premium_ratio),
      total: sums && percent(sums.premium_ratio),
    },
    {
      key: "rpm",
      label: t("columns.rpm"),
      kind: "number",
      sort: "rpm",
      cell: (video) => money(video.rpm, currency),
      total: sums && money(sums.rpm, currency),
    },
    {
      key: "revenue",
      label: t("columns.revenue"),
      kind: "number",
      sort: "revenue",
      cell: (video) => (
        <Money amount={video.revenue} currency={currency} mine estimated={estimated} />
      ),
      total: sums && <Money amount={sums.revenue} currency={currency} mine estimated={estimated} />,
    },
  ];
  return columns.map(({ total, ...column }) => (total ? { ...column, total } : column));
}

function Published({ day }: { day: string }) {
  const { date } = useFormat();
  return <span className="num">{date(day)}</span>;
}

interface CardProps {
  video: VideoView;
  currency: string;
  estimated: boolean;
  /** Where the list is sorted by date, each card says its own. */
  dated: boolean;
}

export function VideoCard({ video, currency, estimated, dated }: CardProps) {
  const { t } = useTranslation("figures");
  const { compact, date, money } = useFormat();
  const { open } = useFlag("videoDetail");
  return (
    <UnstyledButton className={classes.card} onClick={() => open(video.id)}>
      <VideoThumb id={video.id} platform={video.platform} src={video.thumbnail} />
      <span className={classes.names}>
        <b>{video.title}</b>
        <span className={`num ${classes.quiet}`}>
          <PlatformMark platform={video.platform} brief />{" "}
          {t("card", {
            views: compact(video.views),
            count: video.views,
            rpm: money(video.rpm, currency),
          })}
          {dated && ` · ${date(video.published_on)}`}
        </span>
      </span>
      <span className={classes.ends}>
        <Money amount={video.revenue} currency={currency} mine estimated={estimated} />
        <Sparkline values={video.trend} />
      </span>
    </UnstyledButton>
  );
}
