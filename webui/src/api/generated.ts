import { emptyApi as api } from "./empty";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSiteSettings: build.query<
      GetSiteSettingsApiResponse,
      GetSiteSettingsApiArg
    >({
      query: () => ({ url: `/site/settings` }),
    }),
    listCountries: build.query<ListCountriesApiResponse, ListCountriesApiArg>({
      query: () => ({ url: `/site/countries` }),
    }),
    getSiteMetadata: build.query<
      GetSiteMetadataApiResponse,
      GetSiteMetadataApiArg
    >({
      query: (queryArg) => ({
        url: `/site/metadata`,
        params: {
          host: queryArg,
        },
      }),
    }),
    getTerms: build.query<GetTermsApiResponse, GetTermsApiArg>({
      query: (queryArg) => ({
        url: `/site/terms`,
        params: {
          kind: queryArg,
        },
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/member/login`,
        method: "POST",
        body: queryArg,
      }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: () => ({ url: `/member/logout`, method: "POST" }),
    }),
    join: build.mutation<JoinApiResponse, JoinApiArg>({
      query: (queryArg) => ({
        url: `/member/join`,
        method: "POST",
        body: queryArg,
      }),
    }),
    me: build.query<MeApiResponse, MeApiArg>({
      query: () => ({ url: `/member/me` }),
    }),
    sendEmailCode: build.mutation<
      SendEmailCodeApiResponse,
      SendEmailCodeApiArg
    >({
      query: () => ({ url: `/member/email`, method: "POST" }),
    }),
    verifyEmail: build.mutation<VerifyEmailApiResponse, VerifyEmailApiArg>({
      query: (queryArg) => ({
        url: `/member/emailverify`,
        method: "POST",
        body: queryArg,
      }),
    }),
    findPassword: build.mutation<FindPasswordApiResponse, FindPasswordApiArg>({
      query: (queryArg) => ({
        url: `/member/account/find.password`,
        method: "POST",
        body: queryArg,
      }),
    }),
    verifyFindPassword: build.mutation<
      VerifyFindPasswordApiResponse,
      VerifyFindPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/member/account/find.password.verify`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateFoundPassword: build.mutation<
      UpdateFoundPasswordApiResponse,
      UpdateFoundPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/member/account/find.password.update`,
        method: "POST",
        body: queryArg,
      }),
    }),
    createOnetimeAuth: build.mutation<
      CreateOnetimeAuthApiResponse,
      CreateOnetimeAuthApiArg
    >({
      query: (queryArg) => ({
        url: `/member/create.onetime.auth`,
        method: "POST",
        params: {
          code: queryArg,
        },
      }),
    }),
    stepUp: build.mutation<StepUpApiResponse, StepUpApiArg>({
      query: (queryArg) => ({
        url: `/member/stepup`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateAccount: build.mutation<
      UpdateAccountApiResponse,
      UpdateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/member/account/update`,
        method: "POST",
        body: queryArg,
      }),
    }),
    deleteAccount: build.mutation<
      DeleteAccountApiResponse,
      DeleteAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/member/account/delete.account`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/member/sessions` }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/member/sessions/end`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updatePush: build.mutation<UpdatePushApiResponse, UpdatePushApiArg>({
      query: (queryArg) => ({
        url: `/member/settings/push`,
        method: "POST",
        body: queryArg,
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
    }),
    readAllNotifications: build.mutation<
      ReadAllNotificationsApiResponse,
      ReadAllNotificationsApiArg
    >({
      query: () => ({ url: `/notification/read.all`, method: "POST" }),
    }),
    withdrawalSummary: build.query<
      WithdrawalSummaryApiResponse,
      WithdrawalSummaryApiArg
    >({
      query: () => ({ url: `/withdrawal/summary` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type GetSiteSettingsApiResponse = /** status 200 Done. */ Success &
  SiteSettingsView;
export type GetSiteSettingsApiArg = void;
export type ListCountriesApiResponse = /** status 200 Done. */ Success &
  CountriesView;
export type ListCountriesApiArg = void;
export type GetSiteMetadataApiResponse = /** status 200 Done. */ Success &
  MetadataView;
export type GetSiteMetadataApiArg = string;
export type GetTermsApiResponse = /** status 200 Done. */ Success & TermsView;
export type GetTermsApiArg = TermsKind;
export type LoginApiResponse = /** status 200 Done */ Success & SessionView;
export type LoginApiArg = LoginBody;
export type LogoutApiResponse = /** status 200 Done */ Success & EmptyView;
export type LogoutApiArg = void;
export type JoinApiResponse = /** status 200 Done */ Success & SessionView;
export type JoinApiArg = JoinBody;
export type MeApiResponse = /** status 200 Done */ Success & MeView;
export type MeApiArg = void;
export type SendEmailCodeApiResponse = /** status 200 Done */ Success &
  CodeSentView;
export type SendEmailCodeApiArg = void;
export type VerifyEmailApiResponse = /** status 200 Done */ Success &
  EmailVerifiedView;
export type VerifyEmailApiArg = EmailVerifyBody;
export type FindPasswordApiResponse = /** status 200 Done */ Success &
  RecoverySentView;
export type FindPasswordApiArg = FindPasswordBody;
export type VerifyFindPasswordApiResponse = /** status 200 Done */ Success &
  ResetTokenView;
export type VerifyFindPasswordApiArg = FindPasswordVerifyBody;
export type UpdateFoundPasswordApiResponse = /** status 200 Done */ Success &
  EmptyView;
export type UpdateFoundPasswordApiArg = FindPasswordUpdateBody;
export type CreateOnetimeAuthApiResponse = /** status 200 Done */ Success &
  SessionView;
export type CreateOnetimeAuthApiArg = string;
export type StepUpApiResponse = /** status 200 Done */ Success & EmptyView;
export type StepUpApiArg = StepUpBody;
export type UpdateAccountApiResponse = /** status 200 Done */ Success &
  AccountUpdatedView;
export type UpdateAccountApiArg = AccountUpdateBody;
export type DeleteAccountApiResponse = /** status 200 Done */ Success &
  AccountDeletedView;
export type DeleteAccountApiArg = DeleteAccountBody;
export type ListSessionsApiResponse = /** status 200 Done */ Success &
  SessionsView;
export type ListSessionsApiArg = void;
export type EndSessionApiResponse = /** status 200 Done */ Success & EmptyView;
export type EndSessionApiArg = EndSessionBody;
export type UpdatePushApiResponse = /** status 200 Done */ Success & PushView;
export type UpdatePushApiArg = PushBody;
export type ListNotificationsApiResponse = /** status 200 Done */ Success &
  NotificationPage;
export type ListNotificationsApiArg = {
  page?: number;
  size?: number;
  type?: string;
};
export type ReadNotificationApiResponse = /** status 200 Done */ Success &
  UnreadView;
export type ReadNotificationApiArg = ReadBody;
export type ReadAllNotificationsApiResponse = /** status 200 Done */ Success &
  UnreadView;
export type ReadAllNotificationsApiArg = void;
export type WithdrawalSummaryApiResponse = /** status 200 Done */ Success &
  WithdrawalSummaryView;
export type WithdrawalSummaryApiArg = void;
export type Success = {
  success: true;
  message: string;
};
export type Language = "en" | "ko" | "zh-CN" | "zh-TW";
export type Currency = "CNY" | "JPY" | "KRW" | "USD";
export type UrlStrategy =
  "no_prefix" | "prefix_and_default" | "prefix_except_default";
export type AccountRules = {
  id_min: number;
  id_max: number;
  password_min: number;
  password_max: number;
  name_min: number;
  name_max: number;
  signup_permission_flag: number;
  deleted_hold_days: number;
  code_ttl: number;
  reset_ttl: number;
  max_attempts: number;
  resend_after: number;
  step_up_seconds: number;
};
export type ChannelRules = {
  hold_max_views: number;
  review_days: number[];
  forfeit_small: string;
  verify_timer: number;
  verify_every: number;
};
export type RpmBase = "engaged_views" | "views";
export type ReportRules = {
  lag_days: number;
  rpm_base: RpmBase;
  target_day: number;
};
export type PayoutRule =
  "bill_plus_days" | "earning_month_plus_days" | "end_of_following_month";
export type BankMinimumBasis = "last_settled_month" | "requested_amount";
export type WithdrawalRules = {
  windows: number[][];
  payout_rule: PayoutRule;
  payout_days: number;
  minimum: string;
  bank_minimum: string;
  bank_minimum_basis: BankMinimumBasis;
  bank_fee: string;
  paypal_fee_rate: string;
  account_min: number;
  account_max: number;
  accept_iban: boolean;
  unsupported_bank_countries: string[];
  cool_down_days: number;
};
export type ReferralRules = {
  window_months: number;
  reward_rate: string;
  points_per_usd: number;
  points_valid_months: number;
};
export type CopyNumbers = {
  mobile_volume_percent: number;
  pc_volume_percent: number;
  recommended_seconds: number;
  short_seconds: number;
  editor_seconds: number;
  premium_keep_seconds: number;
  premium_percent: number;
  premium_rpm_factor: number;
  recognition_days: number[];
  inquiry_max_chars: number;
  inquiry_max_bytes: number;
  campaign_wait_seconds: number;
};
export type FeatureFlags = {
  phone: boolean;
  tax: boolean;
  campaigns: boolean;
};
export type SiteSettingsView = {
  name: string;
  support_url: string | null;
  terms_version: string;
  business_tz: string;
  today: string;
  languages: Language[];
  currencies: Currency[];
  locale_strategy: UrlStrategy;
  keep_saved_korean: boolean;
  simplified_units: boolean;
  favourites_limit: number;
  default_fee_rate: string;
  accounts: AccountRules;
  channels: ChannelRules;
  reports: ReportRules;
  withdrawal: WithdrawalRules;
  referral: ReferralRules;
  copy: CopyNumbers;
  features: FeatureFlags;
};
export type Problem = {
  success: false;
  code: number;
  message: string;
  details: object | null;
};
export type CountryView = {
  code: string;
  name: string;
  lat: string;
  lng: string;
};
export type CountriesView = {
  items: CountryView[];
};
export type PartnerView = {
  domain: string;
  name: string;
  color_primary: string;
  color_primary_dim: string;
  exclusive_logo: string | null;
};
export type MetadataView = {
  metadata: PartnerView | null;
};
export type TermsView = {
  title: string;
  body: string;
  version: string;
  updated_on: string;
};
export type TermsKind = "ofl" | "osl" | "policy" | "terms";
export type SessionInfo = {
  name: string;
  user_id: string;
};
export type PaymentInfo = {
  method: "bank" | "paypal";
  holder: string | null;
  account_name: string | null;
  bank_name: string | null;
  bank_address: string | null;
  swift: string | null;
  postal_code: string | null;
  country: string | null;
  account_number_masked: string | null;
  account_email_masked: string | null;
  updated_at: string;
};
export type TutorialView = {
  dashboard: boolean;
  music: boolean;
  channel: boolean;
  guide: boolean;
};
export type PushSettings = {
  notice: boolean;
  marketing: boolean;
};
export type SessionView = {
  token: string;
  info: SessionInfo;
  role: "main" | "member";
  permission: string;
  permission_flag: number;
  auth_required: boolean;
  is_mcn_related: boolean;
  withdrawal: PaymentInfo | null;
  has_approved_channel: boolean;
  tutorial: TutorialView;
  settings: PushSettings;
  referral_code: string;
};
export type LoginBody = {
  id: string;
  password: string;
};
export type EmptyView = {};
export type JoinBody = {
  id: string;
  password: string;
  nickname: string;
  referral?: string;
};
export type MeView = {
  info: SessionInfo;
  role: "main" | "member";
  permission: string;
  permission_flag: number;
  auth_required: boolean;
  is_mcn_related: boolean;
  withdrawal: PaymentInfo | null;
  has_approved_channel: boolean;
  tutorial: TutorialView;
  settings: PushSettings;
  referral_code: string;
};
export type CodeSentView = {
  sent_to: string;
  expires_in: number;
  resend_in: number;
};
export type EmailVerifiedView = {
  auth_required: boolean;
};
export type EmailVerifyBody = {
  code: string;
};
export type RecoverySentView = {
  expires_in: number;
  resend_in: number;
};
export type FindPasswordBody = {
  email: string;
};
export type ResetTokenView = {
  token: string;
  expires_in: number;
};
export type FindPasswordVerifyBody = {
  code: string;
  email: string;
};
export type FindPasswordUpdateBody = {
  token: string;
  password: string;
};
export type StepUpBody = {
  password: string;
};
export type AccountUpdatedView = {
  info: SessionInfo;
};
export type AccountUpdateBody = {
  password?: string;
  new_password?: string;
  nickname?: string;
};
export type AccountDeletedView = {
  expired: string;
  currency: string;
  fx_rate: string;
};
export type DeleteAccountBody = {
  password: string;
};
export type SessionItem = {
  id: string;
  user_agent: string;
  ip: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
};
export type SessionsView = {
  items: SessionItem[];
};
export type EndSessionBody = {
  id?: string;
};
export type PushView = {
  notice: boolean;
  marketing: boolean;
};
export type PushBody = {
  notice: boolean;
  marketing: boolean;
  type?: "notice" | "marketing";
};
export type NotificationItem = {
  id: string;
  type: string;
  title: string;
  body: string;
  link: string | null;
  created_at: string;
  read: boolean;
};
export type NotificationPage = {
  items: NotificationItem[];
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
export type ExpiringPoints = {
  points: number;
  on: string;
};
export type LastSettled = {
  month: string;
  revenue: string;
};
export type WindowView = {
  open: boolean;
  from: string;
  to: string;
};
export type WithdrawalSummaryView = {
  currency: string;
  fx_rate: string;
  balance: string;
  withdrawable: string;
  pending: string;
  points: number;
  expiring: ExpiringPoints[];
  last_settled: LastSettled | null;
  window: WindowView;
  minimum: string;
};
export const {
  useGetSiteSettingsQuery,
  useLazyGetSiteSettingsQuery,
  useListCountriesQuery,
  useLazyListCountriesQuery,
  useGetSiteMetadataQuery,
  useLazyGetSiteMetadataQuery,
  useGetTermsQuery,
  useLazyGetTermsQuery,
  useLoginMutation,
  useLogoutMutation,
  useJoinMutation,
  useMeQuery,
  useLazyMeQuery,
  useSendEmailCodeMutation,
  useVerifyEmailMutation,
  useFindPasswordMutation,
  useVerifyFindPasswordMutation,
  useUpdateFoundPasswordMutation,
  useCreateOnetimeAuthMutation,
  useStepUpMutation,
  useUpdateAccountMutation,
  useDeleteAccountMutation,
  useListSessionsQuery,
  useLazyListSessionsQuery,
  useEndSessionMutation,
  useUpdatePushMutation,
  useListNotificationsQuery,
  useLazyListNotificationsQuery,
  useReadNotificationMutation,
  useReadAllNotificationsMutation,
  useWithdrawalSummaryQuery,
  useLazyWithdrawalSummaryQuery,
} = injectedRtkApi;
