import { GuidesIndex } from "@/features/guides/GuidesIndex";

export default GuidesIndex;
