export { toDecimal } from './amount.ts';
export { applyProducts } from './apply-products.ts';
export { countOrders } from './count-orders.ts';
export { applyOrders, type Applied } from './apply-orders.ts';
export { type ReadCoverage, type ShopCoverage } from './coverage.ts';
export { registerShop, type ReportingShop } from './register-shop.ts';
export { reportProducts, reportShops, reportSummary, type ReportDependencies } from './reports.ts';
export { reportingRoutes } from './routes.ts';
export { addDays, localDays, startOfDay } from './local-day.ts';
