/** Parts that are fetched when they are first shown. */
import { late } from "@/components/kit/late";

export const MoodChoice = late(async () => (await import("./MoodChoice")).MoodChoice);
export const Nothing = late(async () => (await import("./Nothing")).Nothing);
