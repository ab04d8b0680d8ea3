/**
 * Method, path and client of every call between web and server. It contains no schemas, so that the browser can import
 * it without bundling the rest of this package. Paths of the specification's section 7 are used verbatim; the others
 * are ours.
 */
export const endpoints = {
  googleLogin: { method: 'POST', path: '/auth/google_login', client: 'core' },
  identityLogin: { method: 'POST', path: '/auth/identity_login', client: 'core' },
  validate: { method: 'GET', path: '/auth/validate', client: 'core' },
  endSession: { method: 'POST', path: '/auth/logout', client: 'core' },

  getUser: { method: 'GET', path: '/user', client: 'core' },
  saveUser: { method: 'POST', path: '/user', client: 'core' },

  listShops: { method: 'GET', path: '/partner/shops', client: 'core' },
  listPartners: { method: 'GET', path: '/partner/available', client: 'core' },
  authorizePartner: { method: 'GET', path: '/partner/authorize', client: 'core' },
  saveCredential: { method: 'POST', path: '/partner/credential', client: 'core' },
  shopHistory: { method: 'GET', path: '/partner/shops/:shopId/history', client: 'core' },
  disconnectShop: { method: 'POST', path: '/partner/shops/:shopId/disconnect', client: 'core' },
  eraseShop: { method: 'POST', path: '/partner/shops/:shopId/erase', client: 'core' },
  eraseTeamData: { method: 'POST', path: '/team/erase_data', client: 'core' },

  startCollection: { method: 'POST', path: '/collector/getData', client: 'core' },
  checkSyncedData: { method: 'GET', path: '/partner/check_synced_data', client: 'core' },
  collectionRuns: { method: 'GET', path: '/collector/runs', client: 'core' },
  collectionEvents: { method: 'GET', path: '/collector/events', client: 'core' },

  readTeam: { method: 'GET', path: '/team', client: 'core' },
  renameTeam: { method: 'PUT', path: '/team', client: 'core' },
  leaveTeam: { method: 'POST', path: '/team/leave', client: 'core' },
  changeRole: { method: 'PUT', path: '/team/members/:accountId', client: 'core' },
  removeMember: { method: 'DELETE', path: '/team/members/:accountId', client: 'core' },
  listInvitations: { method: 'GET', path: '/team/invitations', client: 'core' },
  invite: { method: 'POST', path: '/team/invitations', client: 'core' },
  resendInvitation: {
    method: 'POST',
    path: '/team/invitations/:invitationId/resend',
    client: 'core',
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/team/invitations/:invitationId',
    client: 'core',
  },
  openInvitation: { method: 'POST', path: '/invitation', client: 'core' },
  acceptInvitation: { method: 'POST', path: '/invitation/accept', client: 'core' },

  readAudit: { method: 'GET', path: '/audit', client: 'core' },
  exportAudit: { method: 'GET', path: '/audit/export', client: 'core' },

  reportSummary: { method: 'GET', path: '/reporting/summary', client: 'core' },
  reportHours: { method: 'GET', path: '/reporting/hours', client: 'core' },
  reportBreakdown: { method: 'GET', path: '/reporting/breakdown', client: 'core' },
  reportExplanation: { method: 'GET', path: '/reporting/explanation', client: 'core' },
  reportProducts: { method: 'GET', path: '/reporting/products', client: 'core' },
  reportMoney: { method: 'GET', path: '/reporting/money', client: 'core' },
  reportAds: { method: 'GET', path: '/reporting/ads', client: 'core' },
  reportsCatalogue: { method: 'GET', path: '/reports/data_sets', client: 'core' },
  queryReports: { method: 'POST', path: '/reports/query', client: 'core' },
  exportReport: { method: 'GET', path: '/reports/export', client: 'core' },
  openReportLink: { method: 'GET', path: '/reports/links/:file', client: 'core' },
  listReportAccess: { method: 'GET', path: '/reports/access', client: 'core' },
  createReportAccess: { method: 'POST', path: '/reports/access', client: 'core' },
  revokeReportAccess: { method: 'DELETE', path: '/reports/access/:accessId', client: 'core' },

  listSavedViews: { method: 'GET', path: '/reporting/views', client: 'core' },
  saveView: { method: 'POST', path: '/reporting/views', client: 'core' },
  changeSavedView: { method: 'PUT', path: '/reporting/views/:viewId', client: 'core' },
  deleteSavedView: { method: 'DELETE', path: '/reporting/views/:viewId', client: 'core' },
  restoreSavedView: { method: 'POST', path: '/reporting/views/:viewId/restore', client: 'core' },

  listReportSchedules: { method: 'GET', path: '/reporting/schedules', client: 'core' },
  createReportSchedule: { method: 'POST', path: '/reporting/schedules', client: 'core' },
  changeReportSchedule: {
    method: 'PUT',
    path: '/reporting/schedules/:scheduleId',
    client: 'core',
  },
  deleteReportSchedule: {
    method: 'DELETE',
    path: '/reporting/schedules/:scheduleId',
    client: 'core',
  },
  restoreReportSchedule: {
    method: 'POST',
    path: '/reporting/schedules/:scheduleId/restore',
    client: 'core',
  },
  sendTrialReport: {
    method: 'POST',
    path: '/reporting/schedules/:scheduleId/trial',
    client: 'core',
  },
  answerReportSchedule: {
    method: 'PUT',
    path: '/reporting/schedules/:scheduleId/answer',
    client: 'core',
  },

  listAlertRules: { method: 'GET', path: '/reporting/alert_rules', client: 'core' },
  createAlertRule: { method: 'POST', path: '/reporting/alert_rules', client: 'core' },
  previewAlertRule: { method: 'POST', path: '/reporting/alert_rules/preview', client: 'core' },
  changeAlertRule: { method: 'PUT', path: '/reporting/alert_rules/:ruleId', client: 'core' },
  deleteAlertRule: { method: 'DELETE', path: '/reporting/alert_rules/:ruleId', client: 'core' },
  restoreAlertRule: {
    method: 'POST',
    path: '/reporting/alert_rules/:ruleId/restore',
    client: 'core',
  },
  muteAlertRule: { method: 'PUT', path: '/reporting/alert_rules/:ruleId/mute', client: 'core' },

  readTargets: { method: 'GET', path: '/reporting/targets', client: 'core' },
  listTargets: { method: 'GET', path: '/reporting/targets/months', client: 'core' },
  saveTarget: { method: 'PUT', path: '/reporting/targets', client: 'core' },
  listChartNotes: { method: 'GET', path: '/reporting/notes', client: 'core' },
  saveChartNote: { method: 'PUT', path: '/reporting/notes/:chartNoteId', client: 'core' },
  deleteChartNote: { method: 'DELETE', path: '/reporting/notes/:chartNoteId', client: 'core' },

  listOrders: { method: 'GET', path: '/reporting/orders', client: 'core' },
  sumOrders: { method: 'GET', path: '/reporting/orders/totals', client: 'core' },
  countOrders: { method: 'GET', path: '/reporting/orders/counts', client: 'core' },
  openPicture: { method: 'GET', path: '/reporting/pictures', client: 'core' },
  readTodo: { method: 'GET', path: '/reporting/todo', client: 'core' },
  exportOrders: { method: 'GET', path: '/reporting/orders/export', client: 'core' },
  getOrder: { method: 'GET', path: '/reporting/orders/:shopId/:orderId', client: 'core' },
  orderAnswers: {
    method: 'GET',
    path: '/reporting/orders/:shopId/:orderId/answers',
    client: 'core',
  },
  listListings: { method: 'GET', path: '/reporting/listings', client: 'core' },
  listListingChanges: { method: 'GET', path: '/reporting/listings/changes', client: 'core' },
  readListingStock: { method: 'GET', path: '/reporting/listings/stock', client: 'core' },
  exportListings: { method: 'GET', path: '/reporting/listings/export', client: 'core' },

  listReconciliations: { method: 'GET', path: '/reporting/reconciliations', client: 'core' },
  reconcile: { method: 'POST', path: '/reporting/reconciliations', client: 'core' },
  getReconciliationProgress: {
    method: 'GET',
    path: '/reporting/reconciliations/progress/:uploadId',
    client: 'core',
  },
  getReconciliation: {
    method: 'GET',
    path: '/reporting/reconciliations/:reconciliationId',
    client: 'core',
  },
  listDifferences: {
    method: 'GET',
    path: '/reporting/reconciliations/:reconciliationId/differences',
    client: 'core',
  },
  exportDifferences: {
    method: 'GET',
    path: '/reporting/reconciliations/:reconciliationId/export',
    client: 'core',
  },

  listBrands: { method: 'GET', path: '/brands', client: 'catalogue' },
  createBrand: { method: 'POST', path: '/brands', client: 'catalogue' },
  getBrand: { method: 'GET', path: '/brands/:code', client: 'catalogue' },
  updateBrand: { method: 'PUT', path: '/brands/:code', client: 'catalogue' },
  brandHistory: { method: 'GET', path: '/brands/:code/history', client: 'catalogue' },

  listPrices: { method: 'GET', path: '/prices', client: 'catalogue' },
  createPrice: { method: 'POST', path: '/prices', client: 'catalogue' },
  pricedBrands: { method: 'GET', path: '/prices/brands', client: 'catalogue' },
  previewPrices: { method: 'POST', path: '/prices/preview', client: 'catalogue' },
  changePrices: { method: 'POST', path: '/prices/change', client: 'catalogue' },
  getPrice: { method: 'GET', path: '/prices/:sku', client: 'catalogue' },
  updatePrice: { method: 'PUT', path: '/prices/:sku', client: 'catalogue' },
  priceHistory: { method: 'GET', path: '/prices/:sku/history', client: 'catalogue' },

  makeReferral: { method: 'POST', path: '/referral', client: 'core' },
  checkReferral: { method: 'GET', path: '/referral/:reference', client: 'core' },

  listNotifications: { method: 'GET', path: '/user/notifications', client: 'core' },
  readNotification: {
    method: 'POST',
    path: '/user/notifications/:notificationId/read',
    client: 'core',
  },
  readAllNotifications: { method: 'POST', path: '/user/notifications/read_all', client: 'core' },
  notificationSettings: { method: 'GET', path: '/user/notification_settings', client: 'core' },
  saveNotificationSettings: { method: 'PUT', path: '/user/notification_settings', client: 'core' },
  addPushDevice: { method: 'POST', path: '/user/push_devices', client: 'core' },
  saveZaloPhone: { method: 'POST', path: '/user/zalo_phone', client: 'core' },
  confirmZaloPhone: { method: 'POST', path: '/user/zalo_phone/confirm', client: 'core' },
  muteZaloPhone: { method: 'PUT', path: '/user/zalo_phone', client: 'core' },
  removeZaloPhone: { method: 'DELETE', path: '/user/zalo_phone', client: 'core' },
  removePushDevice: { method: 'DELETE', path: '/user/push_devices/:deviceId', client: 'core' },

  readWebhook: { method: 'GET', path: '/team/webhook', client: 'core' },
  saveWebhook: { method: 'PUT', path: '/team/webhook', client: 'core' },
  renewWebhookSecret: { method: 'POST', path: '/team/webhook/secret', client: 'core' },
  deleteWebhook: { method: 'DELETE', path: '/team/webhook', client: 'core' },
  testWebhook: { method: 'POST', path: '/team/webhook/test', client: 'core' },

  reportClientError: { method: 'POST', path: '/client-errors', client: 'core' },
} as const satisfies Record<string, Endpoint>;

/** `core` and `catalogue` are the two API clients of the specification's section 7. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  client: 'core' | 'catalogue';
}

export type EndpointName = keyof typeof endpoints;
