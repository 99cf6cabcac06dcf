/** The first walk: a mark for each place, shown once, on the first visit there, in any order (ACCT-13). */
import type { TutorialView } from "@/api/generated-base";
import { addresses } from "@/app/paths";

export interface Mark {
  step: keyof TutorialView;
  /** The page on which it stands. */
  at: string;
  /** What it may point at, the first that is there: its `data-tour`, and its words in `tutorial`. */
  spots: readonly ("money" | "steps" | "track" | "noTrack" | "channel" | "noChannel" | "guide")[];
}

/** A place joins the walk with a line here, its words, and its `data-tour`. */
export const MARKS: readonly Mark[] = [
  { step: "dashboard", at: addresses.dashboard, spots: ["money", "steps"] },
  { step: "music", at: addresses.music, spots: ["track", "noTrack"] },
  { step: "channel", at: addresses.channels, spots: ["channel", "noChannel"] },
  { step: "guide", at: addresses.guides, spots: ["guide"] },
];

/** The mark of a page, unless it was seen. */
export const markOf = (at: string, isSeen: (step: Mark["step"]) => boolean): Mark | undefined =>
  MARKS.find((mark) => mark.at === at && !isSeen(mark.step));

/** Where the walk goes on: the next place that was not seen, first those that come after this one. */
export function nextMark(now: Mark, isSeen: (step: Mark["step"]) => boolean): Mark | undefined {
  const here = MARKS.indexOf(now);
  return [...MARKS.slice(here + 1), ...MARKS.slice(0, here)].find(({ step }) => !isSeen(step));
}
