/** What every short of a period brought, of all channels or of one. */
import { NativeSelect } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { useCancelled } from "@/api/cancel";
import { type ChannelView, useListChannelsQuery, useVideoDashboardQuery } from "@/api/generated";
import { PAGE_SIZE } from "@/app/constants";
import { useDataDate } from "@/components/domain/data-date";
import type { Range } from "@/components/domain/periods";
import { put, useParams } from "@/components/kit/params";
import { CardSkeleton } from "@/components/kit/skeletons";
import { useTranslation } from "@/i18n/react";
import { SELF, useMemberFilter } from "./narrowing";
import { Sums } from "./Sums";
import { VideoList } from "./VideoList";

export function VideoReport({ range }: { range: Range | null }) {
  const { t } = useTranslation("figures");
  const [params] = useParams();
  const channel = params.get("channel") ?? undefined;
  const member = useMemberFilter();
  const asked = range && { ...range, ...member, ...(channel ? { channel } : {}) };
  const { data, error, isFetching } = useVideoDashboardQuery(asked ?? skipToken);
  useCancelled("videoDashboard", asked);
  useDataDate(data?.max_date);
  return (
    <>
      {data && <Sums sums={data.summary} currency={data.currency} busy={isFetching} />}
      {!data && !error && <CardSkeleton lines={8} />}
      {/* The list waits for the sums above it: nothing moves once they are there. */}
      <div hidden={!data && !error}>
        <VideoList
          range={range}
          title={t("caption.videos")}
          size={PAGE_SIZE}
          initialSort="date_desc"
          hidden="engaged_views"
          channel={channel}
          sums={data && !isFetching ? data.summary : null}
        />
      </div>
    </>
  );
}

const APPROVED = { size: 200, status: "approved" } as const;

/** The channels that figures come from: all, or those of the member that is chosen. */
export function useApprovedChannels(): readonly ChannelView[] {
  const { subaccount } = useMemberFilter();
  const channels = useListChannelsQuery(APPROVED).data?.items ?? [];
  if (!subaccount) return channels;
  return channels.filter(({ assigned_member }) =>
    subaccount === SELF ? assigned_member === null : assigned_member?.id === subaccount,
  );
}

/** Whether it is still to be heard if there are several: until then what stands below the choice would move. */
export const useChannelChoiceWaits = () => useListChannelsQuery(APPROVED).isLoading;

/** All channels or one; with a single channel there is nothing to choose. */
export function ChannelChoice() {
  const { t } = useTranslation("figures");
  const [params, change] = useParams();
  const channels = useApprovedChannels();
  if (channels.length < 2) return null;
  return (
    <NativeSelect
      size="sm"
      aria-label={t("channel.name")}
      value={params.get("channel") ?? ""}
      onChange={(event) => {
        const { value } = event.currentTarget;
        change((next) => put(next, "channel", value));
      }}
      data={[
        { value: "", label: t("channel.all") },
        ...channels.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
