/** What the frame around the pages knows: whose site this is, how far figures reach, what is pinned, what stands open, the window. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { HeaderNoticeView } from "@/api/generated";
import type { PartnerView } from "@/api/generated-base";
import { boardMemory } from "./board-memory";
import { type WindowState, windowNow } from "./window";

/** The look that the server wrote into a page at a partner's host: nothing else is ever drawn there. */
export function lookIn(page: Document): PartnerView | null {
  const said = page.querySelector<HTMLMetaElement>("meta[name=site]")?.content;
  return said ? JSON.parse(said) : null;
}

export const servedLook = lookIn(document);

interface SiteState extends WindowState {
  /** The domain sent as `ZS-Mcn-Domain`; null on the operator's own site. */
  domain: string | null;
  /** `max_date` of the newest dashboard answer, yyyy-MM-dd. */
  dataDate: string | null;
  /** The pinned posts: at first as this browser last saw them. */
  headerNotices: HeaderNoticeView[];
  /** Whether the bar at the bottom of a phone stands. */
  bottomBar: boolean;
  /** Whether the rules before a withdrawal are being read. */
  withdrawalNotice: boolean;
}

export const site = createSlice({
  name: "site",
  initialState: (): SiteState => ({
    domain: servedLook?.domain ?? null,
    dataDate: null,
    headerNotices: boardMemory().header,
    bottomBar: false,
    withdrawalNotice: false,
    ...windowNow(),
  }),
  reducers: {
    domainKnown: (state, { payload }: PayloadAction<string | null>) => {
      state.domain = payload;
    },
    dataDateSeen: (state, { payload }: PayloadAction<string | null>) => {
      state.dataDate = payload;
    },
    headerNoticesSeen: (state, { payload }: PayloadAction<HeaderNoticeView[]>) => {
      state.headerNotices = payload;
    },
    bottomBarShown: (state, { payload }: PayloadAction<boolean>) => {
      state.bottomBar = payload;
    },
    withdrawalNoticeShown: (state, { payload }: PayloadAction<boolean>) => {
      state.withdrawalNotice = payload;
    },
    windowSeen: (state, { payload }: PayloadAction<WindowState>) => {
      Object.assign(state, payload);
    },
  },
});

export const {
  domainKnown,
  dataDateSeen,
  headerNoticesSeen,
  bottomBarShown,
  withdrawalNoticeShown,
  windowSeen,
} = site.actions;

/** The host whose branding is asked for: the query's `host`, else the page's own without a leading `www.`. */
export function siteHost(location: Pick<Location, "search" | "hostname">): string {
  return (
    new URLSearchParams(location.search).get("host") ?? location.hostname.replace(/^www\./, "")
  );
}
