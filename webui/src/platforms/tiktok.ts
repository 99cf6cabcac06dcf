import { IconBrandTiktok } from "@/components/kit/icons";
import type { Platform } from "./model";

export const tiktok: Platform = {
  name: "tiktok",
  Icon: IconBrandTiktok,
  exampleLink: "https://www.tiktok.com/@mina",
  proof: {
    words: "tiktok",
    /** The profile is edited on its own page. */
    editUrl: (link) => link,
  },
};
