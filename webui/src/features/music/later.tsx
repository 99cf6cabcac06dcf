/** Parts that are fetched when they are first shown, or beside the data that they show. */
import { late } from "@/components/kit/late";
import { EarnedWaiting } from "./HomeWaiting";

export const earnedParts = () => import("./Earned");
export const EarnedCard = late(async () => (await earnedParts()).EarnedCard, <EarnedWaiting />);
export const EarnedShelf = late(async () => (await earnedParts()).EarnedShelf, <EarnedWaiting />);
export const MoodChoice = late(async () => (await import("./MoodChoice")).MoodChoice);
export const Nothing = late(async () => (await import("./Nothing")).Nothing);
