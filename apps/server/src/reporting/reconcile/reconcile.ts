import type { UploadQuery } from '@seller-connect/contract';
import { record } from '../../audit/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { toDecimal } from '../../platform/money.ts';
import { coverageOf, type ReadCoverage } from '../metrics/coverage.ts';
import { localDays } from '../../platform/calendar.ts';
import { checkDays } from '../metrics/period.ts';
import { compare, ordersToReadAgain, type Compared } from './compare.ts';
import { exportTime, periodOf, shopOf } from './file-scope.ts';
import { readOrders } from './report-order-store.ts';
import type { UnreadableRow } from './export-file/file-orders.ts';
import type { OurOrder } from './report-order.ts';
import { fileProblem } from './export-file/problems.ts';
import type { TellProgress } from './progress-store.ts';
import type { ReadFile } from './export-file/parse-file.ts';
import { readInWorker } from './export-file/parse-in-worker.ts';
import { keepCheck, type StoredCheck, type StoredResult } from './check-store.ts';

/**
 * Has named orders of a shop read from the marketplace, and waits for it at most `withinMs`.
 * @returns the orders that were read
 */
export type RefreshOrders = (
  shop: { tenantId: string; shopId: string },
  orderIds: readonly string[],
  options: {
    withinMs: number;
    signal?: AbortSignal | undefined;
    onProgress?: (read: number) => void;
  },
) => Promise<ReadonlySet<string>>;

export interface ReconcileDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  refreshOrders: RefreshOrders;
  now: () => Date;
}

/** Who waits for a check: whether somebody still does, and whom to tell how far it is. */
export interface Watch {
  signal?: AbortSignal | undefined;
  tell?: TellProgress | undefined;
}

/** So long a check waits for the marketplace. */
const maxRefreshMs = 8_000;

/**
 * Compares a file with what the report has, and keeps what was found; never the file. Orders that differ from a file
 * which is newer than the last reading are read from the marketplace first.
 * @throws Problem 422 for a file that cannot be read or whose shop cannot be told, 404 for an unknown shop; the
 * reason of the watch's `signal` once nobody waits for the answer: then nothing is kept.
 */
export async function reconcile(
  deps: ReconcileDependencies,
  who: { tenantId: string; accountId: string },
  file: Buffer,
  query: UploadQuery,
  watch: Watch = {},
): Promise<StoredCheck> {
  checkDays(query);
  const { database } = deps;
  const { tenantId } = who;
  const { signal, tell } = watch;
  const now = deps.now();
  const scope = await scopeOf(deps, tenantId, file, query, watch);
  const { shop, told, dayOf } = scope;
  const exportedAt = exportTime(told, query.madeAt, now);

  let found = await compareNow(deps, tenantId, scope, { exportedAt, readAgain: new Set() });
  const doubtful = ordersToReadAgain(found.compared, { exportedAt, asOf: found.asOf });
  let readAgain: ReadonlySet<string> = new Set();
  if (doubtful.length > 0) {
    const onProgress = (done: number) => tell?.({ phase: 'asking', done, total: doubtful.length });
    onProgress(0);
    const { shopId } = shop;
    const { mine } = scope;
    readAgain = await deps.refreshOrders({ tenantId, shopId }, doubtful, {
      withinMs: maxRefreshMs,
      signal,
      onProgress,
    });
    const again = await ordersById(database, tenantId, shopId, doubtful, { signal });
    for (const [orderId, order] of again) mine.set(orderId, order);
    found = await compareNow(deps, tenantId, scope, { exportedAt, readAgain });
  }
  const { compared, asOf } = found;
  const check: StoredCheck = {
    checkId: newId(now.getTime()),
    shopId: shop.shopId,
    checkedAt: now,
    checkedBy: who.accountId,
    result: {
      ...resultOf(scope, compared),
      fileName: query.name,
      fileBytes: file.length,
      exportedAt: exportedAt?.toISOString() ?? null,
      asOf: asOf?.toISOString() ?? null,
      readAgain: readAgain.size,
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

type Scope = Awaited<ReturnType<typeof scopeOf>>;

/** All of its marketplaces' shops in Vietnam live in this zone; a file is read again for a shop of another one. */
const usualZone = 'Asia/Ho_Chi_Minh';

/** What is compared: the file's shop, the days, and what the file says of them. */
async function scopeOf(
  { database }: ReconcileDependencies,
  tenantId: string,
  file: Buffer,
  query: UploadQuery,
  watch: Watch,
) {
  const onRows = (rows: number) => watch.tell?.({ phase: 'reading', done: rows, total: null });
  const { signal } = watch;
  let told = await readInWorker(file, usualZone, { onRows, signal });
  const { shop, elsewhere } = await shopOf(database, tenantId, told, query.shop);
  const { timeZone } = shop;
  if (timeZone !== usualZone) told = await readInWorker(file, timeZone, { onRows, signal });
  signal?.throwIfAborted();
  const dayOf = localDays(timeZone);
  const ids = [...told.orders, ...told.unreadable].flatMap(({ orderId }) => orderId ?? []);
  const mine = await ordersById(database, tenantId, shop.shopId, ids, watch);
  const fits = ({ orders }: ReadFile) =>
    orders.every(({ orderId, placedAt }) => {
      const order = mine.get(orderId);
      return !order || order.createdDay === dayOf(placedAt);
    });
  if (!told.isDateOrderClear && !fits(told)) {
    const other = await readInWorker(file, timeZone, { monthFirst: true, onRows, signal });
    if (fits(other)) told = other;
  }
  // Known orders count with the day that the report has, so that a file in another time zone asks for no day too many.
  const dayIn = ({ orderId, placedAt }: Pick<UnreadableRow, 'orderId' | 'placedAt'>) =>
    (orderId && mine.get(orderId)?.createdDay) ?? (placedAt && dayOf(placedAt));
  // Without a date and a known number a row is one of sums.
  const broken = told.unreadable.filter((row) => row.hasDate || dayIn(row));
  const days = [...told.orders, ...broken].flatMap((each) => dayIn(each) ?? []);
  const ofFile = periodOf(days, query.name);
  const period = { from: query.from ?? ofFile.from, to: query.to ?? ofFile.to };
  const isInPeriod = (day: string | null) =>
    day === null || (day >= period.from && day <= period.to);
  const orders = told.orders.filter((order) => isInPeriod(dayIn(order)));
  if (orders.length === 0) throw fileProblem.noDays(ofFile.from, ofFile.to);
  const unreadable = broken.filter((row) => isInPeriod(dayIn(row)));
  return { shop, elsewhere, told, orders, unreadable, mine, period, dayOf };
}

async function compareNow(
  deps: ReconcileDependencies,
  tenantId: string,
  { shop, elsewhere, told, orders, unreadable, mine, period, dayOf }: Scope,
  times: { exportedAt: Date | null; readAgain: ReadonlySet<string> },
): Promise<{ compared: Compared; asOf: Date | null }> {
  const { database, readCoverage, now } = deps;
  const ours = await readOrders(database, tenantId, shop.shopId, [], period);
  for (const { orderId } of orders) {
    const known = mine.get(orderId);
    if (known) ours.set(orderId, known);
  }
  const [coverage] = coverageOf([shop], await readCoverage(tenantId), now());
  const asOf = coverage?.asOf ?? null;
  const compared = compare({
    form: told.form,
    file: orders,
    unreadable,
    ours,
    elsewhere,
    ...period,
    dayOf,
    ...times,
    asOf,
    open: coverage?.open ?? [],
  });
  return { compared, asOf };
}

/** So many orders of a file are looked up at once. */
const ordersPerLookup = 2000;

/** What the report has of the file's orders. */
async function ordersById(
  database: ReconcileDependencies['database'],
  tenantId: string,
  shopId: string,
  orderIds: readonly string[],
  { signal, tell }: Watch,
): Promise<Map<string, OurOrder>> {
  const found = new Map<string, OurOrder>();
  for (let done = 0; done < orderIds.length; done += ordersPerLookup) {
    signal?.throwIfAborted();
    tell?.({ phase: 'comparing', done, total: orderIds.length });
    const ids = orderIds.slice(done, done + ordersPerLookup);
    const part = await readOrders(database, tenantId, shopId, ids, nowhere);
    for (const [orderId, order] of part) found.set(orderId, order);
  }
  return found;
}

/** A period without days. */
const nowhere = { from: '1971-01-02', to: '1971-01-01' };

/** So many rows that cannot be read are named. */
const maxNamedRows = 10;

function resultOf(
  { told, orders, unreadable, period }: Scope,
  { verdict, equal, differing, totals, differences, notCompared }: Compared,
): Omit<StoredResult, 'fileName' | 'fileBytes' | 'exportedAt' | 'asOf' | 'readAgain'> {
  const reasons = [...Map.groupBy(differences, ({ kind, reason }) => `${kind} ${reason}`).values()];
  return {
    ...period,
    fileHash: told.hash,
    rows: told.rows,
    orders: told.orders.length,
    outside: told.orders.length - orders.length,
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
    notCompared: { ...notCompared },
    unreadable: {
      rows: unreadable.length,
      first: unreadable.slice(0, maxNamedRows).map(({ row, column }) => ({ row, column })),
    },
    monthFirst: told.monthFirst,
  };
}
