import { IconVideo } from "@/components/kit/icons";
import type { Platform } from "./model";

export const own: Platform = {
  name: "own",
  Icon: IconVideo,
  exampleLink: null,
  proof: null,
};
