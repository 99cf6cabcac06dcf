/** Everything about one short in the period: figures, who watched it and how long, where the figures come from. */
import { Drawer } from "@mantine/core";
import { useCancelled } from "@/api/cancel";
import { useVideoDetailsQuery, type VideoDetailsView } from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { PlatformMark } from "@/components/domain/PlatformMark";
import type { Range } from "@/components/domain/periods";
import { LookAtShort, useHasLook } from "@/components/domain/second-look";
import { TrendCharts } from "@/components/domain/TrendCharts";
import { VideoThumb } from "@/components/domain/VideoThumb";
import { useFocusReturn } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { Figure, Figures } from "@/components/kit/Figure";
import { IconArrowUpRight } from "@/components/kit/icons";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Audience } from "./Audience";
import { Music } from "./Music";
import { Estimate, Tips } from "./notes";
import classes from "./videos.module.css";

interface Props {
  id: string;
  range: Range;
  onClose: () => void;
}

export function VideoSheet({ id, range, onClose }: Props) {
  const { t } = useTranslation("figures");
  const { t: c } = useTranslation();
  const asked = { id, ...range };
  useFocusReturn();
  const { currentData: video, error, isFetching, refetch } = useVideoDetailsQuery(asked);
  useCancelled("videoDetails", asked);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      padding={0}
      title={t("sheet.title")}
      attributes={{ header: { role: "presentation" } }}
      closeButtonProps={{ "aria-label": c("close") }}
      classNames={{ header: classes.header, content: classes.content }}
    >
      {error && !isFetching && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!video && !(error && !isFetching) && <RowSkeletons count={7} />}
      {video && <Sheet video={video} />}
    </Drawer>
  );
}

function Sheet({ video }: { video: VideoDetailsView }) {
  const { t } = useTranslation("figures");
  const { date, count, money } = useFormat();
  const hasLook = useHasLook();
  const { from, to } = video.data_cycle;
  return (
    <div className={classes.sheet}>
      <Head video={video} />
      <Sums video={video} />
      <TrendCharts
        days={video.daily}
        currency={video.currency}
        labels={{
          money: t("sheet.trend.earnings"),
          views: t("sheet.trend.views"),
          summary: t(video.estimated ? "sheet.trend.summary" : "sheet.trend.confirmed", {
            from: date(from),
            to: date(to),
            earnings: money(video.revenue, video.currency),
            views: count(video.engaged_views),
          }),
        }}
      />
      <Premium video={video} />
      <Audience countries={video.countries} />
      <Watching video={video} />
      <Music music={video.music} />
      {hasLook && video.url && <LookAtShort key={video.id} id={video.id} url={video.url} />}
      <Tips tips={video.tips} />
      <Estimate cycle={video.data_cycle} />
    </div>
  );
}

function Head({ video }: { video: VideoDetailsView }) {
  const { t } = useTranslation("figures");
  const { t: c } = useTranslation();
  const { date } = useFormat();
  return (
    <div className={classes.head}>
      <VideoThumb id={video.id} platform={video.platform} src={video.thumbnail} size="sheet" />
      <div className={classes.what}>
        <h3>{video.title}</h3>
        <p>
          {date(video.published_on)} · {video.channel.name} ·{" "}
          <PlatformMark platform={video.platform} />
        </p>
        {video.url && (
          <a href={video.url} target="_blank" rel="noreferrer">
            {t("sheet.watch", { platform: c(`platform.${video.platform}`) })}{" "}
            <IconArrowUpRight size={16} aria-hidden="true" />
          </a>
        )}
      </div>
    </div>
  );
}

function Sums({ video }: { video: VideoDetailsView }) {
  const { t } = useTranslation("figures");
  const { compact, money } = useFormat();
  return (
    <div className={classes.figures}>
      <Figures>
        <Figure label={t("columns.views")} value={compact(video.views)} />
        <Figure label={t("columns.rpm")} value={money(video.rpm, video.currency)} />
        <Figure
          label={t("columns.revenue")}
          value={<Money amount={video.revenue} currency={video.currency} mine />}
        />
      </Figures>
    </div>
  );
}

/** What subscribers of the paid plan brought. */
function Premium({ video }: { video: VideoDetailsView }) {
  const { t } = useTranslation("figures");
  const { count, percent, money } = useFormat();
  const { premium, currency } = video;
  return (
    <section className={classes.part}>
      <h3>{t("sheet.premium.title")}</h3>
      <p>{t("sheet.premium.text")}</p>
      <dl className={classes.facts}>
        <Fact name={t("sheet.premium.views")}>{count(premium.views)}</Fact>
        <Fact name={t("sheet.premium.ratio")}>{percent(premium.ratio)}</Fact>
        <Fact name={t("sheet.premium.price")}>{money(premium.price, currency)}</Fact>
        <Fact name={t("sheet.premium.revenue")}>{money(premium.revenue, currency)}</Fact>
      </dl>
    </section>
  );
}

function Watching({ video }: { video: VideoDetailsView }) {
  const { t } = useTranslation("figures");
  const { percent, duration, count } = useFormat();
  const seconds = video.avg_view_seconds;
  return (
    <section className={classes.part}>
      <h3>{t("sheet.watching.title")}</h3>
      <dl className={classes.facts}>
        <Fact name={t("sheet.watching.rate")}>{percent(video.avg_view_rate)}</Fact>
        <Fact name={t("sheet.watching.time")}>
          {seconds === null ? "-" : duration(Math.round(Number(seconds)))}
        </Fact>
        <Fact name={t("columns.engaged")}>{count(video.engaged_views)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
