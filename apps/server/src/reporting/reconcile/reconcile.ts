import type { UploadQuery } from '@seller-connect/contract';
import { record } from '../../audit/index.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { toDecimal } from '../amount.ts';
import { coverageOf, type ReadCoverage } from '../coverage.ts';
import { isDay, localDays, type LocalDayOf } from '../local-day.ts';
import { checkDays } from '../period.ts';
import { readScope, shopNotFound, type ScopeShop } from '../scope.ts';
import { compare, type Compared, type OurOrder } from './compare.ts';
import { fileProblem } from './problems.ts';
import type { TellProgress } from './progress.ts';
import { readFile, type FileOrder, type ReadFile } from './read-file.ts';
import { findOrders, keepCheck, readOrders, type StoredCheck, type StoredResult } from './store.ts';

export interface ReconcileDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  now: () => Date;
}

/** All of its marketplaces' shops in Vietnam live in this zone; a file is read again for a shop of another one. */
const usualZone = 'Asia/Ho_Chi_Minh';

/**
 * Compares a file with what the report has, and keeps what was found; never the file.
 * @throws Problem 422 for a file that cannot be read or whose shop cannot be told, 404 for an unknown shop; the
 * reason of the watch's `signal` once nobody waits for the answer: then nothing is kept.
 */
export async function reconcile(
  deps: ReconcileDependencies,
  who: { tenantId: string; accountId: string },
  file: Buffer,
  query: UploadQuery,
  { signal, tell }: Watch = {},
): Promise<StoredCheck> {
  checkDays(query);
  const { database } = deps;
  const { tenantId } = who;
  const now = deps.now();
  const onRows = (rows: number) => tell?.({ phase: 'reading', done: rows, total: null });
  let told = await readFile(file, usualZone, onRows);
  const { shop, elsewhere } = await shopOf(deps, tenantId, told, query.shop);
  if (shop.timeZone !== usualZone) told = await readFile(file, shop.timeZone, onRows);
  signal?.throwIfAborted();
  const dayOf = localDays(shop.timeZone);
  const mine = await ordersOfFile(database, tenantId, shop.shopId, told.orders, { signal, tell });
  const ofFile = periodOf(told.orders, mine, dayOf, query.name);
  const period = { from: query.from ?? ofFile.from, to: query.to ?? ofFile.to };
  const wanted = told.orders.filter((order) => {
    const day = mine.get(order.orderId)?.createdDay ?? dayOf(order.placedAt);
    return day >= period.from && day <= period.to;
  });
  if (wanted.length === 0) throw fileProblem.noDays(ofFile.from, ofFile.to);
  const ours = await readOrders(database, tenantId, shop.shopId, [], period);
  for (const { orderId } of wanted) {
    const known = mine.get(orderId);
    if (known) ours.set(orderId, known);
  }
  const coverage = coverageOf([shop], await deps.readCoverage(tenantId), now)[0];
  const exportedAt = exportTime(told, query.madeAt, now);
  const compared = compare({
    form: told.form,
    file: wanted,
    ours,
    elsewhere,
    ...period,
    dayOf,
    exportedAt,
    asOf: coverage?.asOf ?? null,
    open: coverage?.open ?? [],
  });
  const check: StoredCheck = {
    checkId: newId(now.getTime()),
    shopId: shop.shopId,
    checkedAt: now,
    checkedBy: who.accountId,
    result: {
      ...resultOf(told, compared),
      ...period,
      outside: told.orders.length - wanted.length,
      fileName: query.name,
      fileBytes: file.length,
      exportedAt: exportedAt?.toISOString() ?? null,
      asOf: coverage?.asOf?.toISOString() ?? null,
    },
  };
  signal?.throwIfAborted();
  await database.tenant(tenantId, async (tx) => {
    await keepCheck(tx, check, compared.differences, dayOf);
    const subject = { kind: 'reconciliation', id: check.checkId, name: shop.name } as const;
    const details = { file: query.name };
    await record(
      tx,
      { action: 'reports.reconciled', actorId: who.accountId, subject, details },
      now,
    );
  });
  return check;
}

/** Who waits for a check: whether somebody still does, and whom to tell how far it is. */
export interface Watch {
  signal?: AbortSignal | undefined;
  tell?: TellProgress | undefined;
}

/** So many orders of a file are looked up at once. */
const ordersAtOnce = 2000;

/** What the report has of the file's orders. */
async function ordersOfFile(
  database: ReconcileDependencies['database'],
  tenantId: string,
  shopId: string,
  orders: readonly FileOrder[],
  { signal, tell }: Watch,
): Promise<Map<string, OurOrder>> {
  const found = new Map<string, OurOrder>();
  for (let done = 0; done < orders.length; done += ordersAtOnce) {
    signal?.throwIfAborted();
    tell?.({ phase: 'comparing', done, total: orders.length });
    const ids = orders.slice(done, done + ordersAtOnce).map(({ orderId }) => orderId);
    const part = await readOrders(database, tenantId, shopId, ids, nowhere);
    for (const [orderId, order] of part) found.set(orderId, order);
  }
  return found;
}

/** A period without days. */
const nowhere = { from: '1971-01-02', to: '1971-01-01' };

function resultOf(
  told: ReadFile,
  { verdict, equal, differing, totals, differences }: Compared,
): Omit<
  StoredResult,
  'from' | 'to' | 'outside' | 'fileName' | 'fileBytes' | 'exportedAt' | 'asOf'
> {
  const reasons = [...Map.groupBy(differences, ({ kind, reason }) => `${kind} ${reason}`).values()];
  return {
    fileHash: told.hash,
    rows: told.rows,
    orders: told.orders.length,
    verdict,
    equal,
    differing,
    totals: totals.map(({ variant, fileE4, oursE4, ...counts }) => ({
      variant,
      file: toDecimal(fileE4),
      ours: toDecimal(oursE4),
      ...counts,
    })),
    reasons: reasons.flatMap((group) => {
      const [{ kind, reason } = { kind: null, reason: null }] = group;
      const effect = toDecimal(group.reduce((sum, { effectE4 }) => sum + effectE4, 0n));
      return kind ? [{ kind, reason, count: group.length, effect }] : [];
    }),
    unknownStatuses: [...told.unknownStatuses],
  };
}

/**
 * The shop that most of the file's orders belong to; the only one of the marketplace where none is known. Orders of
 * the others are told, for a file may hold those of several shops.
 */
async function shopOf(
  { database }: Pick<ReconcileDependencies, 'database'>,
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
 * to its last. Known orders count with the day that the report has, so that a file in another time zone asks for no
 * day too many.
 */
export function periodOf(
  orders: readonly FileOrder[],
  ours: ReadonlyMap<string, OurOrder>,
  dayOf: LocalDayOf,
  name: string,
): { from: string; to: string } {
  const known = orders.flatMap(({ orderId }) => ours.get(orderId)?.createdDay ?? []);
  const days = (
    known.length > 0 ? known : orders.map(({ placedAt }) => dayOf(placedAt))
  ).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const named = [...name.matchAll(/(?<!\d)(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/g)]
    .map(([, year, month, day]) => `${year}-${month}-${day}`)
    .filter(isDay);
  const [from, to] = named;
  const isUsable =
    named.length === 2 && from !== undefined && to !== undefined && from <= first && to >= last;
  return isUsable ? { from, to } : { from: first, to: last };
}

/** When the file was made; not before its last order, and not in the future. */
function exportTime(told: ReadFile, madeAt: string | undefined, now: Date): Date | null {
  const last = told.orders.reduce((time, { placedAt }) => Math.max(time, placedAt.getTime()), 0);
  const candidates = [told.createdAt, madeAt === undefined ? null : new Date(madeAt)];
  return (
    candidates.find(
      (time) => time && time.getTime() >= last && time.getTime() <= now.getTime() + 300_000,
    ) ?? null
  );
}
