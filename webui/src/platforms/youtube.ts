import { IconBrandYoutube } from "@/components/kit/icons";
import type { Platform } from "./model";

/** The platform's own id where the link holds it; the studio opens the signed-in channel otherwise. */
const idOf = (link: string): string => /\/channel\/(UC[\w-]+)/.exec(link)?.[1] ?? "me";

export const youtube: Platform = {
  name: "youtube",
  Icon: IconBrandYoutube,
  exampleLink: "https://www.youtube.com/@mina",
  proof: {
    words: "youtube",
    editUrl: (link) => `https://studio.youtube.com/channel/${idOf(link)}/editing/details`,
  },
};
