/** Runs before everything else: what the pages on which visits begin will ask for is asked for now. */
import { askEarly } from "@/api/early";
import { strategy, withoutLanguage } from "@/app/address-language";
import * as addresses from "@/app/addresses.gen";
import { siteHost } from "@/app/host";
import { readStored } from "@/app/storage";

const host = new URLSearchParams({ host: siteHost(location) });
const path = withoutLanguage(location.pathname, strategy);

askEarly([`site/frame?${host}`]);
if (path === addresses.landing) askEarly([`site/landing?${host}`]);
if (path === addresses.dashboard && readStored("token")) {
  // The newest day with figures is told by the dashboard of no particular days.
  askEarly(["withdrawal/summary", "v2/music/dashboard", "channel/list?size=200&status=approved"]);
}
