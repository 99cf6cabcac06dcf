/** What stands while the first page is fetched. */
import { Cover } from "@/components/kit/cover";

export function StartCover() {
  return <Cover kind="cover" />;
}
