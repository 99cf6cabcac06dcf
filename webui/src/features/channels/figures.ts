/** What every channel brought this month, beside the list of channels. */
import { skipToken } from "@reduxjs/toolkit/query";
import { type ChannelLineView, type ChannelView, useChannelDashboardQuery } from "@/api/generated";
import { useRange } from "@/components/domain/data-date";

export interface ChannelFigures {
  currency: string;
  /** yyyy-MM. */
  month: string;
  estimated: boolean;
  of: (channel: string) => ChannelLineView | undefined;
}

/** Undefined while they are awaited; null where no channel earns yet, and where nobody answers. */
export function useChannelFigures(
  channels: readonly ChannelView[],
): ChannelFigures | null | undefined {
  const earns = channels.some(({ status }) => status === "approved");
  const { range, error: unknown } = useRange("this_month", earns);
  const asked = range ? ({ ...range, sort: "revenue_desc" } as const) : skipToken;
  const { data, error } = useChannelDashboardQuery(asked);
  if (!data || !range) return earns && !error && !unknown ? undefined : null;
  const lines = new Map(data.items.map((line) => [line.channel.id, line]));
  return {
    currency: data.currency,
    month: range.end.slice(0, 7),
    estimated: data.summary.estimated,
    of: (channel) => lines.get(channel),
  };
}
