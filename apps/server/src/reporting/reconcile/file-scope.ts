import type { Database } from '../../platform/database/database.ts';
import { isDay } from '../../platform/calendar.ts';
import { visitInSlices } from '../../platform/process/event-loop.ts';
import { readScope, shopNotFoundProblem, type ScopeShop } from '../metrics/scope.ts';
import { fileProblems } from './export-file/problems.ts';
import type { ParsedFile } from './export-file/parse-file.ts';
import { findOrderShops } from './report-order-store.ts';

/** Orders per database query. */
const ordersPerLookup = 10_000;

/** The shops of a team, and the one that a file is for if the caller chose it. */
interface FileShops {
  all: readonly ScopeShop[];
  requested: ScopeShop | undefined;
}

/**
 * Reads what is known before a file is parsed, which may occupy a thread for a minute.
 * @throws Problem 404 for an unknown shop, 422 for a team without shops
 */
export async function readFileShops(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  requestedShopId: string | undefined,
): Promise<FileShops> {
  const { chosen: all } = await readScope(database, tenantId, {});
  const requested = all.find(({ shopId }) => shopId === requestedShopId);
  if (requestedShopId !== undefined && !requested) throw shopNotFoundProblem();
  if (all.length === 0) throw fileProblems.noShops();
  return { all, requested };
}

/**
 * Returns the shop that most of the file's orders belong to, or the only shop of the marketplace if none of the
 * orders is known. Also returns the orders of other shops, because a file may cover several.
 * @throws Problem 422 if the shop is on another marketplace, is not linked or cannot be determined
 */
export async function resolveShop(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { form, orders }: ParsedFile,
  { all, requested: requestedShop }: FileShops,
  signal: AbortSignal | undefined,
): Promise<{ shop: ScopeShop; otherShops: Map<string, string> }> {
  const shops = all.filter(({ platform }) => platform === form.platform);
  if (requestedShop && requestedShop.platform !== form.platform) {
    throw fileProblems.otherShop(form.platform, requestedShop.name);
  }
  if (shops.length === 0) throw fileProblems.noShop(form.platform);
  const shopIds = shops.map(({ shopId }) => shopId);
  const shopsOfOrders: { orderId: string; shopId: string }[] = [];
  const counts = new Map<string, number>();
  for (let done = 0; done < orders.length; done += ordersPerLookup) {
    signal?.throwIfAborted();
    const part = orders.slice(done, done + ordersPerLookup).map(({ orderId }) => orderId);
    for (const found of await findOrderShops(database, tenantId, shopIds, part)) {
      shopsOfOrders.push(found);
      counts.set(found.shopId, (counts.get(found.shopId) ?? 0) + 1);
    }
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  const only = shops.length === 1 ? shops[0]?.shopId : undefined;
  const id = requestedShop?.shopId ?? best?.[0] ?? only;
  if (id === undefined) {
    throw fileProblems.whichShop(shops.map(({ shopId, name }) => ({ shopId, name })));
  }
  const shop = shops.find(({ shopId }) => shopId === id);
  if (!shop) throw shopNotFoundProblem();
  const otherShops = new Map<string, string>();
  const addOther = ({ orderId, shopId }: { orderId: string; shopId: string }) => {
    if (shopId !== id) otherShops.set(orderId, shopId);
  };
  await visitInSlices(shopsOfOrders, addOther, signal);
  return { shop, otherShops };
}

/**
 * Returns the days that the file covers: those in its name if they enclose its orders, otherwise from its first order
 * to its last.
 * @param days the days of the orders
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

/**
 * Returns when the file was exported: the first known time that is neither before its last order nor in the future,
 * or null.
 */
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
