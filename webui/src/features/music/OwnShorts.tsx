/** What a track made for the reader this month: the sum, and the shorts it stands in. */
import { type ComponentType, useState } from "react";
import {
  type EarnedVideosView,
  type EarnedVideoView,
  useListEarnedVideosQuery,
} from "@/api/generated";
import { Money } from "@/components/domain/Money";
import { Standing } from "@/components/domain/Standing";
import { VideoThumb } from "@/components/domain/VideoThumb";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { IconVideo } from "@/components/kit/icons";
import { useScreenClass } from "@/components/kit/screen";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./track.module.css";
import { useFacts } from "./words";

const FEW = 3;
const LARGEST = 200;

/** A short's own sheet, over the days that the sum is of. */
export type ShortSheet = ComponentType<{
  id: string;
  range: { start: string; end: string };
  onClose: () => void;
}>;

export function OwnShorts({ code, Sheet }: { code: string; Sheet: ShortSheet }) {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  const sheet = useFlag("videoDetail");
  const { currentData, error, isFetching, refetch } = useListEarnedVideosQuery({
    isrc: code,
    size: LARGEST,
  });
  if (error && !isFetching) {
    return (
      <Card title={t("track.yoursPlain")}>
        <ErrorState error={asApiError(error)} onRetry={refetch} />
      </Card>
    );
  }
  if (!currentData) {
    return (
      <Card title={t("track.yoursPlain")} flush>
        <RowSkeletons count={FEW} media />
      </Card>
    );
  }
  return (
    <>
      {laptop ? (
        <Table found={currentData} onOpen={sheet.open} />
      ) : (
        <Rows found={currentData} onOpen={sheet.open} />
      )}
      {sheet.value && (
        <Sheet
          id={sheet.value}
          range={daysOf(currentData.month, currentData.max_date)}
          onClose={sheet.close}
        />
      )}
    </>
  );
}

/** The days of a month, as far as there are figures. */
function daysOf(month: string, newest: string | null) {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { start: `${month}-01`, end: newest?.startsWith(month) ? newest : last };
}

interface Shown {
  found: EarnedVideosView;
  onOpen: (id: string) => void;
}

function None({ month }: { month: string }) {
  const { t } = useTranslation("music");
  const { monthName } = useFormat();
  return (
    <Card>
      <EmptyState
        icon={<IconVideo size={26} />}
        title={t("track.none", { month: monthName(month) })}
      >
        {t("track.noneText")}
      </EmptyState>
    </Card>
  );
}

/** One of several tracks: then only its part is counted here. */
function Facts({ video, children }: { video: EarnedVideoView; children: string }) {
  const { t } = useTranslation("music");
  return (
    <small className="num">
      {children}
      {video.tracks > 1 && ` · ${t("track.part", { count: video.tracks })}`}
    </small>
  );
}

/** Where the claims of the month have not come, what is known is older. */
function Older({ items }: { items: readonly EarnedVideoView[] }) {
  const { t } = useTranslation("music");
  if (!items.some(({ estimated }) => estimated)) return null;
  return <small>{t("track.estimatedTrack")}</small>;
}

function Rows({ found, onOpen }: Shown) {
  const { t } = useTranslation("music");
  const { compact, monthName, dayShort } = useFormat();
  const [all, showAll] = useState(false);
  const facts = useFacts();
  const { items, total, month, currency, estimated } = found;
  if (total === 0) return <None month={month} />;
  const views = (count: number) => t("track.views", { count, views: compact(count) });
  return (
    <section className={classes.yours}>
      <div className={classes.sum}>
        <span>
          <h2>{t("track.yours", { month: monthName(month) })}</h2>
          <Standing estimated={estimated} />
        </span>
        <span>
          <Money amount={found.revenue} currency={currency} size="hero" mine />
          <small className="num">
            {facts([t("track.total", { count: total }), views(found.views)])}
          </small>
        </span>
        <Older items={items} />
      </div>
      <ul>
        {items.slice(0, all ? undefined : FEW).map((video) => (
          <li key={video.id}>
            <button type="button" onClick={() => onOpen(video.id)}>
              <VideoThumb id={video.id} platform={video.platform} src={video.thumbnail} />
              <span>
                <b>{video.title}</b>
                <Facts video={video}>
                  {t("track.line", {
                    day: dayShort(video.published_on),
                    views: views(video.views),
                  })}
                </Facts>
              </span>
              <Money amount={video.revenue} currency={currency} mine />
            </button>
          </li>
        ))}
      </ul>
      {!all && total > FEW && (
        <button type="button" className={classes.all} onClick={() => showAll(true)}>
          {t("track.all", { count: total })}
        </button>
      )}
    </section>
  );
}

function Table({ found, onOpen }: Shown) {
  const { t } = useTranslation("music");
  const { compact, monthName, date, percent } = useFormat();
  const { items, total, month, currency, estimated } = found;
  if (total === 0) return <None month={month} />;
  return (
    <section className={classes.yours}>
      <div className={classes.sum}>
        <span>
          <h2>{t("track.yours", { month: monthName(month) })}</h2>
          <Standing estimated={estimated} />
        </span>
        <Older items={items} />
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("track.columns.short")}</th>
            <th scope="col">{t("track.columns.views")}</th>
            <th scope="col">{t("track.columns.premium")}</th>
            <th scope="col">{t("track.columns.earnings")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((video) => (
            <tr key={video.id}>
              <th scope="row">
                <button type="button" onClick={() => onOpen(video.id)}>
                  <VideoThumb id={video.id} platform={video.platform} src={video.thumbnail} />
                  <span>
                    <b>{video.title}</b>
                    <Facts video={video}>
                      {`${date(video.published_on)}, ${video.channel.name}`}
                    </Facts>
                  </span>
                </button>
              </th>
              <td className="num">{compact(video.views)}</td>
              <td className="num">{percent(video.premium_ratio)}</td>
              <td>
                <Money amount={video.revenue} currency={currency} mine />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("track.total", { count: total })}</th>
            <td className="num">{compact(found.views)}</td>
            <td className="num">{percent(found.premium_ratio)}</td>
            <td>
              <Money amount={found.revenue} currency={currency} mine />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
