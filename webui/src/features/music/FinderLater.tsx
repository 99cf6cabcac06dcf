/** The lists of tracks, which are fetched when one of them is first shown. */
import { late } from "@/components/kit/late";
import { RowsWaiting } from "./Waiting";

export const Finder = late(async () => (await import("./Finder")).Finder, <RowsWaiting />);
