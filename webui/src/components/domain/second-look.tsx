/** The second look, fetched with its words when it is shown, and where it is switched on alone. */
import { useSiteSettings } from "@/app/settings";
import { late } from "@/components/kit/late";
import { loadTexts } from "@/i18n";

async function load() {
  const [parts] = await Promise.all([import("./SecondLook"), loadTexts("look")]);
  return parts;
}

export const LookAtShort = late(async () => (await load()).LookAtShort);
export const LookByLink = late(async () => (await load()).LookByLink);

export const useHasLook = (): boolean => useSiteSettings().data?.features.video_review === true;
