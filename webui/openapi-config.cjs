/** How the client is made from the server's own document. Run `npm run codegen`. */

const { readFileSync } = require("node:fs");

/** What each call shows, and what it makes stale. */
const SHOWS = {
  me: ["Me"],
  getPhone: ["Me"],
  listSessions: ["Sessions"],
  listMembers: ["Members"],
  previewMemberRate: ["Members"],
  getInvitations: ["Balance"],
  listFriends: ["Balance"],
  listChannels: ["Channels"],
  listSubChannels: ["Channels"],
  previewChannelDeletion: ["Channels", "Balance"],
  listNotifications: ["Notifications"],
  listPosts: ["Board"],
  getPost: ["Board"],
  listHeaderNotices: ["Board"],
  listBanners: ["Board"],
  dashboard: ["Reports"],
  videoDashboard: ["Reports"],
  listVideos: ["Reports"],
  channelDashboard: ["Reports"],
  memberDashboard: ["Reports", "Members"],
  videoDetails: ["Reports"],
  listVideoReviews: ["VideoReviews"],
  getMusicHome: ["Music", "Favorites"],
  searchMusic: ["Music"],
  countWithout: ["Music"],
  listEarned: ["Reports"],
  listEarnedVideos: ["Reports"],
  getTrack: ["Music", "Favorites"],
  getLandingMusic: ["Music"],
  listMusicTags: ["Music"],
  listFavorites: ["Favorites"],
  getConsent: ["Balance"],
  getEarningsSummary: ["Balance"],
  listEarnings: ["Balance"],
  getEarningsDetail: ["Balance"],
  getStatement: ["Balance"],
  getPaymentInfo: ["PaymentInfo"],
  getTaxDetails: ["PaymentInfo"],
  getWithdrawalQuote: ["Balance", "PaymentInfo"],
  listWithdrawals: ["Withdrawals"],
  getInvoice: ["Withdrawals"],
};
const MAKES_STALE = {
  verifyEmail: ["Me"],
  startEmailChange: ["Me"],
  finishEmailChange: ["Me"],
  updateAccount: ["Me", "Sessions"],
  updatePush: ["Me"],
  verifyPhone: ["Me"],
  renewRecoveryCodes: ["Me"],
  keepTotp: ["Me", "Balance"],
  removeTotp: ["Me", "Sessions"],
  removeTotpLater: ["Me", "Balance"],
  endSession: ["Sessions"],
  addMember: ["Members", "Channels"],
  inviteMember: ["Members", "Channels"],
  importMembers: ["Members"],
  updateMember: ["Members"],
  deleteMember: ["Members", "Channels", "Reports"],
  addChannel: ["Channels", "Me"],
  verifyChannel: ["Channels"],
  reviewChannel: ["Channels"],
  assignChannel: ["Channels", "Members", "Reports"],
  unassignChannel: ["Channels", "Members", "Reports"],
  deleteChannel: ["Channels", "Me", "Balance", "Reports"],
  reviewVideo: ["VideoReviews"],
  toggleFavorite: ["Favorites"],
  readNotification: ["Notifications"],
  readAllNotifications: ["Notifications"],
  registerPaymentInfo: ["PaymentInfo", "Me"],
  updatePaymentInfo: ["PaymentInfo", "Me"],
  checkTaxDetails: ["PaymentInfo"],
  disownPaymentInfo: ["PaymentInfo", "Balance", "Sessions"],
  dismissPayoutState: ["Balance"],
  remindOfPayout: ["Balance"],
  signConsent: ["Balance"],
  requestWithdrawal: ["Withdrawals", "Balance"],
};

const known = readFileSync(`${__dirname}/openapi.json`, "utf8");
for (const name of Object.keys({ ...SHOWS, ...MAKES_STALE })) {
  if (!known.includes(`"operationId": "${name}"`)) throw new Error(`There is no call ${name}.`);
}

/** Every page may need these: they are in the first load. The others come with the pages that use them (decision 0042). */
const EVERYWHERE = ["member", "site"];
/** Calls of networks and invitations, which a few pages make. */
const OF_FEW = /\/member\/(mcn|invitation\/dashboard)/;
const isEverywhere = ({ operation, path }) =>
  operation.tags.some((tag) => EVERYWHERE.includes(tag)) && !OF_FEW.test(path);
/** Files travel outside the store: see src/api/download.ts. */
const isFile = (name) => /download/i.test(name);

const named = (calls, kind) =>
  Object.entries(calls).map(([pattern, tags]) => ({ pattern, [kind]: tags }));

module.exports = {
  schemaFile: "./openapi.json",
  apiFile: "./src/api/empty.ts",
  apiImport: "emptyApi",
  flattenArg: true,
  tag: false,
  useUnknown: true,
  encodePathParams: true,
  mergeReadWriteOnly: true,
  hooks: { queries: true, lazyQueries: false, mutations: true },
  outputFiles: Object.fromEntries(
    [
      ["generated-base", "baseApi", true],
      ["generated", "generatedApi", false],
    ].map(([file, exportName, everywhere]) => [
      `./src/api/${file}.ts`,
      {
        exportName,
        filterEndpoints: (name, call) => !isFile(name) && isEverywhere(call) === everywhere,
        endpointOverrides: [
          ...named(SHOWS, "providesTags"),
          ...named(MAKES_STALE, "invalidatesTags"),
        ],
      },
    ]),
  ),
};
