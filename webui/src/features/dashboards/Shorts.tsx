/** The dashboard's short list: the best shorts first, or what each channel brought; the rest in the reports. */
import { SegmentedControl } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { addresses } from "@/app/paths";
import type { Range } from "@/components/domain/periods";
import { useParams } from "@/components/kit/params";
import { useTranslation } from "@/i18n/react";
import { ChannelReport } from "./ChannelReport";
import { narrowed } from "./narrowing";
import { VideoList } from "./VideoList";

const SHOWN = 10;

interface Props {
  range: Range | null;
  /** Narrows to one channel. */
  channel: string | undefined;
  /** Whether there is more than one channel to tell apart. */
  several: boolean;
}

export function Shorts({ range, channel, several }: Props) {
  const { t } = useTranslation("figures");
  const [params] = useSearchParams();
  const byChannel = several && !channel && params.get("by") === "channels";
  const title = several && !channel ? <By /> : t("shorts.title");
  if (byChannel) return <ChannelReport range={range} title={title} summed={false} />;
  return (
    <VideoList
      range={range}
      title={title}
      size={SHOWN}
      initialSort="revenue_desc"
      hidden="engaged_views,premium_views"
      channel={channel}
      aside={(total) =>
        total !== undefined && (
          <Link to={narrowed(addresses.videoReport, params)}>{t("shorts.all", { total })}</Link>
        )
      }
    />
  );
}

function By() {
  const { t } = useTranslation("figures");
  const [params, change] = useParams();
  return (
    <SegmentedControl
      aria-label={t("shorts.by")}
      value={params.get("by") ?? "shorts"}
      onChange={(by) =>
        change((next) => {
          next.set("by", by);
          next.delete("page");
        })
      }
      data={[
        { value: "shorts", label: t("shorts.title") },
        { value: "channels", label: t("shorts.channels") },
      ]}
    />
  );
}
