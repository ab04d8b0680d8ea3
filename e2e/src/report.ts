import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { ledger, type LedgerTotals, type SandboxShop } from './sandbox.ts';

/** Returns a metric card of Home. Its attribute `data-value` has the exact value. */
export function metricCard(page: Page, name: string) {
  return page.locator(`[data-metric="${name}"]`).first();
}

/** Returns the ledger's totals of some shops for the period that the page shows. */
export async function ledgerOfShownPeriod(
  page: Page,
  product: Product,
  shops: readonly SandboxShop[],
): Promise<LedgerTotals> {
  const report = page.locator('[data-period-from]').first();
  await expect(report).toBeVisible();
  const from = (await report.getAttribute('data-period-from')) ?? '';
  const to = (await report.getAttribute('data-period-to')) ?? '';
  const all = await Promise.all(shops.map((shop) => ledger(product, shop, { from, to })));
  return all.reduce(addTotals);
}

/** Waits until the metric cards show exactly these totals. */
export async function expectMetrics(page: Page, totals: LedgerTotals): Promise<void> {
  const shown = async (name: string) =>
    Number(await metricCard(page, name).getAttribute('data-value'));
  await expect.poll(() => shown('gmv'), { timeout: 30_000 }).toBe(Number(totals.gmv));
  expect(await shown('orders')).toBe(totals.orders);
  expect(await shown('netSales')).toBe(Number(totals.netSales));
  expect(await shown('units')).toBe(totals.units);
  // A small world may have no order in the period.
  const cancellationRate = totals.orders === 0 ? 0 : totals.cancelledOrders / totals.orders;
  expect(await shown('cancellationRate')).toBeCloseTo(cancellationRate, 9);
}

function addTotals(one: LedgerTotals, other: LedgerTotals): LedgerTotals {
  const sum = (name: 'gmv' | 'netSales' | 'nmv') => String(Number(one[name]) + Number(other[name]));
  return {
    orders: one.orders + other.orders,
    gmv: sum('gmv'),
    netSales: sum('netSales'),
    units: one.units + other.units,
    validOrders: one.validOrders + other.validOrders,
    cancelledOrders: one.cancelledOrders + other.cancelledOrders,
    nmv: sum('nmv'),
  };
}
