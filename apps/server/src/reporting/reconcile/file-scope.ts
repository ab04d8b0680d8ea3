import type { Database } from '../../platform/database/database.ts';
import { isDay } from '../../platform/calendar.ts';
import { readScope, shopNotFound, type ScopeShop } from '../metrics/scope.ts';
import { fileProblems } from './export-file/problems.ts';
import type { ParsedFile } from './export-file/parse-file.ts';
import { findOrderShops } from './report-order-store.ts';

/**
 * The shop that most of the file's orders belong to; the only one of the marketplace where none is known. Orders of
 * the others are told, for a file may hold those of several shops.
 */
export async function resolveShop(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { form, orders }: ParsedFile,
  requestedShopId: string | undefined,
): Promise<{ shop: ScopeShop; otherShops: Map<string, string> }> {
  const { chosen } = await readScope(database, tenantId, {});
  const shops = chosen.filter(({ platform }) => platform === form.platform);
  const requestedShop = chosen.find(({ shopId }) => shopId === requestedShopId);
  if (requestedShopId !== undefined && !requestedShop) throw shopNotFound();
  if (requestedShop && requestedShop.platform !== form.platform) {
    throw fileProblems.otherShop(form.platform, requestedShop.name);
  }
  if (shops.length === 0) throw fileProblems.noShop(form.platform);
  const found = await findOrderShops(
    database,
    tenantId,
    shops.map(({ shopId }) => shopId),
    orders.map(({ orderId }) => orderId),
  );
  const counts = Map.groupBy(found, ({ shopId }) => shopId);
  const [best] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  const id = requestedShopId ?? best?.[0] ?? (shops.length === 1 ? shops[0]?.shopId : undefined);
  if (id === undefined) {
    throw fileProblems.whichShop(shops.map(({ shopId, name }) => ({ shopId, name })));
  }
  const shop = shops.find(({ shopId }) => shopId === id);
  if (!shop) throw shopNotFound();
  const others = found.filter(({ shopId }) => shopId !== id);
  return { shop, otherShops: new Map(others.map(({ orderId, shopId }) => [orderId, shopId])) };
}

/**
 * The days that the file is about: those in its name, where they hold the orders in it; otherwise from its first order
 * to its last.
 * @param days those of the orders
 */
export function filePeriod(days: readonly string[], name: string): { from: string; to: string } {
  const sorted = days.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const namedDays = [...name.matchAll(/(?<!\d)(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/g)]
    .map(([, year, month, day]) => `${year}-${month}-${day}`)
    .filter(isDay);
  const [from, to] = namedDays;
  const isUsable =
    namedDays.length === 2 && from !== undefined && to !== undefined && from <= first && to >= last;
  return isUsable ? { from, to } : { from: first, to: last };
}

/** When the file was made; not before its last order, and not in the future. */
export function resolveExportTime(
  parsed: ParsedFile,
  madeAt: string | undefined,
  now: Date,
): Date | null {
  const last = parsed.orders.reduce((time, { placedAt }) => Math.max(time, placedAt.getTime()), 0);
  const candidates = [parsed.createdAt, madeAt === undefined ? null : new Date(madeAt)];
  return (
    candidates.find(
      (time) => time && time.getTime() >= last && time.getTime() <= now.getTime() + 300_000,
    ) ?? null
  );
}
