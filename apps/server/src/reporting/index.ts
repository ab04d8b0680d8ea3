export { createAccessOfAccount, forgetMember } from './access/access-routes.ts';
export { reportingRows } from './erase.ts';
export { createAdmission } from './access/admission.ts';
export { toDecimal } from './amount.ts';
export { applyProducts } from './apply-products.ts';
export { markGoneProducts } from './gone-products.ts';
export { countOrders } from './count-orders.ts';
export { applyOrders, type Applied } from './apply-orders.ts';
export { applyReturns, countReturns } from './money/apply-returns.ts';
export {
  applyReadySettlements,
  applySettlements,
  readySettlements,
  type MoneyApplied,
} from './money/apply-settlements.ts';
export type { Reading } from './canonical-rows.ts';
export { dropEstimates } from './money/drop-estimates.ts';
export { type Covered, type ReadCoverage, type ShopCoverage } from './coverage.ts';
export { reconciliationRoutes } from './reconcile/routes.ts';
export { registerShop, type ReportingShop } from './register-shop.ts';
export { reportingRoutes } from './routes.ts';
export { addUpSkus } from './sku-spans.ts';
export { listRoutes } from './lists/routes.ts';
export { raiseAlerts, type AlertDependencies } from './alerts/raise.ts';
export { addDays, daysBetween, localDays, startOfDay } from './local-day.ts';
export { applyAdDays, closeAdDays, type AdDaysReading } from './ads/apply-ad-days.ts';
export { applyAdEntities, closeAdEntities } from './ads/apply-ad-entities.ts';
export { registerAdAccount } from './ads/register-ad-account.ts';
