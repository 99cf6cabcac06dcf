/** The campaign's track as its cover, which plays where the reader may hear it. */
import { useGetTrackQuery } from "@/api/generated";
import { Cover } from "@/components/domain/Cover";
import { PlayMark } from "@/components/player/PlayMark";

const RADIUS_PX = 14;

export function TrackCover({ isrc, from }: { isrc: string; from: string }) {
  const { data } = useGetTrackQuery(isrc);
  if (!data) return <Cover track={{ isrc, thumbnail: null }} radius={RADIUS_PX} />;
  return <PlayMark track={data} tracks={[data]} from={from} radius={RADIUS_PX} />;
}
