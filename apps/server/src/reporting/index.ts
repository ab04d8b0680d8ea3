export { createAccessOfAccount, forgetMember } from './access/routes.ts';
export { reportingRows } from './erase.ts';
export { createAdmission } from './access/authenticate-tool.ts';
export { toDecimal } from '../platform/money.ts';
export { applyProducts } from './ingest/apply-listings.ts';
export { markGoneProducts } from './gone-products.ts';
export { countOrders } from './ingest/count-orders.ts';
export { applyOrders, type Applied } from './ingest/apply-orders.ts';
export { applyReturns, countReturns } from './ingest/apply-returns.ts';
export {
  applyReadySettlements,
  applySettlements,
  readySettlements,
  type MoneyApplied,
} from './money/apply-settlements.ts';
export type { Reading } from './ingest/canonical-rows.ts';
export { dropEstimates } from './money/delete-stale-estimates.ts';
export { type Covered, type ReadCoverage, type ShopCoverage } from './metrics/coverage.ts';
export { reconciliationRoutes } from './reconcile/routes.ts';
export { registerShop, type ReportingShop } from './ingest/register-shop.ts';
export { reportingRoutes } from './routes.ts';
export { addUpSkus } from './ingest/sku-buckets.ts';
export { listRoutes } from './lists/routes.ts';
export { raiseAlerts, type AlertDependencies } from './alerts/raise-alerts.ts';
export { addDays, daysBetween, localDays, startOfDay } from '../platform/calendar.ts';
export { applyAdDays, closeAdDays, type AdDaysReading } from './ads/apply-ad-days.ts';
export { applyAdEntities, closeAdEntities } from './ads/apply-ad-entities.ts';
export { registerAdAccount } from './ads/register-ad-account.ts';
