/** What the dashboard shows first is asked for before it is drawn: what is there by then is drawn at once. */
import { generatedApi } from "@/api/generated";
import { meIn } from "@/app/hooks";
import { dataDateSeen } from "@/app/site";
import type { AppStore } from "@/app/store";
import { periodIn, rangeOf } from "@/components/domain/periods";
import { isOpenTo } from "./Gate";
import { FIRST_SHORTS } from "./Shorts";
import { APPROVED } from "./VideoReport";

const { dashboard, getEarningsSummary, listChannels, listVideos } = generatedApi.endpoints;

/** The page itself asks, if nothing has come of it. */
const ONCE = { subscribe: false };

/** Only the period may be chosen: an address that says more is left to the page. */
const isPlain = (asked: URLSearchParams): boolean =>
  [...asked.keys()].every((name) => name === "period");

export async function prepare({ dispatch, getState }: AppStore, asked: URLSearchParams) {
  const me = meIn(getState());
  if (!me || !isOpenTo(me) || !isPlain(asked)) return;
  const summary = dispatch(getEarningsSummary.initiate(undefined, ONCE));
  const channels = dispatch(listChannels.initiate(APPROVED, ONCE));
  const known = getState().site.dataDate;
  const newest = known ?? (await dispatch(dashboard.initiate({}, ONCE))).data?.max_date;
  // Told by a drawn page, it would have the whole page drawn again.
  if (newest && !known) dispatch(dataDateSeen(newest));
  const range = newest && rangeOf(periodIn(asked), newest);
  await Promise.all([
    summary,
    channels,
    range && dispatch(dashboard.initiate(range, ONCE)),
    range && dispatch(listVideos.initiate({ ...range, ...FIRST_SHORTS }, ONCE)),
  ]);
}
