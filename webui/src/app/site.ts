/** What the frame around the pages knows: whose site this is, how far figures reach, what is pinned, what stands open, the window. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { HeaderNoticeView } from "@/api/generated";
import { boardMemory } from "./board-memory";
import { servedLook } from "./host";
import { type WindowState, windowNow } from "./window";

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
