import type { Database } from '../../platform/database/database.ts';
import { isDay } from '../../platform/calendar.ts';
import { readScope, shopNotFound, type ScopeShop } from '../metrics/scope.ts';
import { fileProblem } from './export-file/problems.ts';
import type { ReadFile } from './export-file/parse-file.ts';
import { findOrders } from './report-order-store.ts';

/**
 * The shop that most of the file's orders belong to; the only one of the marketplace where none is known. Orders of
 * the others are told, for a file may hold those of several shops.
 */
export async function shopOf(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { form, orders }: ReadFile,
  wish: string | undefined,
): Promise<{ shop: ScopeShop; elsewhere: Map<string, string> }> {
  const { chosen } = await readScope(database, tenantId, {});
  const shops = chosen.filter(({ platform }) => platform === form.platform);
  const wished = chosen.find(({ shopId }) => shopId === wish);
  if (wish !== undefined && !wished) throw shopNotFound();
  if (wished && wished.platform !== form.platform) {
    throw fileProblem.otherShop(form.platform, wished.name);
  }
  if (shops.length === 0) throw fileProblem.noShop(form.platform);
  const found = await findOrders(
    database,
    tenantId,
    shops.map(({ shopId }) => shopId),
    orders.map(({ orderId }) => orderId),
  );
  const counts = Map.groupBy(found, ({ shopId }) => shopId);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  const id = wish ?? most?.[0] ?? (shops.length === 1 ? shops[0]?.shopId : undefined);
  if (id === undefined) {
    throw fileProblem.whichShop(shops.map(({ shopId, name }) => ({ shopId, name })));
  }
  const shop = shops.find(({ shopId }) => shopId === id);
  if (!shop) throw shopNotFound();
  const others = found.filter(({ shopId }) => shopId !== id);
  return { shop, elsewhere: new Map(others.map(({ orderId, shopId }) => [orderId, shopId])) };
}

/**
 * The days that the file is about: those in its name, where they hold the orders in it; otherwise from its first order
 * to its last.
 * @param days those of the orders
 */
export function periodOf(days: readonly string[], name: string): { from: string; to: string } {
  const sorted = days.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const named = [...name.matchAll(/(?<!\d)(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/g)]
    .map(([, year, month, day]) => `${year}-${month}-${day}`)
    .filter(isDay);
  const [from, to] = named;
  const isUsable =
    named.length === 2 && from !== undefined && to !== undefined && from <= first && to >= last;
  return isUsable ? { from, to } : { from: first, to: last };
}

/** When the file was made; not before its last order, and not in the future. */
export function exportTime(told: ReadFile, madeAt: string | undefined, now: Date): Date | null {
  const last = told.orders.reduce((time, { placedAt }) => Math.max(time, placedAt.getTime()), 0);
  const candidates = [told.createdAt, madeAt === undefined ? null : new Date(madeAt)];
  return (
    candidates.find(
      (time) => time && time.getTime() >= last && time.getTime() <= now.getTime() + 300_000,
    ) ?? null
  );
}
