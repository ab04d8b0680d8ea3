export { createAssistantAccess, type AssistantGrant } from './access/assistant-access.ts';
export { createAccountAccess, revokeAccessOfMember } from './access/routes.ts';
export { disownNotesOfMember } from './notes/note-store.ts';
export { deleteViewsOfMember } from './saved-views/view-store.ts';
export {
  createMuteLinks,
  createReportEmails,
  deleteSchedulesOfMember,
  reportEmailKind,
  type ReportEmails,
} from './report-emails/index.ts';
export { createAlertRules, deleteMutesOfMember, type AlertRules } from './alert-rules/index.ts';
export { reportingEraser } from './erase.ts';
export { createReportAuthenticator } from './access/authenticate-tool.ts';
export { applyListings } from './ingest/apply-listings.ts';
export { markDelistedListings } from './gone-products.ts';
export { rebuildSalesVelocity } from './stock/sales-velocity.ts';
export { countOrders, applyOrders } from './ingest/apply-orders.ts';
export { applyReturns, countReturns } from './ingest/apply-returns.ts';
export {
  applyPreparedSettlements,
  applySettlements,
  isStorableStatement,
  prepareSettlements,
  type PreparedSettlements,
} from './money/apply-settlements.ts';
export type { ApplyResult, FetchMeta, RejectedEntity } from './ingest/canonical-rows.ts';
export { deleteStaleEstimates } from './money/delete-stale-estimates.ts';
export { type CoverageKind, type ReadCoverage, type ShopCoverage } from './metrics/coverage.ts';
export { reconciliationRoutes } from './reconcile/routes.ts';
export { registerShop, type ReportingShop } from './ingest/register-shop.ts';
export { reportingRoutes } from './routes.ts';
export { buildSkuBuckets } from './ingest/sku-buckets.ts';
export { createPictureLinks } from './pictures/picture-links.ts';
export { listRoutes } from './lists/routes.ts';
export { raiseAlerts, type AlertDependencies } from './alerts/raise-alerts.ts';
export { applyAdDays, deleteStaleAdDays, type AdDaysMeta } from './ads/apply-ad-days.ts';
export { applyAdEntities, markDeletedAdEntities } from './ads/apply-ad-entities.ts';
export { registerAdAccount } from './ads/ad-accounts.ts';
