/** Other orders of what is still to come; what was heard already stays where it was. */
import type { TrackView } from "@/api/generated";

type Tracks = readonly TrackView[];

const placeOf = (tracks: Tracks, code: string): number =>
  tracks.findIndex(({ isrc }) => isrc === code);

/** Every order equally likely; `random` gives numbers from 0 up to 1. */
export function shuffledAfter(tracks: Tracks, code: string, random: () => number): TrackView[] {
  const place = placeOf(tracks, code);
  const rest = tracks.slice(place + 1);
  const drawn: TrackView[] = [];
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return [...tracks.slice(0, place + 1), ...drawn];
}

/** The tracks with one of them moved to where another stands. */
export function movedTo(tracks: Tracks, code: string, other: string): TrackView[] {
  const [from, to] = [placeOf(tracks, code), placeOf(tracks, other)];
  const moved = [...tracks];
  if (from < 0 || to < 0) return moved;
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
