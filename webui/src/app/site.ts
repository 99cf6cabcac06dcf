/** Which site this is: a partner's domain where its metadata exists, and the newest day the figures reach. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

interface SiteState {
  /** The domain sent as `ZS-Mcn-Domain`; null on the operator's own site. */
  domain: string | null;
  /** `max_date` of the newest dashboard answer, yyyy-MM-dd. */
  dataDate: string | null;
}

const initialState: SiteState = { domain: null, dataDate: null };

export const site = createSlice({
  name: "site",
  initialState,
  reducers: {
    domainKnown: (state, { payload }: PayloadAction<string | null>) => {
      state.domain = payload;
    },
    dataDateSeen: (state, { payload }: PayloadAction<string | null>) => {
      state.dataDate = payload;
    },
  },
});

export const { domainKnown, dataDateSeen } = site.actions;

/** The host whose branding is asked for: the query's `host`, else the page's own without a leading `www.`. */
export function siteHost(location: Pick<Location, "search" | "hostname">): string {
  return (
    new URLSearchParams(location.search).get("host") ?? location.hostname.replace(/^www\./, "")
  );
}
