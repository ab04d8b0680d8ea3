import type { CanonicalOrder } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import {
  encodeDayArray,
  encodeRows,
  encodeTextArray,
} from '../../platform/database/binary-arrays.ts';
import { sanitizeText } from '../../platform/database/storable-values.ts';
import {
  buildOrderRows,
  rejectionReason,
  itemColumns,
  orderColumns,
  orderFactColumns,
  skuFactColumns,
  skuNameColumns,
  unsoldItemColumns,
  type OrderRows,
  type ApplyResult,
  type FetchMeta,
  type RejectedEntity,
  type SkuName,
} from './canonical-rows.ts';
import { localTimes } from '../../platform/calendar.ts';
import { rebuildOrderFacts } from './rebuild-order-facts.ts';
import { preferIndexScans } from './shop-rows.sql.ts';
import { firstBucketDay, rebuildSkuBuckets } from './sku-buckets.ts';
import { selectChanges, type StoredVersionRow } from './version.ts';
import * as statements from './apply-orders.sql.ts';

interface StoredOrder extends StoredVersionRow {
  createdDay: string;
  committedDay: string | null;
}

/**
 * Stores orders of one shop as canonical rows, facts and rollups, inside the caller's transaction. Applying the same
 * orders again, or older states of them, changes nothing; every order of arrival ends in the same state.
 * @throws Error if the shop is not registered (see `registerShop`)
 */
export async function applyOrders(
  tx: TenantTransaction,
  shopId: string,
  orders: readonly CanonicalOrder[],
  meta: FetchMeta,
): Promise<ApplyResult> {
  const key = [tx.tenantId, shopId] as const;
  const [, [shop], [firstBucket]] = await Promise.all([
    tx.query(preferIndexScans),
    tx.query<{ timeZone: string }>(statements.lockShop, key),
    tx.query<{ day: string | null }>(firstBucketDay, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const timeOf = localTimes(shop.timeZone);

  const unusable: RejectedEntity[] = [];
  const usable: OrderRows[] = [];
  for (const order of orders) {
    const reason = rejectionReason(order);
    if (reason) unusable.push({ id: order.orderId, reason });
    else usable.push(buildOrderRows(order, meta, timeOf));
  }
  if (usable.length === 0) return { changed: [], created: 0, unusable };

  const stored = await tx.query<StoredOrder>(statements.storedVersions, [
    ...key,
    encodeTextArray([...new Set(usable.map(({ id }) => id))]),
  ]);
  const { replacing, seen, known } = selectChanges(usable, stored);
  if (seen.length > 0)
    await tx.execute(statements.touchOrders, [...key, encodeTextArray(seen), meta.observedAt]);
  // Names come from every state that was ever fetched, so that the order of arrival does not decide them.
  await tx.execute(statements.upsertSkuNames, [
    ...key,
    ...encodeRows(skuNameColumns, latestSkuNames(usable)),
  ]);
  if (replacing.length > 0) {
    await replaceOrders(tx, key, replacing, known, firstBucket?.day ?? null);
    const ids = replacing.map(({ id }) => id);
    await rebuildOrderFacts(tx, key, ids, timeOf, { all: false });
  }

  return {
    changed: replacing.map(({ id }) => id),
    created: replacing.filter(({ id }) => !known.has(id)).length,
    unusable,
  };
}

/** Deletes old rows, inserts new ones, and rebuilds every rollup that either of them touches. */
async function replaceOrders(
  tx: TenantTransaction,
  key: readonly [string, string],
  replacing: readonly OrderRows[],
  stored: ReadonlyMap<string, StoredOrder>,
  bucketsFrom: string | null,
): Promise<void> {
  const days = new Set<string>();
  const skuDays = new Map<string, SkuDay>();
  const touch = (day: string, skuKey: string) => skuDays.set(`${day} ${skuKey}`, { day, skuKey });

  const inserts = replacing.filter(({ id }) => !stored.has(id));
  const updates = replacing.filter(({ id }) => stored.has(id));
  const replaced = updates.flatMap(({ id }) => stored.get(id) ?? []);
  let cleared: SkuDay[] = [];
  if (replaced.length > 0) {
    cleared = await tx.query<SkuDay>(statements.deleteOrderRows, [
      ...key,
      encodeTextArray(replaced.map((each) => each.id)),
      encodeDayArray(replaced.map((each) => each.createdDay)),
      encodeDayArray(replaced.map((each) => each.committedDay)),
    ]);
    for (const { day, skuKey } of cleared) touch(day, skuKey);
  }
  for (const each of [...replaced, ...replacing]) {
    days.add(each.createdDay);
    if (each.committedDay) days.add(each.committedDay);
  }
  for (const { committedDay, skuFacts } of replacing) {
    for (const fact of skuFacts) if (committedDay) touch(committedDay, fact.skuKey);
  }

  const unsoldItems = replacing.flatMap(({ id, createdDay, committedDay, items }) =>
    committedDay === null
      ? [...new Set(items.map((item) => item.skuKey))].map((skuKey) => ({
          orderId: id,
          createdDay,
          skuKey,
        }))
      : [],
  );
  const pairs = [...skuDays.values()];
  const { whole: fullDays, single: singleSkus } = partitionByDay(pairs);
  // A backfill moves backward, away from the days that have buckets.
  const bucketed = bucketsFrom ? pairs.filter((pair) => pair.day >= bucketsFrom) : [];
  // Pipelined: the server runs them in this order, and the first error is reported.
  await Promise.all([
    inserts.length > 0 &&
      tx.execute(statements.insertNewOrders, [...key, ...encodeRows(orderColumns, inserts)]),
    updates.length > 0 &&
      tx.execute(statements.upsertOrders, [...key, ...encodeRows(orderColumns, updates)]),
    tx.execute(statements.insertItems, [
      ...key,
      ...encodeRows(
        itemColumns,
        replacing.flatMap((each) => each.items),
      ),
    ]),
    tx.execute(statements.insertOrderFacts, [
      ...key,
      ...encodeRows(
        orderFactColumns,
        replacing.map((each) => each.orderFact),
      ),
    ]),
    tx.execute(statements.insertSkuFacts, [
      ...key,
      ...encodeRows(
        skuFactColumns,
        replacing.flatMap((each) => each.skuFacts),
      ),
    ]),
    unsoldItems.length > 0 &&
      tx.execute(statements.insertUnsoldItems, [
        ...key,
        ...encodeRows(unsoldItemColumns, unsoldItems),
      ]),
    tx.execute(statements.insertCurrencies, [
      ...key,
      [...new Set(replacing.map((each) => each.order.currency))],
    ]),
    tx.execute(statements.rebuildShopDays, [...key, encodeDayArray([...days])]),
    fullDays.length > 0 &&
      tx.execute(statements.rebuildAllSkusOfDays, [...key, encodeDayArray(fullDays)]),
    singleSkus.length > 0 &&
      tx.execute(statements.rebuildSkuDays, [...key, ...encodePairs(singleSkus)]),
    cleared.length > 0 &&
      tx.execute(statements.deleteEmptySkuDays, [
        ...key,
        encodeDayArray(cleared.map((pair) => pair.day)),
        encodeTextArray(cleared.map((pair) => pair.skuKey)),
      ]),
    // After the SKU days, which the buckets sum up.
    ...(bucketed.length > 0 ? rebuildSkuBuckets : []).map((statement) =>
      tx.execute(statement, [...key, ...encodePairs(bucketed)]),
    ),
  ]);
}

interface SkuDay {
  day: string;
  skuKey: string;
}

/** From this many touched SKUs of a day on, rebuilding the whole day is faster. */
const minSkusForFullRebuild = 64;

/** Separates days with many touched SKUs from single SKUs of the other days. */
function partitionByDay(pairs: readonly SkuDay[]): { whole: string[]; single: SkuDay[] } {
  const days = Map.groupBy(pairs, (pair) => pair.day);
  const whole = [...days].flatMap(([day, touched]) =>
    touched.length >= minSkusForFullRebuild ? [day] : [],
  );
  return {
    whole,
    single: pairs.filter(({ day }) => (days.get(day)?.length ?? 0) < minSkusForFullRebuild),
  };
}

function encodePairs(pairs: readonly SkuDay[]): Buffer[] {
  return [
    encodeDayArray(pairs.map((pair) => pair.day)),
    encodeTextArray(pairs.map((pair) => pair.skuKey)),
  ];
}

/** Returns one name for each SKU: from the order placed last, and at the same time the greater text. */
function latestSkuNames(orders: readonly OrderRows[]): SkuName[] {
  const names = new Map<string, SkuName>();
  for (const { order, items } of orders) {
    for (const { skuKey, item } of items) {
      const candidate: SkuName = {
        skuKey,
        sellerSku: sanitizeText(item.sellerSku),
        name: sanitizeText(item.productName),
        namedAt: order.createdAt,
      };
      const known = names.get(skuKey);
      if (!known || isNewer(candidate, known)) names.set(skuKey, candidate);
    }
  }
  return [...names.values()];
}

function isNewer(candidate: SkuName, known: SkuName): boolean {
  const later = candidate.namedAt.getTime() - known.namedAt.getTime();
  if (later !== 0) return later > 0;
  if (candidate.name !== known.name) return candidate.name > known.name;
  return candidate.sellerSku > known.sellerSku;
}

const countStatement = sql(
  'reporting.count_orders',
  `select count(*) filter (where created_at > $3 and created_at < $4) as inside, count(*) as with_ends
     from reporting.sales_order
    where tenant_id = $1 and shop_id = $2 and created_at between $3 and $4`,
);

/**
 * Counts the stored orders of a shop that were placed in a time range, without and with its two boundary instants,
 * because partners differ in which of them they count.
 */
export async function countOrders(
  tx: TenantTransaction,
  shopId: string,
  range: { from: Date; to: Date },
): Promise<{ inside: bigint; withEnds: bigint }> {
  const [, [row]] = await Promise.all([
    tx.query(preferIndexScans),
    tx.query<{ inside: bigint; withEnds: bigint }>(countStatement, [
      tx.tenantId,
      shopId,
      range.from,
      range.to,
    ]),
  ]);
  return { inside: row?.inside ?? 0n, withEnds: row?.withEnds ?? 0n };
}
