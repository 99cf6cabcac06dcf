import { emptyApi as api } from "./empty";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConsent: build.query<GetConsentApiResponse, GetConsentApiArg>({
      query: () => ({ url: `/account/consent` }),
      providesTags: ["Balance"],
    }),
    signConsent: build.mutation<SignConsentApiResponse, SignConsentApiArg>({
      query: (queryArg) => ({
        url: `/account/consent`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Balance"],
    }),
    listMembers: build.query<ListMembersApiResponse, ListMembersApiArg>({
      query: (queryArg) => ({
        url: `/member/mcn/accounts`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          target: queryArg.target,
          search: queryArg.search,
        },
      }),
      providesTags: ["Members"],
    }),
    addMember: build.mutation<AddMemberApiResponse, AddMemberApiArg>({
      query: (queryArg) => ({
        url: `/member/mcn/add`,
        method: "POST",
        body: queryArg.addMemberBody,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
      invalidatesTags: ["Members", "Channels"],
    }),
    updateMember: build.mutation<UpdateMemberApiResponse, UpdateMemberApiArg>({
      query: (queryArg) => ({
        url: `/member/mcn/update`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Members"],
    }),
    deleteMember: build.mutation<DeleteMemberApiResponse, DeleteMemberApiArg>({
      query: (queryArg) => ({
        url: `/member/mcn/delete`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Members", "Channels", "Reports"],
    }),
    inviteMember: build.mutation<InviteMemberApiResponse, InviteMemberApiArg>({
      query: (queryArg) => ({
        url: `/member/mcn/invite`,
        method: "POST",
        body: queryArg.inviteMemberBody,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
      invalidatesTags: ["Members", "Channels"],
    }),
    inviteMemberAgain: build.mutation<
      InviteMemberAgainApiResponse,
      InviteMemberAgainApiArg
    >({
      query: (queryArg) => ({
        url: `/member/mcn/invite.again`,
        method: "POST",
        body: queryArg,
      }),
    }),
    importMembers: build.mutation<
      ImportMembersApiResponse,
      ImportMembersApiArg
    >({
      query: (queryArg) => ({
        url: `/member/mcn/accounts.import`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Members"],
    }),
    previewMemberRate: build.query<
      PreviewMemberRateApiResponse,
      PreviewMemberRateApiArg
    >({
      query: (queryArg) => ({
        url: `/member/mcn/rate.preview`,
        params: {
          target: queryArg.target,
          fee_rate: queryArg.feeRate,
        },
      }),
      providesTags: ["Members"],
    }),
    getInvitations: build.query<
      GetInvitationsApiResponse,
      GetInvitationsApiArg
    >({
      query: (queryArg) => ({
        url: `/member/invitation/dashboard`,
        params: {
          start: queryArg.start,
          end: queryArg.end,
        },
      }),
      providesTags: ["Balance"],
    }),
    listFriends: build.query<ListFriendsApiResponse, ListFriendsApiArg>({
      query: (queryArg) => ({
        url: `/member/invitation/dashboard/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          start: queryArg.start,
          end: queryArg.end,
        },
      }),
      providesTags: ["Balance"],
    }),
    listChannels: build.query<ListChannelsApiResponse, ListChannelsApiArg>({
      query: (queryArg) => ({
        url: `/channel/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          status: queryArg.status,
          subaccount: queryArg.subaccount,
          search: queryArg.search,
          sort: queryArg.sort,
        },
      }),
      providesTags: ["Channels"],
    }),
    listSubChannels: build.query<
      ListSubChannelsApiResponse,
      ListSubChannelsApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/sub/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          account: queryArg.account,
          status: queryArg.status,
        },
      }),
      providesTags: ["Channels"],
    }),
    getChannel: build.query<GetChannelApiResponse, GetChannelApiArg>({
      query: (queryArg) => ({
        url: `/channel/detail`,
        params: {
          id: queryArg,
        },
      }),
    }),
    listChannelCategories: build.query<
      ListChannelCategoriesApiResponse,
      ListChannelCategoriesApiArg
    >({
      query: () => ({ url: `/channel/categories` }),
    }),
    addChannel: build.mutation<AddChannelApiResponse, AddChannelApiArg>({
      query: (queryArg) => ({
        url: `/channel/add`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Channels", "Me"],
    }),
    verifyChannel: build.mutation<
      VerifyChannelApiResponse,
      VerifyChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/verify`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Channels"],
    }),
    getChannelVerification: build.query<
      GetChannelVerificationApiResponse,
      GetChannelVerificationApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/verify.status`,
        params: {
          id: queryArg,
        },
      }),
    }),
    reviewChannel: build.mutation<
      ReviewChannelApiResponse,
      ReviewChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/review`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Channels"],
    }),
    assignChannel: build.mutation<
      AssignChannelApiResponse,
      AssignChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/assign`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Channels", "Members", "Reports"],
    }),
    unassignChannel: build.mutation<
      UnassignChannelApiResponse,
      UnassignChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/unassign`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Channels", "Members", "Reports"],
    }),
    previewChannelDeletion: build.query<
      PreviewChannelDeletionApiResponse,
      PreviewChannelDeletionApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/delete.preview`,
        params: {
          id: queryArg,
        },
      }),
      providesTags: ["Channels", "Balance"],
    }),
    deleteChannel: build.mutation<
      DeleteChannelApiResponse,
      DeleteChannelApiArg
    >({
      query: (queryArg) => ({
        url: `/channel/delete`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Channels", "Me", "Balance", "Reports"],
    }),
    dashboard: build.query<DashboardApiResponse, DashboardApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/dashboard`,
        params: {
          start: queryArg.start,
          end: queryArg.end,
          subaccount: queryArg.subaccount,
          channel: queryArg.channel,
        },
      }),
      providesTags: ["Reports"],
    }),
    videoDashboard: build.query<
      VideoDashboardApiResponse,
      VideoDashboardApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/music/video/dashboard`,
        params: {
          start: queryArg.start,
          end: queryArg.end,
          subaccount: queryArg.subaccount,
          channel: queryArg.channel,
        },
      }),
      providesTags: ["Reports"],
    }),
    listVideos: build.query<ListVideosApiResponse, ListVideosApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/video/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          start: queryArg.start,
          end: queryArg.end,
          subaccount: queryArg.subaccount,
          channel: queryArg.channel,
          search: queryArg.search,
          sort: queryArg.sort,
        },
      }),
      providesTags: ["Reports"],
    }),
    channelDashboard: build.query<
      ChannelDashboardApiResponse,
      ChannelDashboardApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/music/channel/dashboard`,
        params: {
          start: queryArg.start,
          end: queryArg.end,
          subaccount: queryArg.subaccount,
          sort: queryArg.sort,
        },
      }),
      providesTags: ["Reports"],
    }),
    memberDashboard: build.query<
      MemberDashboardApiResponse,
      MemberDashboardApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/music/member/dashboard`,
        params: {
          start: queryArg.start,
          end: queryArg.end,
          subaccount: queryArg.subaccount,
        },
      }),
      providesTags: ["Reports", "Members"],
    }),
    videoDetails: build.query<VideoDetailsApiResponse, VideoDetailsApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/video/details`,
        params: {
          id: queryArg.id,
          start: queryArg.start,
          end: queryArg.end,
          want: queryArg.want,
        },
      }),
      providesTags: ["Reports"],
    }),
    listVideoReviews: build.query<
      ListVideoReviewsApiResponse,
      ListVideoReviewsApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/music/video/review`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          id: queryArg.id,
        },
      }),
      providesTags: ["VideoReviews"],
    }),
    reviewVideo: build.mutation<ReviewVideoApiResponse, ReviewVideoApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/video/review`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["VideoReviews"],
    }),
    getMusicHome: build.query<GetMusicHomeApiResponse, GetMusicHomeApiArg>({
      query: () => ({ url: `/v2/music/home` }),
      providesTags: ["Music", "Favorites"],
    }),
    searchMusic: build.query<SearchMusicApiResponse, SearchMusicApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/search`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          search: queryArg.search,
          tags: queryArg.tags,
          category: queryArg.category,
          shopping: queryArg.shopping,
          prioritized: queryArg.prioritized,
          only_with: queryArg.onlyWith,
          after: queryArg.after,
        },
      }),
      providesTags: ["Music"],
    }),
    countWithout: build.query<CountWithoutApiResponse, CountWithoutApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/search/without`,
        params: {
          search: queryArg.search,
          tags: queryArg.tags,
          category: queryArg.category,
          shopping: queryArg.shopping,
        },
      }),
      providesTags: ["Music"],
    }),
    listEarned: build.query<ListEarnedApiResponse, ListEarnedApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/earned`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          month: queryArg.month,
          isrcs: queryArg.isrcs,
        },
      }),
      providesTags: ["Reports"],
    }),
    listEarnedVideos: build.query<
      ListEarnedVideosApiResponse,
      ListEarnedVideosApiArg
    >({
      query: (queryArg) => ({
        url: `/v2/music/earned/videos`,
        params: {
          isrc: queryArg.isrc,
          page: queryArg.page,
          size: queryArg.size,
          month: queryArg.month,
        },
      }),
      providesTags: ["Reports"],
    }),
    listMusicTags: build.query<ListMusicTagsApiResponse, ListMusicTagsApiArg>({
      query: () => ({ url: `/v2/music/tags` }),
      providesTags: ["Music"],
    }),
    getTrack: build.query<GetTrackApiResponse, GetTrackApiArg>({
      query: (queryArg) => ({
        url: `/v2/music/detail`,
        params: {
          isrc: queryArg,
        },
      }),
      providesTags: ["Music", "Favorites"],
    }),
    toggleFavorite: build.mutation<
      ToggleFavoriteApiResponse,
      ToggleFavoriteApiArg
    >({
      query: (queryArg) => ({
        url: `/music/favorite.toggle`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Favorites"],
    }),
    listFavorites: build.query<ListFavoritesApiResponse, ListFavoritesApiArg>({
      query: (queryArg) => ({
        url: `/music/favorite.list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
        },
      }),
      providesTags: ["Favorites"],
    }),
    logMusic: build.query<LogMusicApiResponse, LogMusicApiArg>({
      query: (queryArg) => ({
        url: `/music/music.log`,
        params: {
          kind: queryArg.kind,
          isrc: queryArg.isrc,
        },
      }),
    }),
    playPreview: build.query<PlayPreviewApiResponse, PlayPreviewApiArg>({
      query: (queryArg) => ({
        url: `/music/audio/${encodeURIComponent(String(queryArg.isrc))}`,
        headers: {
          Range: queryArg.range,
        },
        params: {
          expires: queryArg.expires,
          signature: queryArg.signature,
        },
      }),
    }),
    getEarningsSummary: build.query<
      GetEarningsSummaryApiResponse,
      GetEarningsSummaryApiArg
    >({
      query: () => ({ url: `/withdrawal/summary` }),
      providesTags: ["Balance"],
    }),
    dismissPayoutState: build.mutation<
      DismissPayoutStateApiResponse,
      DismissPayoutStateApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/state.dismiss`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Balance"],
    }),
    remindOfPayout: build.mutation<
      RemindOfPayoutApiResponse,
      RemindOfPayoutApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/remind`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Balance"],
    }),
    listEarnings: build.query<ListEarningsApiResponse, ListEarningsApiArg>({
      query: (queryArg) => ({
        url: `/withdrawal/report`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          start: queryArg.start,
          end: queryArg.end,
          subaccount: queryArg.subaccount,
        },
      }),
      providesTags: ["Balance"],
    }),
    getExcelReport: build.query<
      GetExcelReportApiResponse,
      GetExcelReportApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/report.excel`,
        params: {
          id: queryArg,
        },
      }),
    }),
    requestExcelReport: build.mutation<
      RequestExcelReportApiResponse,
      RequestExcelReportApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/report.excel`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listLedger: build.query<ListLedgerApiResponse, ListLedgerApiArg>({
      query: (queryArg) => ({
        url: `/withdrawal/ledger`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          start: queryArg.start,
          end: queryArg.end,
          type: queryArg["type"],
        },
      }),
    }),
    getEarningsDetail: build.query<
      GetEarningsDetailApiResponse,
      GetEarningsDetailApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/detail`,
        params: {
          type: queryArg["type"],
          date: queryArg.date,
        },
      }),
      providesTags: ["Balance"],
    }),
    explainEarning: build.query<
      ExplainEarningApiResponse,
      ExplainEarningApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/explain`,
        params: {
          entry: queryArg.entry,
          page: queryArg.page,
          size: queryArg.size,
        },
      }),
    }),
    getStatement: build.query<GetStatementApiResponse, GetStatementApiArg>({
      query: (queryArg) => ({
        url: `/withdrawal/statement`,
        params: {
          month: queryArg.month,
          format: queryArg.format,
        },
      }),
      providesTags: ["Balance"],
    }),
    getPaymentInfo: build.query<
      GetPaymentInfoApiResponse,
      GetPaymentInfoApiArg
    >({
      query: () => ({ url: `/withdrawal/info` }),
      providesTags: ["PaymentInfo"],
    }),
    registerPaymentInfo: build.mutation<
      RegisterPaymentInfoApiResponse,
      RegisterPaymentInfoApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/info.register`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["PaymentInfo", "Me"],
    }),
    updatePaymentInfo: build.mutation<
      UpdatePaymentInfoApiResponse,
      UpdatePaymentInfoApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/info.update`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["PaymentInfo", "Me"],
    }),
    disownPaymentInfo: build.mutation<
      DisownPaymentInfoApiResponse,
      DisownPaymentInfoApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/info.disown`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["PaymentInfo", "Balance", "Sessions"],
    }),
    getTaxDetails: build.query<GetTaxDetailsApiResponse, GetTaxDetailsApiArg>({
      query: () => ({ url: `/withdrawal/tax` }),
      providesTags: ["PaymentInfo"],
    }),
    checkTaxDetails: build.mutation<
      CheckTaxDetailsApiResponse,
      CheckTaxDetailsApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/tax.check`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["PaymentInfo"],
    }),
    getWithdrawalQuote: build.query<
      GetWithdrawalQuoteApiResponse,
      GetWithdrawalQuoteApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/quote`,
        params: {
          method: queryArg.method,
          currency: queryArg.currency,
        },
      }),
      providesTags: ["Balance", "PaymentInfo"],
    }),
    requestWithdrawal: build.mutation<
      RequestWithdrawalApiResponse,
      RequestWithdrawalApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/request`,
        method: "POST",
        body: queryArg.requestBody,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
      invalidatesTags: ["Withdrawals", "Balance"],
    }),
    listWithdrawals: build.query<
      ListWithdrawalsApiResponse,
      ListWithdrawalsApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          status: queryArg.status,
          start: queryArg.start,
          end: queryArg.end,
        },
      }),
      providesTags: ["Withdrawals"],
    }),
    getInvoice: build.query<GetInvoiceApiResponse, GetInvoiceApiArg>({
      query: (queryArg) => ({
        url: `/withdrawal/invoice`,
        params: {
          id: queryArg,
        },
      }),
      providesTags: ["Withdrawals"],
    }),
    createInvoiceLink: build.query<
      CreateInvoiceLinkApiResponse,
      CreateInvoiceLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/invoice.link`,
        params: {
          id: queryArg,
        },
      }),
    }),
    openInvoiceLink: build.query<
      OpenInvoiceLinkApiResponse,
      OpenInvoiceLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/withdrawal/invoice.embedded`,
        params: {
          t: queryArg,
        },
      }),
    }),
    listNotifications: build.query<
      ListNotificationsApiResponse,
      ListNotificationsApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          type: queryArg["type"],
        },
      }),
      providesTags: ["Notifications"],
    }),
    readNotification: build.mutation<
      ReadNotificationApiResponse,
      ReadNotificationApiArg
    >({
      query: (queryArg) => ({
        url: `/notification/read`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Notifications"],
    }),
    readAllNotifications: build.mutation<
      ReadAllNotificationsApiResponse,
      ReadAllNotificationsApiArg
    >({
      query: () => ({ url: `/notification/read.all`, method: "POST" }),
      invalidatesTags: ["Notifications"],
    }),
    listPosts: build.query<ListPostsApiResponse, ListPostsApiArg>({
      query: (queryArg) => ({
        url: `/board/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          kind: queryArg.kind,
        },
      }),
      providesTags: ["Board"],
    }),
    getPost: build.query<GetPostApiResponse, GetPostApiArg>({
      query: (queryArg) => ({
        url: `/board/detail`,
        params: {
          kind: queryArg.kind,
          id: queryArg.id,
        },
      }),
      providesTags: ["Board"],
    }),
    listHeaderNotices: build.query<
      ListHeaderNoticesApiResponse,
      ListHeaderNoticesApiArg
    >({
      query: () => ({ url: `/board/header` }),
      providesTags: ["Board"],
    }),
    listBanners: build.query<ListBannersApiResponse, ListBannersApiArg>({
      query: () => ({ url: `/board/banner.list` }),
      providesTags: ["Board"],
    }),
    listCampaigns: build.query<ListCampaignsApiResponse, ListCampaignsApiArg>({
      query: (queryArg) => ({
        url: `/campaign/list`,
        params: {
          page: queryArg.page,
          size: queryArg.size,
          view: queryArg.view,
        },
      }),
    }),
    getCampaign: build.query<GetCampaignApiResponse, GetCampaignApiArg>({
      query: (queryArg) => ({
        url: `/campaign/detail`,
        params: {
          id: queryArg,
        },
      }),
    }),
    applyToCampaign: build.mutation<
      ApplyToCampaignApiResponse,
      ApplyToCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/campaign/apply`,
        method: "POST",
        body: queryArg,
      }),
    }),
    enterCampaign: build.mutation<
      EnterCampaignApiResponse,
      EnterCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/campaign/participate`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listCampaignFiles: build.query<
      ListCampaignFilesApiResponse,
      ListCampaignFilesApiArg
    >({
      query: (queryArg) => ({
        url: `/campaign/resource`,
        params: {
          id: queryArg,
        },
      }),
    }),
    getEvent: build.query<GetEventApiResponse, GetEventApiArg>({
      query: (queryArg) => ({
        url: `/event/detail`,
        params: {
          id: queryArg,
        },
      }),
    }),
    applyToEvent: build.mutation<ApplyToEventApiResponse, ApplyToEventApiArg>({
      query: (queryArg) => ({
        url: `/event/apply`,
        method: "POST",
        body: queryArg,
      }),
    }),
    cancelEvent: build.mutation<CancelEventApiResponse, CancelEventApiArg>({
      query: (queryArg) => ({
        url: `/event/cancel`,
        method: "POST",
        body: queryArg,
      }),
    }),
    claimEventBenefit: build.mutation<
      ClaimEventBenefitApiResponse,
      ClaimEventBenefitApiArg
    >({
      query: (queryArg) => ({
        url: `/event/benefit`,
        method: "POST",
        body: queryArg,
      }),
    }),
    getProgram: build.query<GetProgramApiResponse, GetProgramApiArg>({
      query: (queryArg) => ({
        url: `/program/detail`,
        params: {
          id: queryArg,
        },
      }),
    }),
    applyToProgram: build.mutation<
      ApplyToProgramApiResponse,
      ApplyToProgramApiArg
    >({
      query: (queryArg) => ({
        url: `/program/apply`,
        method: "POST",
        body: queryArg,
      }),
    }),
    sendInquiry: build.mutation<SendInquiryApiResponse, SendInquiryApiArg>({
      query: (queryArg) => ({
        url: `/partnership/inquiry`,
        method: "POST",
        body: queryArg,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type GetConsentApiResponse = /** status 200 Done. */ Success &
  ConsentView;
export type GetConsentApiArg = void;
export type SignConsentApiResponse = /** status 200 Done. */ Success &
  ConsentView;
export type SignConsentApiArg = ConsentBody;
export type ListMembersApiResponse = /** status 200 Done. */ Success &
  MemberPage;
export type ListMembersApiArg = {
  page?: number;
  size?: number;
  target?: string;
  search?: string;
};
export type AddMemberApiResponse = /** status 200 Done. */ Success & MemberView;
export type AddMemberApiArg = {
  /** One name for one act: sent again, it gets the first answer again. */
  "Idempotency-Key"?: string;
  addMemberBody: AddMemberBody;
};
export type UpdateMemberApiResponse = /** status 200 Done. */ Success &
  MemberView;
export type UpdateMemberApiArg = UpdateMemberBody;
export type DeleteMemberApiResponse = /** status 200 Done. */ Success &
  DeletedMemberView;
export type DeleteMemberApiArg = DeleteMemberBody;
export type InviteMemberApiResponse = /** status 200 Done. */ Success &
  MemberView;
export type InviteMemberApiArg = {
  /** One name for one act: sent again, it gets the first answer again. */
  "Idempotency-Key"?: string;
  inviteMemberBody: InviteMemberBody;
};
export type InviteMemberAgainApiResponse = /** status 200 Done. */ Success;
export type InviteMemberAgainApiArg = InvitedAgainBody;
export type ImportMembersApiResponse = /** status 200 Done. */ Success &
  MembersTakenView;
export type ImportMembersApiArg = MembersFileBody;
export type PreviewMemberRateApiResponse = /** status 200 Done. */ Success &
  RatePreviewView;
export type PreviewMemberRateApiArg = {
  target: string;
  feeRate: string;
};
export type GetInvitationsApiResponse = /** status 200 Done. */ Success &
  InvitationsView;
export type GetInvitationsApiArg = {
  start?: string;
  end?: string;
};
export type ListFriendsApiResponse = /** status 200 Done. */ Success &
  FriendsView;
export type ListFriendsApiArg = {
  page?: number;
  size?: number;
  start?: string;
  end?: string;
};
export type ListChannelsApiResponse = /** status 200 Done. */ Success &
  ChannelPage;
export type ListChannelsApiArg = {
  page?: number;
  size?: number;
  status?: ChannelStatus;
  subaccount?: string;
  search?: string;
  sort?: string;
};
export type ListSubChannelsApiResponse = /** status 200 Done. */ Success &
  ChannelPage;
export type ListSubChannelsApiArg = {
  page?: number;
  size?: number;
  account?: string;
  status?: ChannelStatus;
};
export type GetChannelApiResponse = /** status 200 Done. */ Success &
  ChannelDetailView;
export type GetChannelApiArg = string;
export type ListChannelCategoriesApiResponse = /** status 200 Done. */ Success &
  CategoriesView;
export type ListChannelCategoriesApiArg = void;
export type AddChannelApiResponse = /** status 200 Done. */ Success &
  ChannelView;
export type AddChannelApiArg = AddChannelBody;
export type VerifyChannelApiResponse = /** status 200 Done. */ Success &
  VerifyView;
export type VerifyChannelApiArg = ChannelBody;
export type GetChannelVerificationApiResponse =
  /** status 200 Done. */ Success & VerifyView;
export type GetChannelVerificationApiArg = string;
export type ReviewChannelApiResponse = /** status 200 Done. */ Success &
  ChannelView;
export type ReviewChannelApiArg = ChannelBody;
export type AssignChannelApiResponse = /** status 200 Done. */ Success &
  ChannelView;
export type AssignChannelApiArg = AssignBody;
export type UnassignChannelApiResponse = /** status 200 Done. */ Success &
  ChannelView;
export type UnassignChannelApiArg = ChannelBody;
export type PreviewChannelDeletionApiResponse =
  /** status 200 Done. */ Success & DeletePreviewView;
export type PreviewChannelDeletionApiArg = string;
export type DeleteChannelApiResponse = /** status 200 Done. */ Success &
  DeletedView;
export type DeleteChannelApiArg = DeleteChannelBody;
export type DashboardApiResponse = /** status 200 Done. */ Success &
  DashboardView;
export type DashboardApiArg = {
  start?: string;
  end?: string;
  subaccount?: string;
  channel?: string;
};
export type VideoDashboardApiResponse = /** status 200 Done. */ Success &
  VideoDashboardView;
export type VideoDashboardApiArg = {
  start?: string;
  end?: string;
  subaccount?: string;
  channel?: string;
};
export type ListVideosApiResponse = /** status 200 Done. */ Success &
  VideoListView;
export type ListVideosApiArg = {
  page?: number;
  size?: number;
  start?: string;
  end?: string;
  subaccount?: string;
  channel?: string;
  search?: string;
  sort?: string;
};
export type ChannelDashboardApiResponse = /** status 200 Done. */ Success &
  ChannelDashboardView;
export type ChannelDashboardApiArg = {
  start?: string;
  end?: string;
  subaccount?: string;
  sort?: string;
};
export type MemberDashboardApiResponse = /** status 200 Done. */ Success &
  MemberDashboardView;
export type MemberDashboardApiArg = {
  start?: string;
  end?: string;
  subaccount?: string;
};
export type VideoDetailsApiResponse = /** status 200 Done. */ Success &
  VideoDetailsView;
export type VideoDetailsApiArg = {
  id: string;
  start?: string;
  end?: string;
  want?: Want;
};
export type ListVideoReviewsApiResponse = /** status 200 Done. */ Success &
  VideoReviewPage;
export type ListVideoReviewsApiArg = {
  page?: number;
  size?: number;
  id?: string;
};
export type ReviewVideoApiResponse = /** status 200 Done. */ Success &
  VideoReviewView;
export type ReviewVideoApiArg = VideoReviewBody;
export type GetMusicHomeApiResponse = /** status 200 Done. */ Success &
  HomeView;
export type GetMusicHomeApiArg = void;
export type SearchMusicApiResponse = /** status 200 Done. */ Success &
  TrackPage;
export type SearchMusicApiArg = {
  page?: number;
  size?: number;
  search?: string;
  tags?: string;
  category?: CategoryAsked;
  shopping?: boolean;
  prioritized?: boolean;
  onlyWith?: string;
  after?: string;
};
export type CountWithoutApiResponse = /** status 200 Done. */ Success &
  NarrowingView;
export type CountWithoutApiArg = {
  search?: string;
  tags?: string;
  category?: CategoryAsked;
  shopping?: boolean;
};
export type ListEarnedApiResponse = /** status 200 Done. */ Success &
  EarnedView;
export type ListEarnedApiArg = {
  page?: number;
  size?: number;
  month?: Month;
  isrcs?: string;
};
export type ListEarnedVideosApiResponse = /** status 200 Done. */ Success &
  EarnedVideosView;
export type ListEarnedVideosApiArg = {
  isrc: string;
  page?: number;
  size?: number;
  month?: Month;
};
export type ListMusicTagsApiResponse = /** status 200 Done. */ Success &
  TagsView;
export type ListMusicTagsApiArg = void;
export type GetTrackApiResponse = /** status 200 Done. */ Success &
  TrackDetailView;
export type GetTrackApiArg = string;
export type ToggleFavoriteApiResponse = /** status 200 Done. */ Success &
  ToggleView;
export type ToggleFavoriteApiArg = ToggleBody;
export type ListFavoritesApiResponse = /** status 200 Done. */ Success &
  FavoritePage;
export type ListFavoritesApiArg = {
  page?: number;
  size?: number;
};
export type LogMusicApiResponse = /** status 200 Done. */ Success;
export type LogMusicApiArg = {
  kind: Act;
  isrc: string;
};
export type PlayPreviewApiResponse =
  | /** status 200 The file. */ Blob
  | /** status 206 The part that was asked for. */ Blob;
export type PlayPreviewApiArg = {
  isrc: string;
  expires: number;
  signature: string;
  /** A part of the file, such as bytes=0-65535. */
  range?: string;
};
export type GetEarningsSummaryApiResponse = /** status 200 Done. */ Success &
  SummaryView;
export type GetEarningsSummaryApiArg = void;
export type DismissPayoutStateApiResponse = /** status 200 Done. */ Success;
export type DismissPayoutStateApiArg = PutAwayBody;
export type RemindOfPayoutApiResponse = /** status 200 Done. */ Success;
export type RemindOfPayoutApiArg = RemindBody;
export type ListEarningsApiResponse = /** status 200 Done. */ Success &
  ReportView;
export type ListEarningsApiArg = {
  page?: number;
  size?: number;
  start?: Month;
  end?: Month;
  subaccount?: string;
};
export type GetExcelReportApiResponse = /** status 200 Done. */ Success &
  ExportView;
export type GetExcelReportApiArg = string;
export type RequestExcelReportApiResponse = /** status 200 Done. */ Success &
  AskedExportView;
export type RequestExcelReportApiArg = ExportBody;
export type ListLedgerApiResponse = /** status 200 Done. */ Success &
  LedgerView;
export type ListLedgerApiArg = {
  page?: number;
  size?: number;
  start?: string;
  end?: string;
  type?: EntryType;
};
export type GetEarningsDetailApiResponse = /** status 200 Done. */ Success &
  DetailView;
export type GetEarningsDetailApiArg = {
  type: EntryType;
  date: string;
};
export type ExplainEarningApiResponse = /** status 200 Done. */ Success &
  ExplanationView;
export type ExplainEarningApiArg = {
  entry: string;
  page?: number;
  size?: number;
};
export type GetStatementApiResponse = /** status 200 Done. */ Success &
  StatementView;
export type GetStatementApiArg = {
  month: Month;
  format?: StatementFormat;
};
export type GetPaymentInfoApiResponse = /** status 200 Done. */ Success &
  CurrentPaymentInfoView;
export type GetPaymentInfoApiArg = void;
export type RegisterPaymentInfoApiResponse = /** status 200 Done. */ Success &
  PaymentInfoView;
export type RegisterPaymentInfoApiArg = PaymentInfoBody;
export type UpdatePaymentInfoApiResponse = /** status 200 Done. */ Success &
  PaymentInfoView;
export type UpdatePaymentInfoApiArg = PaymentInfoBody;
export type DisownPaymentInfoApiResponse = /** status 200 Done. */ Success;
export type DisownPaymentInfoApiArg = DisownBody;
export type GetTaxDetailsApiResponse = /** status 200 Done. */ Success &
  TaxPageView;
export type GetTaxDetailsApiArg = void;
export type CheckTaxDetailsApiResponse = /** status 200 Done. */ Success &
  TaxDetailsView;
export type CheckTaxDetailsApiArg = TaxCheckBody;
export type GetWithdrawalQuoteApiResponse = /** status 200 Done. */ Success &
  QuoteView;
export type GetWithdrawalQuoteApiArg = {
  method: PayoutMethod;
  currency: PaidCurrency;
};
export type RequestWithdrawalApiResponse = /** status 200 Done. */ Success &
  WithdrawalView;
export type RequestWithdrawalApiArg = {
  /** One name for one act: sent again, it gets the first answer again. */
  "Idempotency-Key"?: string;
  requestBody: RequestBody;
};
export type ListWithdrawalsApiResponse = /** status 200 Done. */ Success &
  WithdrawalPage;
export type ListWithdrawalsApiArg = {
  page?: number;
  size?: number;
  status?: WithdrawalStatus;
  start?: string;
  end?: string;
};
export type GetInvoiceApiResponse = /** status 200 Done. */ Success &
  InvoiceView;
export type GetInvoiceApiArg = string;
export type CreateInvoiceLinkApiResponse = /** status 200 Done. */ Success &
  InvoiceLinkView;
export type CreateInvoiceLinkApiArg = string;
export type OpenInvoiceLinkApiResponse = /** status 200 Done. */ Success &
  InvoiceView;
export type OpenInvoiceLinkApiArg = string;
export type ListNotificationsApiResponse = /** status 200 Done. */ Success &
  NotificationsView;
export type ListNotificationsApiArg = {
  page?: number;
  size?: number;
  type?: NotificationType;
};
export type ReadNotificationApiResponse = /** status 200 Done. */ Success &
  UnreadView;
export type ReadNotificationApiArg = ReadBody;
export type ReadAllNotificationsApiResponse = /** status 200 Done. */ Success &
  UnreadView;
export type ReadAllNotificationsApiArg = void;
export type ListPostsApiResponse = /** status 200 Done. */ Success &
  PostCardPage;
export type ListPostsApiArg = {
  page?: number;
  size?: number;
  kind?: PostKind;
};
export type GetPostApiResponse = /** status 200 Done. */ Success & PostView;
export type GetPostApiArg = {
  kind: PostKind;
  id: string;
};
export type ListHeaderNoticesApiResponse = /** status 200 Done. */ Success &
  HeaderView;
export type ListHeaderNoticesApiArg = void;
export type ListBannersApiResponse = /** status 200 Done. */ Success &
  BannersView;
export type ListBannersApiArg = void;
export type ListCampaignsApiResponse = /** status 200 Done. */ Success &
  CampaignListView;
export type ListCampaignsApiArg = {
  page?: number;
  size?: number;
  view?: ListView;
};
export type GetCampaignApiResponse = /** status 200 Done. */ Success &
  CampaignView;
export type GetCampaignApiArg = string;
export type ApplyToCampaignApiResponse = /** status 200 Done. */ Success &
  CampaignView;
export type ApplyToCampaignApiArg = ApplyBody;
export type EnterCampaignApiResponse = /** status 200 Done. */ Success &
  CampaignView;
export type EnterCampaignApiArg = ParticipateBody;
export type ListCampaignFilesApiResponse = /** status 200 Done. */ Success &
  CampaignFilesView;
export type ListCampaignFilesApiArg = string;
export type GetEventApiResponse = /** status 200 Done. */ Success & EventView;
export type GetEventApiArg = string;
export type ApplyToEventApiResponse = /** status 200 Done. */ Success &
  EventView;
export type ApplyToEventApiArg = TakePartBody;
export type CancelEventApiResponse = /** status 200 Done. */ Success &
  EventView;
export type CancelEventApiArg = EventBody;
export type ClaimEventBenefitApiResponse = /** status 200 Done. */ Success &
  EventView;
export type ClaimEventBenefitApiArg = EventBody;
export type GetProgramApiResponse = /** status 200 Done. */ Success &
  ProgramView;
export type GetProgramApiArg = string;
export type ApplyToProgramApiResponse = /** status 200 Done. */ Success &
  ProgramView;
export type ApplyToProgramApiArg = ProgramBody;
export type SendInquiryApiResponse = /** status 200 Done. */ Success;
export type SendInquiryApiArg = InquiryForm;
export type Success = {
  success: true;
  message: string;
};
export type Language = "en" | "ko" | "zh-CN" | "zh-TW";
export type ConsentTextView = {
  version: string;
  language: Language;
  title: string;
  body: string;
};
export type SignedConsentView = {
  name: string;
  version: string;
  signed_at: string;
};
export type ConsentView = {
  required: boolean;
  text: ConsentTextView;
  signed: SignedConsentView | null;
};
export type Problem = {
  success: false;
  code: number;
  message: string;
  details: object | null;
};
export type ConsentBody = {
  name: string;
  agree: boolean;
  version?: string | null;
};
export type Permission = "" | "mcn" | "mcn_creator" | "mcn_creator_sub";
export type AccountStatus = "active" | "blocked" | "deleted" | "suspended";
export type UpperView = {
  id: string;
  name: string;
  fee_rate: string;
};
export type MemberView = {
  id: string;
  user_id: string;
  name: string;
  permission: Permission;
  permission_flag: number;
  fee_rate: string;
  next_fee_rate: string | null;
  next_fee_from: string | null;
  channels: number;
  members: number;
  status: AccountStatus;
  invited: boolean;
  verified: boolean;
  created_at: string;
  above: UpperView[];
};
export type MemberPage = {
  items: MemberView[];
  page: number;
  size: number;
  total: number;
};
export type Category =
  | "beauty"
  | "car"
  | "challenge"
  | "comedy"
  | "entertainment"
  | "fashion"
  | "food_cooking"
  | "game"
  | "it_economy_finance"
  | "kids"
  | "knowledge_shopping"
  | "medicine_science_education"
  | "movies_drama_animation"
  | "music_dance"
  | "news_politics"
  | "nonprofit_social_movement"
  | "personal_broadcast_blog"
  | "pets_animals"
  | "sports"
  | "story"
  | "travel_event";
export type AddMemberBody = {
  user_id: string;
  nickname: string;
  password: string;
  channels?: string[] | string | null;
  category?: Category;
  fee_rate?: string | null;
  permission_flag?: number | null;
};
export type UpdateMemberBody = {
  target: string;
  password?: string | null;
  fee_rate?: string | null;
  permission_flag?: number | null;
  nickname?: string | null;
  user_id?: string | null;
};
export type DeletedMemberView = {
  released_channels: number;
};
export type DeleteMemberBody = {
  target: string;
  password: string;
};
export type InviteMemberBody = {
  user_id: string;
  nickname: string;
  channels?: string[] | string | null;
  category?: Category;
  fee_rate?: string | null;
  permission_flag?: number | null;
};
export type InvitedAgainBody = {
  target: string;
};
export type LineAct = "change" | "invite" | "nothing";
export type TakenLineView = {
  line: number;
  act: LineAct;
  user_id: string;
  nickname: string;
  changes: string[];
};
export type LineFaultView = {
  line: number;
  column: string | null;
  code: number;
  reason: string | null;
  message: string;
};
export type MembersTakenView = {
  kept: boolean;
  invited: number;
  changed: number;
  unchanged: number;
  lines: TakenLineView[];
  faults: LineFaultView[];
};
export type UploadedFile = Blob;
export type MembersFileBody = {
  file: UploadedFile;
  preview?: boolean;
  password?: string | null;
};
export type Currency = "CNY" | "JPY" | "KRW" | "USD";
export type SidesView = {
  own: string;
  own_usd: string;
  member: string;
  member_usd: string;
  below: string;
  below_usd: string;
};
export type RatePreviewView = {
  fee_rate: string;
  next_fee_rate: string;
  next_fee_from: string;
  month: string | null;
  currency: Currency;
  fx_rate: string;
  before: SidesView;
  after: SidesView;
};
export type LotView = {
  points: number;
  expires_on: string;
};
export type InvitationsView = {
  code: string;
  link: string;
  friends: number;
  active_friends: number;
  estimated_points: number;
  confirmed_points: number;
  expiring_points: number;
  expiring_on: string | null;
  lots: LotView[];
  window_months: number;
  reward_rate: string;
};
export type FriendView = {
  name: string;
  joined_on: string;
  window_ends_on: string;
  active: boolean;
  estimated_points: number;
  confirmed_points: number;
};
export type FriendsView = {
  items: FriendView[];
  page: number;
  size: number;
  total: number;
};
export type ChannelStatus =
  "approved" | "denied" | "denied-pending" | "need-approved" | "pending";
export type PersonView = {
  id: string;
  name: string;
};
export type VerificationState = "pending_validation" | "verified" | "verifying";
export type VerificationView = {
  state: VerificationState;
  code: string | null;
  expires_at: string | null;
};
export type ReviewView = {
  can_request: boolean;
  last_requested_at: string | null;
  has_enough_views: boolean;
  enough_views_on: string | null;
};
export type ChannelView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  link: string;
  name: string;
  thumbnail: string | null;
  category: Category;
  status: ChannelStatus;
  deny_reason: string | null;
  total_views: number;
  registered_at: string;
  approved_at: string | null;
  earning_from: string | null;
  exclusive_logo: string | null;
  owner: PersonView;
  assigned_member: PersonView | null;
  verification: VerificationView;
  review: ReviewView;
};
export type ChannelPage = {
  items: ChannelView[];
  page: number;
  size: number;
  total: number;
};
export type StatusView = {
  status: ChannelStatus;
  at: string;
  reason: string | null;
};
export type ChannelDetailView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  link: string;
  name: string;
  thumbnail: string | null;
  category: Category;
  status: ChannelStatus;
  deny_reason: string | null;
  total_views: number;
  registered_at: string;
  approved_at: string | null;
  earning_from: string | null;
  exclusive_logo: string | null;
  owner: PersonView;
  assigned_member: PersonView | null;
  verification: VerificationView;
  review: ReviewView;
  history: StatusView[];
};
export type CategoryView = {
  code: Category;
  label: string;
};
export type CategoriesView = {
  items: CategoryView[];
};
export type AddChannelBody = {
  link: string;
  category: Category;
  member?: string | null;
  platform?: ("youtube" | "tiktok" | "own") | null;
};
export type Outcome = "failure" | "success" | "wait";
export type VerifyView = {
  outcome: Outcome;
  channel: ChannelView;
  retry_in: number;
};
export type ChannelBody = {
  id: string;
};
export type AssignBody = {
  id: string;
  target: string;
};
export type DeletePreviewView = {
  currency: Currency;
  fx_rate: string;
  lost: string;
  lost_usd: string;
  balance: string;
  balance_usd: string;
  unsettled: string;
  unsettled_usd: string;
  small: boolean;
  window_open: boolean;
};
export type DeletedView = {
  currency: Currency;
  fx_rate: string;
  forfeited: string;
  forfeited_usd: string;
};
export type DeleteChannelBody = {
  id: string;
  password: string;
  confirm: boolean;
};
export type RangeMetricsView = {
  views: number;
  engaged_views: number;
  premium_views: number;
  premium_ratio: string | null;
  rpm: string | null;
  revenue: string;
  gross: string | null;
  estimated: boolean;
  confirmed_revenue: string;
  confirmed_gross: string | null;
};
export type MetricsView = {
  views: number;
  engaged_views: number;
  premium_views: number;
  premium_ratio: string | null;
  rpm: string | null;
  revenue: string;
  gross: string | null;
};
export type DailyView = {
  views: number;
  engaged_views: number;
  premium_views: number;
  premium_ratio: string | null;
  rpm: string | null;
  revenue: string;
  gross: string | null;
  date: string;
  estimated: boolean;
};
export type PublishedView = {
  date: string;
  count: number;
  title: string;
};
export type ChannelsView = {
  approved: number;
  total: number;
};
export type DashboardView = {
  currency: string;
  fx_rate: string;
  max_date: string | null;
  start: string;
  end: string;
  summary: RangeMetricsView;
  previous: MetricsView;
  daily: DailyView[];
  published: PublishedView[];
  channels: ChannelsView;
};
export type ChannelRefView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  name: string;
};
export type TrackRefView = {
  isrc: string;
  name: string;
  estimated: boolean;
};
export type VideoView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  url: string | null;
  title: string;
  thumbnail: string | null;
  published_on: string;
  channel: ChannelRefView;
  music: TrackRefView[];
  trend: number[];
  views: number;
  engaged_views: number;
  premium_views: number;
  premium_ratio: string | null;
  premium_price: string | null;
  rpm: string | null;
  revenue: string;
  gross: string | null;
};
export type VideoDashboardView = {
  currency: string;
  fx_rate: string;
  max_date: string | null;
  summary: RangeMetricsView;
  daily: DailyView[];
  top: VideoView[];
};
export type VideoListView = {
  items: VideoView[];
  page: number;
  size: number;
  total: number;
  currency: string;
  fx_rate: string;
  estimated: boolean;
};
export type ChannelFaceView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  name: string;
  thumbnail: string | null;
  status: string;
};
export type ChannelLineView = {
  views: number;
  engaged_views: number;
  premium_views: number;
  premium_ratio: string | null;
  rpm: string | null;
  revenue: string;
  gross: string | null;
  channel: ChannelFaceView;
  videos: number;
  trend: number[];
  share: string | null;
};
export type ChannelDashboardView = {
  currency: string;
  fx_rate: string;
  max_date: string | null;
  summary: RangeMetricsView;
  items: ChannelLineView[];
};
export type MemberSumsView = {
  revenue: string;
  own: string;
  passed_on: string;
};
export type MemberLineView = {
  revenue: string;
  own: string;
  passed_on: string;
  id: string;
};
export type MemberDashboardView = {
  currency: string;
  fx_rate: string;
  max_date: string | null;
  start: string;
  end: string;
  estimated: boolean;
  summary: MemberSumsView;
  items: MemberLineView[];
};
export type PremiumView = {
  views: number;
  ratio: string | null;
  price: string | null;
  revenue: string;
};
export type AudienceView = {
  code: string;
  name: string;
  views: number;
  ratio: string;
};
export type CycleKind = "daily" | "monthly";
export type CycleView = {
  from: string;
  to: string;
  updated_at: string;
  kind: CycleKind;
};
export type VideoDetailsView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  url: string | null;
  title: string;
  thumbnail: string | null;
  published_on: string;
  channel: ChannelRefView;
  music: TrackRefView[];
  trend: number[];
  views: number;
  engaged_views: number;
  premium_views: number;
  premium_ratio: string | null;
  premium_price: string | null;
  rpm: string | null;
  revenue: string;
  gross: string | null;
  currency: string;
  fx_rate: string;
  estimated: boolean;
  daily: DailyView[];
  avg_view_rate: string | null;
  avg_view_seconds: string | null;
  premium: PremiumView;
  countries: AudienceView[];
  data_cycle: CycleView;
  tips: string[];
};
export type Want = "actual" | "estimate";
export type ReviewState = "accepted" | "declined" | "waiting";
export type VideoReviewView = {
  id: string;
  video_id: string;
  title: string;
  url: string;
  state: ReviewState;
  asked_at: string;
  decided_at: string | null;
  note: string | null;
};
export type VideoReviewPage = {
  items: VideoReviewView[];
  page: number;
  size: number;
  total: number;
};
export type VideoReviewBody = {
  url: string;
};
export type Gain = "plays" | "views";
export type TrackCategory = "bgm" | "ost" | "pop";
export type RankedView = {
  isrc: string;
  name: string;
  artist: string;
  thumbnail: string | null;
  audio_url: string | null;
  preview_seconds: number;
  duration: number;
  category: TrackCategory;
  is_new: boolean;
  shopping: boolean;
  tags: string[];
  ai_tags: string[];
  favorited: boolean;
  exclusive_logo: string | null;
  released_on: string | null;
  available: boolean;
  rank: number;
  change: number | null;
  gained: number;
};
export type RankingView = {
  from: string;
  to: string;
  by: Gain;
  items: RankedView[];
};
export type TrackView = {
  isrc: string;
  name: string;
  artist: string;
  thumbnail: string | null;
  audio_url: string | null;
  preview_seconds: number;
  duration: number;
  category: TrackCategory;
  is_new: boolean;
  shopping: boolean;
  tags: string[];
  ai_tags: string[];
  favorited: boolean;
  exclusive_logo: string | null;
  released_on: string | null;
  available: boolean;
};
export type TagSectionView = {
  code: string;
  label: string;
  items: TrackView[];
};
export type SavedView = {
  count: number;
  limit: number;
};
export type HomeView = {
  ranking: RankingView;
  new_releases: TrackView[];
  all_new: number;
  prioritized: TrackView[];
  shopping: TrackView[];
  all_shopping: number;
  tag_sections: TagSectionView[];
  own: TrackView[];
  favorites: SavedView;
};
export type TrackPage = {
  items: TrackView[];
  page: number;
  size: number;
  total: number;
};
export type CategoryAsked = "bgm" | "kpop" | "new" | "ost" | "pop";
export type SearchPart = "category" | "search" | "shopping" | "tag";
export type WithoutView = {
  part: SearchPart;
  tag: string | null;
  total: number;
};
export type NarrowingView = {
  items: WithoutView[];
};
export type EarnedTrackView = {
  isrc: string;
  name: string;
  track: TrackView | null;
  videos: number;
  views: number;
  revenue: string;
  used_on: string;
  estimated: boolean;
};
export type UnknownView = {
  videos: number;
  revenue: string;
};
export type EarnedView = {
  items: EarnedTrackView[];
  page: number;
  size: number;
  total: number;
  currency: string;
  fx_rate: string;
  month: string;
  max_date: string | null;
  estimated: boolean;
  summary: RangeMetricsView;
  unknown: UnknownView;
};
export type Month = string;
export type EarnedVideoView = {
  id: string;
  platform: "youtube" | "tiktok" | "own";
  title: string;
  thumbnail: string | null;
  published_on: string;
  channel: ChannelRefView;
  views: number;
  premium_ratio: string | null;
  revenue: string;
  tracks: number;
  estimated: boolean;
};
export type EarnedVideosView = {
  items: EarnedVideoView[];
  page: number;
  size: number;
  total: number;
  currency: string;
  fx_rate: string;
  month: string;
  max_date: string | null;
  estimated: boolean;
  views: number;
  premium_ratio: string | null;
  revenue: string;
};
export type TagView = {
  code: string;
  label: string;
  count: number;
};
export type TagsView = {
  mood: TagView[];
  ai: TagView[];
};
export type TrackDetailView = {
  isrc: string;
  name: string;
  artist: string;
  thumbnail: string | null;
  audio_url: string | null;
  preview_seconds: number;
  duration: number;
  category: TrackCategory;
  is_new: boolean;
  shopping: boolean;
  tags: string[];
  ai_tags: string[];
  favorited: boolean;
  exclusive_logo: string | null;
  released_on: string | null;
  available: boolean;
  peaks: number[];
};
export type ToggleView = {
  isrc: string;
  favorited: boolean;
  count: number;
  limit: number;
};
export type ToggleBody = {
  isrc: string;
};
export type FavoriteView = {
  isrc: string;
  name: string;
  artist: string;
  thumbnail: string | null;
  audio_url: string | null;
  preview_seconds: number;
  duration: number;
  category: TrackCategory;
  is_new: boolean;
  shopping: boolean;
  tags: string[];
  ai_tags: string[];
  favorited: boolean;
  exclusive_logo: string | null;
  released_on: string | null;
  available: boolean;
  saved_at: string;
  used_on: string | null;
  idle: boolean;
};
export type FavoritePage = {
  items: FavoriteView[];
  page: number;
  size: number;
  total: number;
};
export type Act = "copy" | "open" | "play";
export type ExpiringView = {
  points: number;
  on: string;
};
export type SettledView = {
  month: string;
  revenue: string;
  revenue_usd: string;
};
export type WindowView = {
  open: boolean;
  from: string;
  to: string;
};
export type StateName =
  | "below_minimum"
  | "below_zero"
  | "blocked"
  | "details_missing"
  | "earning"
  | "held"
  | "on_its_way"
  | "open"
  | "paid"
  | "refused"
  | "returned"
  | "waiting";
export type AmountKind = "confirmed" | "estimated";
export type NextAct =
  | "choose_password"
  | "correct_details"
  | "enter_details"
  | "remind"
  | "request"
  | "see_channels"
  | "see_correction"
  | "see_factor"
  | "see_request"
  | "sign_consent";
export type StopName =
  | "ask"
  | "asked"
  | "billed"
  | "closed"
  | "figures"
  | "live"
  | "paid"
  | "refused"
  | "returned"
  | "sent_again";
export type Place = "ahead" | "now" | "past";
export type StopView = {
  name: StopName;
  from: string | null;
  to: string | null;
  month: string | null;
  place: Place;
};
export type OpenMonthView = {
  month: string;
  estimated: string;
  closes_on: string;
};
export type BlockedBy = "channel" | "consent" | "country" | "locked";
export type LockedBy = "disowned" | "second_factor";
export type PayoutLockView = {
  by: LockedBy[];
  totp_ends_at: string | null;
};
export type PayoutStateView = {
  state: StateName;
  currency: Currency;
  amount: string | null;
  kind: AmountKind | null;
  date: string | null;
  act: NextAct | null;
  steps: StopView[];
  asked: string | null;
  arrives: string | null;
  fee: string | null;
  arrives_on: string | null;
  month: string | null;
  minimum: string | null;
  below: string | null;
  estimated: string | null;
  open_months: OpenMonthView[];
  figures_until: string | null;
  together: string | null;
  is_enough_together: boolean;
  blocked_by: BlockedBy | null;
  lock: PayoutLockView | null;
  withdrawal: string | null;
  invoice_id: string | null;
  to: string | null;
  reason: string | null;
  held_until: string | null;
  remind_on: string | null;
  recovered: boolean;
};
export type SummaryView = {
  currency: Currency;
  fx_rate: string;
  balance: string;
  balance_usd: string;
  withdrawable: string;
  withdrawable_usd: string;
  expires_on_leaving: string;
  expires_on_leaving_usd: string;
  pending: string;
  pending_usd: string;
  points: number;
  expiring: ExpiringView[];
  last_settled: SettledView | null;
  window: WindowView;
  minimum: string;
  minimum_usd: string;
  payout_state: PayoutStateView | null;
};
export type PutAwayBody = {
  withdrawal: string;
};
export type RemindBody = {
  on: string;
};
export type EntryType =
  | "bonus_point"
  | "cpv_bonus"
  | "expire"
  | "fast_withdrawal"
  | "fast_withdrawal_deduction"
  | "fast_withdrawal_extra"
  | "fast_withdrawal_weekly"
  | "music_profit"
  | "music_profitable_profit"
  | "policy_violation"
  | "portal_profit"
  | "prepaid"
  | "recovery"
  | "referral_2month"
  | "referral_3month"
  | "withdrawal";
export type LineView = {
  type: EntryType;
  correction: boolean;
  amount: string;
  amount_usd: string;
};
export type EstimateNoteView = {
  estimated: string;
  difference: string;
};
export type MonthView = {
  month: string;
  types: LineView[];
  total: string;
  total_usd: string;
  note: EstimateNoteView | null;
};
export type ReportView = {
  items: MonthView[];
  page: number;
  size: number;
  total: number;
  currency: Currency;
  fx_rate: string;
};
export type ExportStatus = "end" | "pending" | "processing";
export type ProgressView = {
  done: number;
  total: number;
};
export type ExportView = {
  id: string;
  status: ExportStatus;
  progress: ProgressView | null;
  rows: number | null;
  error: number | null;
  file_name: string | null;
};
export type AskedExportView = {
  id: string;
  status: ExportStatus;
};
export type ExportBody = {
  start: Month;
  end: Month;
  channel?: string | null;
  subaccount?: string | null;
};
export type ChannelNameView = {
  id: string;
  name: string;
  platform: ("youtube" | "tiktok" | "own") | null;
};
export type LedgerRowView = {
  id: string;
  type: EntryType;
  date: string;
  amount: string;
  amount_usd: string;
  points: number | null;
  expires_on: string | null;
  channel: ChannelNameView | null;
  month: string | null;
  note: string | null;
  correction: boolean;
};
export type LedgerView = {
  items: LedgerRowView[];
  page: number;
  size: number;
  total: number;
  currency: Currency;
  fx_rate: string;
};
export type VideoShareView = {
  video_id: string;
  platform: "youtube" | "tiktok" | "own";
  title: string;
  revenue: string;
};
export type DayShareView = {
  date: string | null;
  revenue: string;
};
export type DetailView = {
  type: EntryType;
  date: string;
  currency: Currency;
  fx_rate: string;
  total: string;
  total_usd: string;
  rows: LedgerRowView[];
  videos: VideoShareView[];
  days: DayShareView[];
  rest: string;
  note: EstimateNoteView | null;
};
export type Kind =
  | "adjustment"
  | "expiry"
  | "forfeiture"
  | "grant"
  | "kept"
  | "payout"
  | "posting"
  | "recovery"
  | "reservation"
  | "reversal"
  | "settlement"
  | "summary_line"
  | "transfer";
export type Sort = "ads" | "both" | "subscription";
export type SummaryLineView = {
  name: string;
  sort: Sort | null;
};
export type Rule =
  "manager_share" | "member_share" | "mixed" | "own" | "through_main";
export type PartsView = {
  videos: VideoShareView[];
  days: DayShareView[];
  rest: string;
};
export type OriginView = {
  file: string;
  line: number;
  day: string | null;
  platform: "youtube" | "tiktok" | "own";
  channel: string;
  video: string;
  amount: string | null;
  share: string;
  in_file: string | null;
};
export type OriginPage = {
  items: OriginView[];
  page: number;
  size: number;
  total: number;
};
export type UsedView = {
  entry: string;
  type: EntryType;
  date: string;
  month: string | null;
  channel: ChannelNameView | null;
  correction: boolean;
  amount: string;
};
export type UsedPage = {
  items: UsedView[];
  page: number;
  size: number;
  total: number;
};
export type WithdrawalStatus =
  "pending" | "rejected" | "rejected_without_recovery" | "success";
export type CreditNoteView = {
  id: string;
  corrects: string;
  date: string;
};
export type PapersView = {
  id: string;
  date: string;
  status: WithdrawalStatus;
  invoice_id: string;
  credit_note_id: string | null;
  credit_notes: CreditNoteView[];
  paid_on: string | null;
};
export type UndoneView = {
  entry: string;
  type: EntryType;
  date: string;
};
export type WentView = {
  entry: string;
  date: string;
  type: EntryType;
  amount: string;
  withdrawal_id: string | null;
  invoice_id: string | null;
  status: WithdrawalStatus | null;
};
export type ExplanationView = {
  entry: string;
  currency: Currency;
  fx_rate: string;
  amount: string;
  amount_usd: string;
  cause: Kind;
  reason: string | null;
  line: SummaryLineView | null;
  rule: Rule | null;
  rate: string | null;
  rounding: string | null;
  posted_before: string | null;
  parts: PartsView;
  rows: OriginPage;
  uses: UsedPage;
  debt: string;
  withdrawal: PapersView | null;
  reverses: UndoneView | null;
  reversed_by: UndoneView | null;
  went: WentView[];
  remaining: string;
};
export type TypeSumView = {
  type: EntryType;
  amount: string;
};
export type StatementView = {
  month: string;
  until: string;
  currency: Currency;
  opening: string;
  movements: LedgerRowView[];
  types: TypeSumView[];
  closing: string;
};
export type StatementFormat = "json" | "pdf" | "xlsx";
export type PayoutMethod = "bank" | "paypal";
export type PaymentInfoView = {
  method: PayoutMethod;
  holder: string | null;
  bank_name: string | null;
  bank_address: string | null;
  swift: string | null;
  postal_code: string | null;
  country: string | null;
  account_number_masked: string | null;
  account_name: string | null;
  account_email_masked: string | null;
  updated_at: string;
};
export type CurrentPaymentInfoView = {
  payment_info: PaymentInfoView | null;
};
export type PaymentInfoBody = {
  method: PayoutMethod;
  holder?: string;
  bank_name?: string;
  bank_address?: string;
  swift?: string;
  account_number?: string;
  account_number_confirm?: string;
  postal_code?: string;
  account_name?: string;
  account_email?: string;
  password?: string | null;
};
export type DisownBody = {
  ticket?: string | null;
};
export type NumberKind = "business" | "person";
export type TaxDetailsView = {
  country: string;
  kind: NumberKind;
  number_masked: string;
  name: string;
  proven: boolean;
  checked_at: string;
};
export type TaxPageView = {
  country: string | null;
  countries: string[];
  tax_details: TaxDetailsView | null;
};
export type TaxCheckBody = {
  name: string;
  business_no?: string | null;
  id_no?: string | null;
  country?: string | null;
};
export type PaidCurrency = "CNY" | "USD";
export type QuoteLineView = {
  month: string;
  type: EntryType;
  correction: boolean;
  note: string | null;
  amount: string;
};
export type BlockedView = {
  code: number;
  reason: string;
};
export type QuoteView = {
  currency: PaidCurrency;
  fx_rate: string;
  total: string;
  fee: string;
  net: string;
  total_usd: string;
  net_usd: string;
  bill_on: string;
  due_on: string;
  held_until: string | null;
  lines: QuoteLineView[];
  allowed: boolean;
  blocked: BlockedView[];
  lock: PayoutLockView | null;
};
export type WithdrawalView = {
  id: string;
  entry: string;
  date: string;
  method: PayoutMethod;
  currency: PaidCurrency;
  total: string;
  fee: string;
  net: string;
  total_usd: string;
  net_usd: string;
  fx_rate: string;
  status: WithdrawalStatus;
  reason: string | null;
  bill_on: string;
  due_on: string;
  held_until: string | null;
  paid_on: string | null;
  invoice_id: string;
  credit_note_id: string | null;
  credit_notes: CreditNoteView[];
};
export type RequestBody = {
  method: PayoutMethod;
  currency: PaidCurrency;
  total: string;
  password?: string | null;
};
export type WithdrawalPage = {
  items: WithdrawalView[];
  page: number;
  size: number;
  total: number;
};
export type InvoiceKind = "credit_note" | "invoice";
export type InvoiceLineView = {
  month: string;
  type: EntryType;
  correction: boolean;
  note: string | null;
  unit_price: string;
  quantity: number;
  amount: string;
};
export type InvoiceView = {
  id: string;
  kind: InvoiceKind;
  corrects: string | null;
  name: string;
  recipient: string;
  service: string;
  issued_on: string;
  currency: PaidCurrency;
  lines: InvoiceLineView[];
  fee: string;
  total: string;
  withdrawal_id: string;
};
export type InvoiceLinkView = {
  token: string;
  expires_in: number;
};
export type NotificationType =
  | "event"
  | "expected_profit"
  | "fixed_profit"
  | "notice"
  | "tax"
  | "withdrawal_done";
export type NotificationView = {
  id: string;
  type: NotificationType;
  title: string;
  body: string;
  link: string | null;
  created_at: string;
  read: boolean;
};
export type NotificationsView = {
  items: NotificationView[];
  page: number;
  size: number;
  total: number;
  unread: number;
};
export type UnreadView = {
  unread: number;
};
export type ReadBody = {
  id: string;
};
export type PostKind = "event" | "notice";
export type PostCardView = {
  id: string;
  kind: PostKind;
  title: string;
  summary: string;
  thumbnail: string | null;
  published_at: string;
  ends_on: string | null;
  pinned: boolean;
};
export type PostCardPage = {
  items: PostCardView[];
  page: number;
  size: number;
  total: number;
};
export type Part =
  | "break"
  | "bullets"
  | "code"
  | "code_block"
  | "emphasis"
  | "heading"
  | "image"
  | "item"
  | "link"
  | "numbers"
  | "paragraph"
  | "quote"
  | "rule"
  | "strong"
  | "text";
export type PartView = {
  part: Part;
  text: string;
  address: string | null;
  width: number | null;
  height: number | null;
  children: PartView[];
};
export type About = "payout";
export type ParticipationKind = "event" | "program";
export type ParticipationView = {
  kind: ParticipationKind;
  apply_from: string;
  apply_until: string;
};
export type NeighbourView = {
  id: string;
  title: string;
};
export type PostView = {
  id: string;
  kind: PostKind;
  title: string;
  summary: string;
  thumbnail: string | null;
  published_at: string;
  ends_on: string | null;
  pinned: boolean;
  body: string;
  content: PartView[];
  about: About | null;
  participation: ParticipationView | null;
  prev: NeighbourView | null;
  next: NeighbourView | null;
};
export type HeaderNoticeView = {
  id: string;
  kind: PostKind;
  title: string;
};
export type HeaderView = {
  items: HeaderNoticeView[];
};
export type BannerView = {
  id: string;
  title: string;
  image: string;
  link: string;
  order: number;
  from: string;
  until: string | null;
};
export type BannersView = {
  items: BannerView[];
  today: string;
};
export type CampaignState = "closed" | "full" | "open";
export type Closing = "ended" | "goal" | "over";
export type CampaignTrackView = {
  isrc: string;
  name: string;
  artist: string;
};
export type CampaignFileNameView = {
  name: string;
  size: number;
};
export type CampaignApplicationView = {
  channel: string;
  name: string;
  applied_on: string;
};
export type EntryState = "accepted" | "checking" | "refused";
export type CampaignEntryView = {
  video_id: string;
  platform: "youtube" | "tiktok" | "own";
  title: string;
  thumbnail: string | null;
  channel: string;
  channel_name: string;
  state: EntryState;
  refused_code: number | null;
  refused_reason: string | null;
  views: number;
  bonus: string;
  posted: string;
  reversed: string;
};
export type CampaignView = {
  id: string;
  title: string;
  text: string;
  state: CampaignState;
  closed_for: Closing | null;
  track: CampaignTrackView;
  rate: string;
  budget: string;
  goal: number;
  view_target: number | null;
  views: number;
  counted_until: string | null;
  expected_on: string | null;
  until: string;
  min_seconds: number;
  files: CampaignFileNameView[];
  opens_in: number | null;
  applications: CampaignApplicationView[];
  entries: CampaignEntryView[];
};
export type CampaignCountsView = {
  open: number;
  mine: number;
  over: number;
};
export type CampaignListView = {
  items: CampaignView[];
  page: number;
  size: number;
  total: number;
  counts: CampaignCountsView;
};
export type ListView = "mine" | "open" | "over";
export type ApplyBody = {
  id: string;
  channel: string;
};
export type ParticipateBody = {
  id: string;
  url: string;
};
export type CampaignFileView = {
  name: string;
  media_type: string;
  size: number;
  url: string;
  expires_at: string;
};
export type CampaignFilesView = {
  items: CampaignFileView[];
};
export type EventState = "closed" | "full" | "open" | "to_come";
export type EventParticipationView = {
  channel: string | null;
  channel_name: string | null;
  applied_on: string;
  claimed_on: string | null;
};
export type EventView = {
  id: string;
  state: EventState;
  apply_from: string;
  apply_until: string;
  cancel_until: string;
  places: number | null;
  places_left: number | null;
  benefit: string | null;
  benefit_from: string | null;
  benefit_until: string | null;
  participation: EventParticipationView | null;
};
export type TakePartBody = {
  id: string;
  channel?: string | null;
};
export type EventBody = {
  id: string;
};
export type ProgramState = "closed" | "open" | "to_come";
export type ApplicationState =
  "active" | "denied" | "ended" | "lapsed" | "waiting";
export type ProgramApplicationView = {
  channel: string;
  channel_name: string;
  term: number;
  state: ApplicationState;
  applied_on: string;
  reason: string | null;
};
export type ProgramView = {
  id: string;
  term: number;
  state: ProgramState;
  apply_from: string;
  apply_until: string;
  applications: ProgramApplicationView[];
};
export type ProgramBody = {
  id: string;
  channel: string;
};
export type InquiryKind = "general" | "partnership";
export type LongText = string;
export type InquiryForm = {
  kind: InquiryKind;
  title: string;
  content: LongText;
  contact: string;
  file?: UploadedFile | null;
};
export const {
  useGetConsentQuery,
  useSignConsentMutation,
  useListMembersQuery,
  useAddMemberMutation,
  useUpdateMemberMutation,
  useDeleteMemberMutation,
  useInviteMemberMutation,
  useInviteMemberAgainMutation,
  useImportMembersMutation,
  usePreviewMemberRateQuery,
  useGetInvitationsQuery,
  useListFriendsQuery,
  useListChannelsQuery,
  useListSubChannelsQuery,
  useGetChannelQuery,
  useListChannelCategoriesQuery,
  useAddChannelMutation,
  useVerifyChannelMutation,
  useGetChannelVerificationQuery,
  useReviewChannelMutation,
  useAssignChannelMutation,
  useUnassignChannelMutation,
  usePreviewChannelDeletionQuery,
  useDeleteChannelMutation,
  useDashboardQuery,
  useVideoDashboardQuery,
  useListVideosQuery,
  useChannelDashboardQuery,
  useMemberDashboardQuery,
  useVideoDetailsQuery,
  useListVideoReviewsQuery,
  useReviewVideoMutation,
  useGetMusicHomeQuery,
  useSearchMusicQuery,
  useCountWithoutQuery,
  useListEarnedQuery,
  useListEarnedVideosQuery,
  useListMusicTagsQuery,
  useGetTrackQuery,
  useToggleFavoriteMutation,
  useListFavoritesQuery,
  useLogMusicQuery,
  usePlayPreviewQuery,
  useGetEarningsSummaryQuery,
  useDismissPayoutStateMutation,
  useRemindOfPayoutMutation,
  useListEarningsQuery,
  useGetExcelReportQuery,
  useRequestExcelReportMutation,
  useListLedgerQuery,
  useGetEarningsDetailQuery,
  useExplainEarningQuery,
  useGetStatementQuery,
  useGetPaymentInfoQuery,
  useRegisterPaymentInfoMutation,
  useUpdatePaymentInfoMutation,
  useDisownPaymentInfoMutation,
  useGetTaxDetailsQuery,
  useCheckTaxDetailsMutation,
  useGetWithdrawalQuoteQuery,
  useRequestWithdrawalMutation,
  useListWithdrawalsQuery,
  useGetInvoiceQuery,
  useCreateInvoiceLinkQuery,
  useOpenInvoiceLinkQuery,
  useListNotificationsQuery,
  useReadNotificationMutation,
  useReadAllNotificationsMutation,
  useListPostsQuery,
  useGetPostQuery,
  useListHeaderNoticesQuery,
  useListBannersQuery,
  useListCampaignsQuery,
  useGetCampaignQuery,
  useApplyToCampaignMutation,
  useEnterCampaignMutation,
  useListCampaignFilesQuery,
  useGetEventQuery,
  useApplyToEventMutation,
  useCancelEventMutation,
  useClaimEventBenefitMutation,
  useGetProgramQuery,
  useApplyToProgramMutation,
  useSendInquiryMutation,
} = injectedRtkApi;
