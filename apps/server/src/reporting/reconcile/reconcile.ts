import type { UploadQuery } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { filterInSlices, visitInSlices } from '../../platform/process/event-loop.ts';
import { newId } from '../../platform/ids.ts';
import { toDecimal } from '../../platform/money.ts';
import { coverageOfShops, type ReadCoverage } from '../metrics/coverage.ts';
import { localDays } from '../../platform/calendar.ts';
import { validateDays } from '../metrics/period.ts';
import type { Difference } from './comparison.ts';
import { compareFile, ordersToRefetch, type ComparisonResult } from './compare.ts';
import { readFileShops, resolveExportTime, filePeriod, resolveShop } from './file-scope.ts';
import { listReportOrders, readReportOrders } from './report-order-store.ts';
import type { UnreadableRow } from './export-file/file-orders.ts';
import type { ReportOrder } from './report-order.ts';
import { fileProblems } from './export-file/problems.ts';
import type { ReportProgress } from './progress-store.ts';
import type { ParsedFile } from './export-file/parse-file.ts';
import { parseInWorker } from './export-file/parse-in-worker.ts';
import {
  insertReconciliation,
  type StoredReconciliation,
  type StoredResult,
} from './reconciliation-store.ts';

/**
 * Fetches orders of a shop from the marketplace, and waits at most `timeoutMs`.
 * @returns the ids of the orders that were `fetched`, and of those that the marketplace does not know (`absent`)
 */
export type RefetchOrders = (
  shop: { tenantId: string; shopId: string },
  orderIds: readonly string[],
  options: {
    timeoutMs: number;
    signal?: AbortSignal | undefined;
    onProgress?: (read: number) => void;
  },
) => Promise<RefetchedOrders>;

interface RefetchedOrders {
  readonly fetched: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
}

export interface ReconcileDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  refreshOrders: RefetchOrders;
  now: () => Date;
}

/** The caller of a reconciliation: `signal` is aborted when it disconnects, `reportProgress` receives the progress. */
export interface ReconcileContext {
  signal?: AbortSignal | undefined;
  reportProgress?: ReportProgress | undefined;
}

/** How long a reconciliation waits for the marketplace. */
const maxRefetchMs = 8_000;

/**
 * Compares a file with the report and stores the result, but never the file. Orders that differ from a file newer
 * than the last sync are fetched from the marketplace first.
 * @throws Problem 422 for a file that cannot be parsed or whose shop cannot be determined, 404 for an unknown shop;
 * the reason of `context.signal` once it is aborted, and then nothing is stored
 */
export async function reconcile(
  dependencies: ReconcileDependencies,
  who: { tenantId: string; accountId: string },
  file: Buffer,
  query: UploadQuery,
  context: ReconcileContext = {},
): Promise<StoredReconciliation> {
  validateDays(query);
  const { database } = dependencies;
  const { tenantId } = who;
  const { signal, reportProgress } = context;
  const now = dependencies.now();
  const scope = await resolveFileScope(dependencies, tenantId, file, query, context);
  const { shop, parsed, dayOf } = scope;
  const exportedAt = resolveExportTime(parsed, query.madeAt, now);

  let refetched: RefetchedOrders = { fetched: new Set(), absent: new Set() };
  const compare = () =>
    runComparison(dependencies, tenantId, scope, { exportedAt, refetched }, signal);
  let outcome = await compare();
  const times = { exportedAt, asOf: outcome.asOf };
  const refetchIds = await ordersToRefetch(outcome.compared, times, signal);
  if (refetchIds.length > 0) {
    const onProgress = (done: number) =>
      reportProgress?.({ phase: 'refetching', done, total: refetchIds.length });
    onProgress(0);
    const { shopId } = shop;
    const { mine } = scope;
    refetched = await dependencies.refreshOrders({ tenantId, shopId }, refetchIds, {
      timeoutMs: maxRefetchMs,
      signal,
      onProgress,
    });
    const refetchedOrders = await readOrdersInBatches(database, tenantId, shopId, refetchIds, {
      signal,
    });
    const update = ([orderId, order]: [string, ReportOrder]) => mine.set(orderId, order);
    await visitInSlices(refetchedOrders, update, signal);
    outcome = await compare();
  }
  const { compared, asOf } = outcome;
  const reconciliation: StoredReconciliation = {
    reconciliationId: newId(now.getTime()),
    shopId: shop.shopId,
    reconciledAt: now,
    reconciledBy: who.accountId,
    result: {
      ...(await buildResult(scope, compared, signal)),
      fileName: query.name,
      fileBytes: file.length,
      exportedAt: exportedAt?.toISOString() ?? null,
      asOf: asOf?.toISOString() ?? null,
      refetched: refetched.fetched.size,
    },
  };
  signal?.throwIfAborted();
  await database.tenant(tenantId, async (tx) => {
    await insertReconciliation(tx, reconciliation, compared.differences, dayOf);
    const subject = {
      kind: 'reconciliation',
      id: reconciliation.reconciliationId,
      name: shop.name,
    } as const;
    const details = { file: query.name };
    await recordAuditEvent(
      tx,
      { action: 'reports.reconciled', actorId: who.accountId, subject, details },
      now,
    );
  });
  return reconciliation;
}

type FileScope = Awaited<ReturnType<typeof resolveFileScope>>;

/** The time zone of all shops in Vietnam. For a shop in another one, the file is parsed again. */
const defaultTimeZone = 'Asia/Ho_Chi_Minh';

/** Resolves what is compared: the file's shop, its days and its orders. */
async function resolveFileScope(
  { database }: ReconcileDependencies,
  tenantId: string,
  file: Buffer,
  query: UploadQuery,
  watch: ReconcileContext,
) {
  const onRows = (rows: number) =>
    watch.reportProgress?.({ phase: 'reading', done: rows, total: null });
  const { signal } = watch;
  const shops = await readFileShops(database, tenantId, query.shop);
  let parsed = await parseInWorker(file, defaultTimeZone, { onRows, signal });
  const { shop, otherShops } = await resolveShop(database, tenantId, parsed, shops, signal);
  const { timeZone } = shop;
  if (timeZone !== defaultTimeZone)
    parsed = await parseInWorker(file, timeZone, { onRows, signal });
  signal?.throwIfAborted();
  const dayOf = localDays(timeZone);
  const ids: string[] = [];
  const addId = ({ orderId }: Pick<UnreadableRow, 'orderId'>) => {
    if (orderId !== null) ids.push(orderId);
  };
  await visitInSlices([...parsed.orders, ...parsed.unreadable], addId, signal);
  const reportOrders = await readOrdersInBatches(database, tenantId, shop.shopId, ids, watch);
  const matchesDays = async ({ orders: fileOrders }: ParsedFile) => {
    const others = await filterInSlices(
      fileOrders,
      ({ orderId, placedAt }) => {
        const order = reportOrders.get(orderId);
        return order && order.createdDay !== dayOf(placedAt);
      },
      signal,
    );
    return others.length === 0;
  };
  if (!parsed.isDateOrderClear && !(await matchesDays(parsed))) {
    const other = await parseInWorker(file, timeZone, { monthFirst: true, onRows, signal });
    if (await matchesDays(other)) parsed = other;
  }
  // Known orders count by the report's day, so that a file in another time zone does not extend the period by a day.
  const dayOfRow = ({ orderId, placedAt }: Pick<UnreadableRow, 'orderId' | 'placedAt'>) =>
    (orderId && reportOrders.get(orderId)?.createdDay) ?? (placedAt && dayOf(placedAt));
  // A row without a date and a known order number is a total.
  const isOrder = (row: UnreadableRow) => row.hasDate || dayOfRow(row);
  const broken = await filterInSlices(parsed.unreadable, isOrder, signal);
  const days = new Set<string>();
  const addDay = (row: Pick<UnreadableRow, 'orderId' | 'placedAt'>) => {
    const day = dayOfRow(row);
    if (day) days.add(day);
  };
  await visitInSlices([...parsed.orders, ...broken], addDay, signal);
  const ofFile = filePeriod([...days], query.name);
  const period = { from: query.from ?? ofFile.from, to: query.to ?? ofFile.to };
  const isInPeriod = (row: Pick<UnreadableRow, 'orderId' | 'placedAt'>) => {
    const day = dayOfRow(row);
    return day === null || (day >= period.from && day <= period.to);
  };
  const orders = await filterInSlices(parsed.orders, isInPeriod, signal);
  if (orders.length === 0) throw fileProblems.noDays(ofFile.from, ofFile.to);
  const unreadable = await filterInSlices(broken, isInPeriod, signal);
  return {
    shop,
    elsewhere: otherShops,
    parsed,
    orders,
    unreadable,
    mine: reportOrders,
    period,
    dayOf,
  };
}

async function runComparison(
  dependencies: ReconcileDependencies,
  tenantId: string,
  { shop, elsewhere, parsed, orders, unreadable, mine: knownOrders, period, dayOf }: FileScope,
  { exportedAt, refetched }: { exportedAt: Date | null; refetched: RefetchedOrders },
  signal: AbortSignal | undefined,
): Promise<{ compared: ComparisonResult; asOf: Date | null }> {
  const { database, readCoverage, now } = dependencies;
  const listed = await listReportOrders(database, tenantId, shop.shopId, period);
  const unknown = await filterInSlices(listed, (orderId) => !knownOrders.has(orderId), signal);
  const ours = await readOrdersInBatches(database, tenantId, shop.shopId, unknown, { signal });
  const addKnown = (orderId: string) => {
    const known = knownOrders.get(orderId);
    if (known) ours.set(orderId, known);
  };
  await visitInSlices(listed, addKnown, signal);
  await visitInSlices(orders, ({ orderId }) => addKnown(orderId), signal);
  const [coverage] = coverageOfShops([shop], await readCoverage(tenantId), now());
  const asOf = coverage?.asOf ?? null;
  const compared = await compareFile(
    {
      form: parsed.form,
      file: orders,
      unreadable,
      ours,
      elsewhere,
      ...period,
      dayOf,
      exportedAt,
      refetched: refetched.fetched,
      absent: refetched.absent,
      asOf,
      open: coverage?.open ?? [],
    },
    signal,
  );
  return { compared, asOf };
}

/** Orders per database query. */
const ordersPerLookup = 2000;

/** Returns the report's state of the file's orders. */
async function readOrdersInBatches(
  database: ReconcileDependencies['database'],
  tenantId: string,
  shopId: string,
  orderIds: readonly string[],
  { signal, reportProgress }: ReconcileContext,
): Promise<Map<string, ReportOrder>> {
  const found = new Map<string, ReportOrder>();
  for (let done = 0; done < orderIds.length; done += ordersPerLookup) {
    signal?.throwIfAborted();
    reportProgress?.({ phase: 'comparing', done, total: orderIds.length });
    const ids = orderIds.slice(done, done + ordersPerLookup);
    const part = await readReportOrders(database, tenantId, shopId, ids);
    for (const [orderId, order] of part) found.set(orderId, order);
  }
  return found;
}

/** Number of unreadable rows that the result lists. */
const maxListedRows = 10;

async function buildResult(
  { parsed, orders, unreadable, period }: FileScope,
  { verdict, equal, differing, groups, totals, differences, notCompared }: ComparisonResult,
  signal: AbortSignal | undefined,
): Promise<Omit<StoredResult, 'fileName' | 'fileBytes' | 'exportedAt' | 'asOf' | 'refetched'>> {
  const reasons = new Map<
    string,
    Pick<Difference, 'kind' | 'reason' | 'effectE4'> & { count: number }
  >();
  await visitInSlices(
    differences,
    ({ kind, reason, effectE4 }) => {
      const key = `${kind} ${reason}`;
      const known = reasons.get(key) ?? { kind, reason, count: 0, effectE4: 0n };
      const { count } = known;
      reasons.set(key, { ...known, count: count + 1, effectE4: known.effectE4 + effectE4 });
    },
    signal,
  );
  return {
    ...period,
    fileHash: parsed.hash,
    rows: parsed.rows,
    orders: parsed.orders.length,
    outside: parsed.orders.length - orders.length,
    verdict,
    equal,
    differing,
    groups: groups.map(({ effectE4, ...counts }) => ({ ...counts, effect: toDecimal(effectE4) })),
    totals: totals.map(({ variant, fileE4, oursE4, ...counts }) => ({
      variant,
      file: toDecimal(fileE4),
      ours: toDecimal(oursE4),
      ...counts,
    })),
    reasons: [...reasons.values()].map(({ effectE4, ...reason }) => ({
      ...reason,
      effect: toDecimal(effectE4),
    })),
    unknownStatuses: [...parsed.unknownStatuses],
    notCompared: { ...notCompared },
    unreadable: {
      rows: unreadable.length,
      first: unreadable.slice(0, maxListedRows).map(({ row, column }) => ({ row, column })),
    },
    monthFirst: parsed.monthFirst,
  };
}
