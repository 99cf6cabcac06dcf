import { emptyApi as api } from "./empty";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
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
    disownLogin: build.mutation<DisownLoginApiResponse, DisownLoginApiArg>({
      query: (queryArg) => ({
        url: `/member/login.disown`,
        method: "POST",
        body: queryArg,
      }),
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
      providesTags: ["Me"],
    }),
    createOnetimeAuth: build.mutation<
      CreateOnetimeAuthApiResponse,
      CreateOnetimeAuthApiArg
    >({
      query: (queryArg) => ({
        url: `/member/create.onetime.auth`,
        method: "POST",
        body: queryArg.oneTimeBody,
        params: {
          code: queryArg.code,
        },
      }),
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
      invalidatesTags: ["Me"],
    }),
    startEmailChange: build.mutation<
      StartEmailChangeApiResponse,
      StartEmailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/member/email.change`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me"],
    }),
    finishEmailChange: build.mutation<
      FinishEmailChangeApiResponse,
      FinishEmailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/member/email.change.verify`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me"],
    }),
    getPhone: build.query<GetPhoneApiResponse, GetPhoneApiArg>({
      query: () => ({ url: `/member/phone` }),
      providesTags: ["Me"],
    }),
    sendPhoneCode: build.mutation<
      SendPhoneCodeApiResponse,
      SendPhoneCodeApiArg
    >({
      query: (queryArg) => ({
        url: `/member/phone/send`,
        method: "POST",
        body: queryArg,
      }),
    }),
    verifyPhone: build.mutation<VerifyPhoneApiResponse, VerifyPhoneApiArg>({
      query: (queryArg) => ({
        url: `/member/phone/verify`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me"],
    }),
    findIdByPhone: build.mutation<
      FindIdByPhoneApiResponse,
      FindIdByPhoneApiArg
    >({
      query: (queryArg) => ({
        url: `/member/phone/find.id`,
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
    updateAccount: build.mutation<
      UpdateAccountApiResponse,
      UpdateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/member/account/update`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me", "Sessions"],
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
    updatePush: build.mutation<UpdatePushApiResponse, UpdatePushApiArg>({
      query: (queryArg) => ({
        url: `/member/settings/push`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me"],
    }),
    stepTutorial: build.mutation<StepTutorialApiResponse, StepTutorialApiArg>({
      query: (queryArg) => ({
        url: `/member/settings/step.tutorial`,
        method: "POST",
        body: queryArg,
      }),
    }),
    setupTotp: build.mutation<SetupTotpApiResponse, SetupTotpApiArg>({
      query: (queryArg) => ({
        url: `/member/totp/setup`,
        method: "POST",
        body: queryArg,
      }),
    }),
    confirmTotp: build.mutation<ConfirmTotpApiResponse, ConfirmTotpApiArg>({
      query: (queryArg) => ({
        url: `/member/totp/confirm`,
        method: "POST",
        body: queryArg,
      }),
    }),
    renewRecoveryCodes: build.mutation<
      RenewRecoveryCodesApiResponse,
      RenewRecoveryCodesApiArg
    >({
      query: (queryArg) => ({
        url: `/member/totp/codes`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me"],
    }),
    removeTotp: build.mutation<RemoveTotpApiResponse, RemoveTotpApiArg>({
      query: (queryArg) => ({
        url: `/member/totp/remove`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me", "Sessions"],
    }),
    removeTotpLater: build.mutation<
      RemoveTotpLaterApiResponse,
      RemoveTotpLaterApiArg
    >({
      query: (queryArg) => ({
        url: `/member/totp/remove.later`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me", "Balance"],
    }),
    loseTotp: build.mutation<LoseTotpApiResponse, LoseTotpApiArg>({
      query: (queryArg) => ({
        url: `/member/totp/lost`,
        method: "POST",
        body: queryArg,
      }),
    }),
    keepTotp: build.mutation<KeepTotpApiResponse, KeepTotpApiArg>({
      query: (queryArg) => ({
        url: `/member/totp/keep`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Me", "Balance"],
    }),
    stepUp: build.mutation<StepUpApiResponse, StepUpApiArg>({
      query: (queryArg) => ({
        url: `/member/stepup`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/member/sessions` }),
      providesTags: ["Sessions"],
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/member/sessions/end`,
        method: "POST",
        body: queryArg,
      }),
      invalidatesTags: ["Sessions"],
    }),
    acceptMemberInvitation: build.mutation<
      AcceptMemberInvitationApiResponse,
      AcceptMemberInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/member/invite.accept`,
        method: "POST",
        body: queryArg,
      }),
    }),
    validateInvitation: build.query<
      ValidateInvitationApiResponse,
      ValidateInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/member/invitation/validate`,
        params: {
          code: queryArg,
        },
      }),
    }),
    getFrame: build.query<GetFrameApiResponse, GetFrameApiArg>({
      query: (queryArg) => ({
        url: `/site/frame`,
        params: {
          host: queryArg,
        },
      }),
    }),
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
    resolveShortLink: build.query<
      ResolveShortLinkApiResponse,
      ResolveShortLinkApiArg
    >({
      query: (queryArg) => ({
        url: `/site/short`,
        params: {
          code: queryArg,
        },
      }),
    }),
    getLandingMusic: build.query<
      GetLandingMusicApiResponse,
      GetLandingMusicApiArg
    >({
      query: (queryArg) => ({
        url: `/site/landing`,
        params: {
          host: queryArg,
        },
      }),
      providesTags: ["Music"],
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as baseApi };
export type LoginApiResponse = /** status 200 Done. */ Success & SessionView;
export type LoginApiArg = LoginBody;
export type LogoutApiResponse = /** status 200 Done. */ Success;
export type LogoutApiArg = void;
export type DisownLoginApiResponse = /** status 200 Done. */ Success;
export type DisownLoginApiArg = DisownLoginBody;
export type JoinApiResponse = /** status 200 Done. */ Success & SessionView;
export type JoinApiArg = JoinBody;
export type MeApiResponse = /** status 200 Done. */ Success & MeView;
export type MeApiArg = void;
export type CreateOnetimeAuthApiResponse = /** status 200 Done. */ Success &
  SessionView;
export type CreateOnetimeAuthApiArg = {
  code?: string;
  oneTimeBody: OneTimeBody;
};
export type SendEmailCodeApiResponse = /** status 200 Done. */ Success &
  CodeSentView;
export type SendEmailCodeApiArg = void;
export type VerifyEmailApiResponse = /** status 200 Done. */ Success &
  VerifiedView;
export type VerifyEmailApiArg = CodeBody;
export type StartEmailChangeApiResponse = /** status 200 Done. */ Success &
  CodeSentView;
export type StartEmailChangeApiArg = EmailChangeBody;
export type FinishEmailChangeApiResponse = /** status 200 Done. */ Success &
  UpdateView;
export type FinishEmailChangeApiArg = CodeBody;
export type GetPhoneApiResponse = /** status 200 Done. */ Success & PhoneView;
export type GetPhoneApiArg = void;
export type SendPhoneCodeApiResponse = /** status 200 Done. */ Success &
  CodeSentView;
export type SendPhoneCodeApiArg = PhoneBody;
export type VerifyPhoneApiResponse = /** status 200 Done. */ Success &
  PhoneView;
export type VerifyPhoneApiArg = PhoneCodeBody;
export type FindIdByPhoneApiResponse = /** status 200 Done. */ Success &
  FoundIdView;
export type FindIdByPhoneApiArg = PhoneCodeBody;
export type FindPasswordApiResponse = /** status 200 Done. */ Success &
  RecoveryView;
export type FindPasswordApiArg = RecoveryBody;
export type VerifyFindPasswordApiResponse = /** status 200 Done. */ Success &
  ResetView;
export type VerifyFindPasswordApiArg = RecoveryCodeBody;
export type UpdateFoundPasswordApiResponse = /** status 200 Done. */ Success;
export type UpdateFoundPasswordApiArg = ResetBody;
export type UpdateAccountApiResponse = /** status 200 Done. */ Success &
  UpdateView;
export type UpdateAccountApiArg = UpdateBody;
export type DeleteAccountApiResponse = /** status 200 Done. */ Success &
  LeftView;
export type DeleteAccountApiArg = PasswordBody;
export type UpdatePushApiResponse = /** status 200 Done. */ Success &
  PreferencesView;
export type UpdatePushApiArg = PushBody;
export type StepTutorialApiResponse = /** status 200 Done. */ Success &
  TutorialAnswer;
export type StepTutorialApiArg = TutorialBody;
export type SetupTotpApiResponse = /** status 200 Done. */ Success &
  EnrolmentView;
export type SetupTotpApiArg = FreshBody;
export type ConfirmTotpApiResponse = /** status 200 Done. */ Success &
  RecoveryCodesView;
export type ConfirmTotpApiArg = TotpCodeBody;
export type RenewRecoveryCodesApiResponse = /** status 200 Done. */ Success &
  RecoveryCodesView;
export type RenewRecoveryCodesApiArg = TotpCodeBody;
export type RemoveTotpApiResponse = /** status 200 Done. */ Success;
export type RemoveTotpApiArg = TotpCodeBody;
export type RemoveTotpLaterApiResponse = /** status 200 Done. */ Success &
  LostView;
export type RemoveTotpLaterApiArg = FreshBody;
export type LoseTotpApiResponse = /** status 200 Done. */ Success & LostView;
export type LoseTotpApiArg = LostBody;
export type KeepTotpApiResponse = /** status 200 Done. */ Success;
export type KeepTotpApiArg = KeepBody;
export type StepUpApiResponse = /** status 200 Done. */ Success & StepUpView;
export type StepUpApiArg = PasswordBody;
export type ListSessionsApiResponse = /** status 200 Done. */ Success &
  SessionsView;
export type ListSessionsApiArg = void;
export type EndSessionApiResponse = /** status 200 Done. */ Success & EndedView;
export type EndSessionApiArg = EndSessionBody;
export type AcceptMemberInvitationApiResponse =
  /** status 200 Done. */ Success & SessionView;
export type AcceptMemberInvitationApiArg = AcceptBody;
export type ValidateInvitationApiResponse = /** status 200 Done. */ Success &
  InviterView;
export type ValidateInvitationApiArg = string;
export type GetFrameApiResponse = /** status 200 Done. */ Success & FrameView;
export type GetFrameApiArg = string;
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
export type ResolveShortLinkApiResponse = /** status 200 Done. */ Success &
  ShortView;
export type ResolveShortLinkApiArg = string;
export type GetLandingMusicApiResponse = /** status 200 Done. */ Success &
  LandingMusicView;
export type GetLandingMusicApiArg = string | undefined;
export type Success = {
  success: true;
  message: string;
};
export type InfoView = {
  name: string;
  user_id: string;
};
export type Role = "main" | "member";
export type Permission = "" | "mcn" | "mcn_creator" | "mcn_creator_sub";
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
export type TutorialView = {
  dashboard: boolean;
  music: boolean;
  channel: boolean;
  guide: boolean;
};
export type PreferencesView = {
  notice: boolean;
  marketing: boolean;
};
export type TotpView = {
  active: boolean;
  required: boolean;
  recovery_codes: number;
  ends_at: string | null;
};
export type ViewingView = {
  operator: string;
  until: string;
};
export type SessionView = {
  info: InfoView;
  role: Role;
  permission: Permission;
  permission_flag: number;
  auth_required: boolean;
  is_mcn_related: boolean;
  withdrawal: PaymentInfoView | null;
  has_approved_channel: boolean;
  tutorial: TutorialView;
  settings: PreferencesView;
  totp: TotpView;
  referral_code: string;
  viewing: ViewingView | null;
  token: string;
  device: string | null;
};
export type Problem = {
  success: false;
  code: number;
  message: string;
  details: object | null;
};
export type LoginBody = {
  id: string;
  password: string;
  code?: string | null;
  device?: string | null;
  mailed_code?: string | null;
};
export type DisownLoginBody = {
  ticket: string;
};
export type JoinBody = {
  id: string;
  password: string;
  nickname: string;
  password_confirm?: string | null;
  referral?: string | null;
};
export type MeView = {
  info: InfoView;
  role: Role;
  permission: Permission;
  permission_flag: number;
  auth_required: boolean;
  is_mcn_related: boolean;
  withdrawal: PaymentInfoView | null;
  has_approved_channel: boolean;
  tutorial: TutorialView;
  settings: PreferencesView;
  totp: TotpView;
  referral_code: string;
  viewing: ViewingView | null;
};
export type OneTimeBody = {
  code?: string | null;
};
export type CodeSentView = {
  sent_to: string;
  expires_in: number;
  resend_in: number;
};
export type VerifiedView = {
  auth_required: boolean;
};
export type CodeBody = {
  code: string;
};
export type EmailChangeBody = {
  email: string;
  password?: string | null;
};
export type UpdateView = {
  info: InfoView;
};
export type PhoneView = {
  phone: string | null;
  verified_at: string | null;
};
export type PhoneBody = {
  phone: string;
};
export type PhoneCodeBody = {
  phone: string;
  code: string;
};
export type FoundIdView = {
  user_id: string;
};
export type RecoveryView = {
  expires_in: number;
  resend_in: number;
};
export type RecoveryBody = {
  email: string;
};
export type ResetView = {
  token: string;
  expires_in: number;
};
export type RecoveryCodeBody = {
  code: string;
  email: string;
};
export type ResetBody = {
  token: string;
  password: string;
  password_confirm?: string | null;
};
export type UpdateBody = {
  password?: string | null;
  new_password?: string | null;
  nickname?: string | null;
};
export type Currency = "CNY" | "JPY" | "KRW" | "USD";
export type LeftView = {
  currency: Currency;
  fx_rate: string;
  expired: string;
  expired_usd: string;
};
export type PasswordBody = {
  password: string;
};
export type PushType = "marketing" | "notice";
export type PushBody = {
  notice: boolean;
  marketing: boolean;
  type?: PushType | null;
};
export type TutorialAnswer = {
  tutorial: TutorialView;
};
export type TutorialValue = "all" | "channel" | "dashboard" | "guide" | "music";
export type TutorialBody = {
  value: TutorialValue;
};
export type EnrolmentView = {
  secret: string;
  address: string;
};
export type FreshBody = {
  password?: string | null;
};
export type RecoveryCodesView = {
  recovery_codes: string[];
};
export type TotpCodeBody = {
  code: string;
  password?: string | null;
};
export type LostView = {
  ends_at: string;
};
export type LostBody = {
  id: string;
  password: string;
  device?: string | null;
  mailed_code?: string | null;
};
export type KeepBody = {
  ticket?: string | null;
};
export type StepUpView = {
  expires_in: number;
};
export type SessionItem = {
  id: string;
  user_agent: string;
  ip: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
  viewed_by: string | null;
};
export type SessionsView = {
  items: SessionItem[];
};
export type EndedView = {
  ended: number;
};
export type EndSessionBody = {
  id?: string | null;
  password?: string | null;
};
export type AcceptBody = {
  t: string;
  password: string;
};
export type InviterView = {
  valid: boolean;
  inviter: string;
};
export type Language = "en" | "ko" | "zh-CN" | "zh-TW";
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
export type MinimumBasis = "last_settled_month" | "requested_amount";
export type MethodRules = {
  method: PayoutMethod;
  fee: string;
  fee_rate: string;
  minimum: string | null;
  minimum_basis: MinimumBasis;
  currencies: Currency[];
};
export type WithdrawalRules = {
  windows: number[][];
  payout_rule: PayoutRule;
  payout_days: number;
  minimum: string;
  bank_minimum: string;
  bank_minimum_basis: MinimumBasis;
  bank_fee: string;
  paypal_fee_rate: string;
  account_min: number;
  account_max: number;
  accept_iban: boolean;
  unsupported_bank_countries: string[];
  cool_down_days: number;
  methods: MethodRules[];
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
  events: boolean;
  programs: boolean;
  consent: boolean;
  video_review: boolean;
};
export type SiteSettingsView = {
  name: string;
  support_url: string | null;
  run_by: string | null;
  answered_by: string[];
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
  fee_rate_from: string;
  accounts: AccountRules;
  channels: ChannelRules;
  reports: ReportRules;
  withdrawal: WithdrawalRules;
  referral: ReferralRules;
  copy: CopyNumbers;
  features: FeatureFlags;
};
export type LandingView = {
  language: Language;
  title: string;
  lead: string;
};
export type PartnerView = {
  domain: string;
  name: string;
  color_primary: string;
  color_primary_dim: string;
  exclusive_logo: string | null;
  landing: LandingView[];
};
export type MetadataView = {
  metadata: PartnerView | null;
};
export type PostKind = "event" | "notice";
export type HeaderNoticeView = {
  id: string;
  kind: PostKind;
  title: string;
};
export type HeaderView = {
  items: HeaderNoticeView[];
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
export type FrameView = {
  settings: SiteSettingsView;
  metadata: MetadataView;
  header: HeaderView;
  me: MeView | null;
  notifications: NotificationsView | null;
  accounts: MemberPage | null;
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
export type TermsView = {
  title: string;
  body: string;
  version: string;
  updated_on: string;
};
export type TermsKind = "ofl" | "osl" | "policy" | "terms";
export type LinkKind = "referral" | "track" | "url";
export type ShortView = {
  kind: LinkKind;
  target: string;
};
export type TrackCategory = "bgm" | "ost" | "pop";
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
export type LandingMusicView = {
  track: TrackDetailView | null;
  moods: string[];
  tracks: number;
  exclusive: number;
};
export const {
  useLoginMutation,
  useLogoutMutation,
  useDisownLoginMutation,
  useJoinMutation,
  useMeQuery,
  useCreateOnetimeAuthMutation,
  useSendEmailCodeMutation,
  useVerifyEmailMutation,
  useStartEmailChangeMutation,
  useFinishEmailChangeMutation,
  useGetPhoneQuery,
  useSendPhoneCodeMutation,
  useVerifyPhoneMutation,
  useFindIdByPhoneMutation,
  useFindPasswordMutation,
  useVerifyFindPasswordMutation,
  useUpdateFoundPasswordMutation,
  useUpdateAccountMutation,
  useDeleteAccountMutation,
  useUpdatePushMutation,
  useStepTutorialMutation,
  useSetupTotpMutation,
  useConfirmTotpMutation,
  useRenewRecoveryCodesMutation,
  useRemoveTotpMutation,
  useRemoveTotpLaterMutation,
  useLoseTotpMutation,
  useKeepTotpMutation,
  useStepUpMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useAcceptMemberInvitationMutation,
  useValidateInvitationQuery,
  useGetFrameQuery,
  useGetSiteSettingsQuery,
  useListCountriesQuery,
  useGetSiteMetadataQuery,
  useGetTermsQuery,
  useResolveShortLinkQuery,
  useGetLandingMusicQuery,
} = injectedRtkApi;
