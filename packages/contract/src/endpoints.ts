/** The calls of the core API. */
const core = {
  googleLogin: { method: 'POST', path: '/auth/google_login' },
  identityLogin: { method: 'POST', path: '/auth/identity_login' },
  validate: { method: 'GET', path: '/auth/validate' },
  endSession: { method: 'POST', path: '/auth/logout' },

  getUser: { method: 'GET', path: '/user' },
  saveUser: { method: 'POST', path: '/user' },

  listShops: { method: 'GET', path: '/partner/shops' },
  listPartners: { method: 'GET', path: '/partner/available' },
  authorizePartner: { method: 'GET', path: '/partner/authorize' },
  saveCredential: { method: 'POST', path: '/partner/credential' },
  shopHistory: { method: 'GET', path: '/partner/shops/:shopId/history' },
  disconnectShop: { method: 'POST', path: '/partner/shops/:shopId/disconnect' },
  eraseShop: { method: 'POST', path: '/partner/shops/:shopId/erase' },
  eraseTeamData: { method: 'POST', path: '/team/erase_data' },

  startCollection: { method: 'POST', path: '/collector/getData' },
  checkSyncedData: { method: 'GET', path: '/partner/check_synced_data' },
  collectionRuns: { method: 'GET', path: '/collector/runs' },
  collectionEvents: { method: 'GET', path: '/collector/events' },

  readTeam: { method: 'GET', path: '/team' },
  renameTeam: { method: 'PUT', path: '/team' },
  leaveTeam: { method: 'POST', path: '/team/leave' },
  changeRole: { method: 'PUT', path: '/team/members/:accountId' },
  removeMember: { method: 'DELETE', path: '/team/members/:accountId' },
  listInvitations: { method: 'GET', path: '/team/invitations' },
  invite: { method: 'POST', path: '/team/invitations' },
  resendInvitation: {
    method: 'POST',
    path: '/team/invitations/:invitationId/resend',
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/team/invitations/:invitationId',
  },
  openInvitation: { method: 'POST', path: '/invitation' },
  acceptInvitation: { method: 'POST', path: '/invitation/accept' },

  readAudit: { method: 'GET', path: '/audit' },
  exportAudit: { method: 'GET', path: '/audit/export' },

  reportSummary: { method: 'GET', path: '/reporting/summary' },
  reportHours: { method: 'GET', path: '/reporting/hours' },
  reportBreakdown: { method: 'GET', path: '/reporting/breakdown' },
  reportExplanation: { method: 'GET', path: '/reporting/explanation' },
  reportProducts: { method: 'GET', path: '/reporting/products' },
  reportMoney: { method: 'GET', path: '/reporting/money' },
  reportAds: { method: 'GET', path: '/reporting/ads' },
  reportsCatalogue: { method: 'GET', path: '/reports/data_sets' },
  queryReports: { method: 'POST', path: '/reports/query' },
  exportReport: { method: 'GET', path: '/reports/export' },
  openReportLink: { method: 'GET', path: '/reports/links/:file' },
  listReportAccess: { method: 'GET', path: '/reports/access' },
  createReportAccess: { method: 'POST', path: '/reports/access' },
  revokeReportAccess: { method: 'DELETE', path: '/reports/access/:accessId' },

  listSavedViews: { method: 'GET', path: '/reporting/views' },
  saveView: { method: 'POST', path: '/reporting/views' },
  changeSavedView: { method: 'PUT', path: '/reporting/views/:viewId' },
  deleteSavedView: { method: 'DELETE', path: '/reporting/views/:viewId' },
  restoreSavedView: { method: 'POST', path: '/reporting/views/:viewId/restore' },

  listReportSchedules: { method: 'GET', path: '/reporting/schedules' },
  createReportSchedule: { method: 'POST', path: '/reporting/schedules' },
  changeReportSchedule: {
    method: 'PUT',
    path: '/reporting/schedules/:scheduleId',
  },
  deleteReportSchedule: {
    method: 'DELETE',
    path: '/reporting/schedules/:scheduleId',
  },
  restoreReportSchedule: {
    method: 'POST',
    path: '/reporting/schedules/:scheduleId/restore',
  },
  sendTrialReport: {
    method: 'POST',
    path: '/reporting/schedules/:scheduleId/trial',
  },
  answerReportSchedule: {
    method: 'PUT',
    path: '/reporting/schedules/:scheduleId/answer',
  },

  listAlertRules: { method: 'GET', path: '/reporting/alert_rules' },
  createAlertRule: { method: 'POST', path: '/reporting/alert_rules' },
  previewAlertRule: { method: 'POST', path: '/reporting/alert_rules/preview' },
  changeAlertRule: { method: 'PUT', path: '/reporting/alert_rules/:ruleId' },
  deleteAlertRule: { method: 'DELETE', path: '/reporting/alert_rules/:ruleId' },
  restoreAlertRule: {
    method: 'POST',
    path: '/reporting/alert_rules/:ruleId/restore',
  },
  muteAlertRuleForTeam: { method: 'PUT', path: '/reporting/alert_rules/:ruleId/team_mute' },
  muteAlertRule: { method: 'PUT', path: '/reporting/alert_rules/:ruleId/mute' },

  readTargets: { method: 'GET', path: '/reporting/targets' },
  listTargets: { method: 'GET', path: '/reporting/targets/months' },
  saveTarget: { method: 'PUT', path: '/reporting/targets' },
  listChartNotes: { method: 'GET', path: '/reporting/notes' },
  saveChartNote: { method: 'PUT', path: '/reporting/notes/:chartNoteId' },
  deleteChartNote: { method: 'DELETE', path: '/reporting/notes/:chartNoteId' },

  listOrders: { method: 'GET', path: '/reporting/orders' },
  sumOrders: { method: 'GET', path: '/reporting/orders/totals' },
  countOrders: { method: 'GET', path: '/reporting/orders/counts' },
  openPicture: { method: 'GET', path: '/reporting/pictures' },
  readTodo: { method: 'GET', path: '/reporting/todo' },
  exportOrders: { method: 'GET', path: '/reporting/orders/export' },
  getOrder: { method: 'GET', path: '/reporting/orders/:shopId/:orderId' },
  orderAnswers: {
    method: 'GET',
    path: '/reporting/orders/:shopId/:orderId/answers',
  },
  listListings: { method: 'GET', path: '/reporting/listings' },
  listListingChanges: { method: 'GET', path: '/reporting/listings/changes' },
  readListingStock: { method: 'GET', path: '/reporting/listings/stock' },
  exportListings: { method: 'GET', path: '/reporting/listings/export' },

  listReconciliations: { method: 'GET', path: '/reporting/reconciliations' },
  reconcile: { method: 'POST', path: '/reporting/reconciliations' },
  getReconciliationProgress: {
    method: 'GET',
    path: '/reporting/reconciliations/progress/:uploadId',
  },
  getReconciliation: {
    method: 'GET',
    path: '/reporting/reconciliations/:reconciliationId',
  },
  listDifferences: {
    method: 'GET',
    path: '/reporting/reconciliations/:reconciliationId/differences',
  },
  exportDifferences: {
    method: 'GET',
    path: '/reporting/reconciliations/:reconciliationId/export',
  },

  makeReferral: { method: 'POST', path: '/referral' },
  checkReferral: { method: 'GET', path: '/referral/:reference' },

  listNotifications: { method: 'GET', path: '/user/notifications' },
  readNotification: {
    method: 'POST',
    path: '/user/notifications/:notificationId/read',
  },
  readAllNotifications: { method: 'POST', path: '/user/notifications/read_all' },
  notificationSettings: { method: 'GET', path: '/user/notification_settings' },
  saveNotificationSettings: { method: 'PUT', path: '/user/notification_settings' },
  addPushDevice: { method: 'POST', path: '/user/push_devices' },
  saveZaloPhone: { method: 'POST', path: '/user/zalo_phone' },
  confirmZaloPhone: { method: 'POST', path: '/user/zalo_phone/confirm' },
  muteZaloPhone: { method: 'PUT', path: '/user/zalo_phone' },
  removeZaloPhone: { method: 'DELETE', path: '/user/zalo_phone' },
  removePushDevice: { method: 'DELETE', path: '/user/push_devices/:deviceId' },

  readWebhook: { method: 'GET', path: '/team/webhook' },
  saveWebhook: { method: 'PUT', path: '/team/webhook' },
  renewWebhookSecret: { method: 'POST', path: '/team/webhook/secret' },
  deleteWebhook: { method: 'DELETE', path: '/team/webhook' },
  testWebhook: { method: 'POST', path: '/team/webhook/test' },

  reportClientError: { method: 'POST', path: '/client-errors' },
} as const satisfies Record<string, Endpoint>;

/** The calls of the catalogue API. */
const catalogue = {
  listBrands: { method: 'GET', path: '/brands' },
  createBrand: { method: 'POST', path: '/brands' },
  getBrand: { method: 'GET', path: '/brands/:code' },
  updateBrand: { method: 'PUT', path: '/brands/:code' },
  brandHistory: { method: 'GET', path: '/brands/:code/history' },

  listPrices: { method: 'GET', path: '/prices' },
  createPrice: { method: 'POST', path: '/prices' },
  pricedBrands: { method: 'GET', path: '/prices/brands' },
  previewPrices: { method: 'POST', path: '/prices/preview' },
  changePrices: { method: 'POST', path: '/prices/change' },
  restorePrices: { method: 'POST', path: '/prices/restore' },
  getPrice: { method: 'GET', path: '/prices/:sku' },
  updatePrice: { method: 'PUT', path: '/prices/:sku' },
  priceHistory: { method: 'GET', path: '/prices/:sku/history' },
} as const satisfies Record<string, Endpoint>;

/**
 * Method and path of every call between web and server. It contains no schemas, so that the browser can import
 * it without bundling the rest of this package. Paths of the specification's section 7 are used verbatim; the others
 * are ours.
 */
export const endpoints = { ...core, ...catalogue };

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
}

export type EndpointName = keyof typeof endpoints;

/** Returns which of the two API clients of the specification's section 7 makes a call. */
export function clientOf(name: EndpointName): 'core' | 'catalogue' {
  return name in catalogue ? 'catalogue' : 'core';
}
