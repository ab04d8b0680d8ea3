import type { CanonicalOrder } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { dayArray, encodeRows, textArray } from '../../platform/database/binary-arrays.ts';
import * as statements from './apply-orders.sql.ts';
import {
  newestOfEach,
  rowsOf,
  storable,
  unusable,
  type OrderRows,
  type Reading,
} from './canonical-rows.ts';
import { localTimes } from '../../platform/calendar.ts';
import {
  itemColumns,
  orderColumns,
  orderFactColumns,
  skuFactColumns,
  skuNameColumns,
  type SkuName,
} from './order-columns.ts';
import { refreshOrders } from './rebuild-order-facts.ts';
import { preferIndexes } from '../prefer-indexes.ts';
import { firstSpanDay, rebuildSkuSpans } from './sku-buckets.sql.ts';
import { judge, type Version } from './version.ts';

/** What became of a delivery of orders. */
export interface Applied {
  /** Orders that were new or newer than what was stored. */
  applied: number;
  /** The ids of those. */
  changed: string[];
  /** Those of the applied orders that were not known at all. */
  created: number;
  /** Orders that were stored already in this or a newer state. */
  unchanged: number;
  /** Items of the applied orders. */
  items: number;
  /** Orders that cannot be stored, each with the reason for a developer. */
  unusable: { orderId: string; reason: string }[];
}

interface Stored extends Version {
  createdDay: string;
  committedDay: string | null;
}

interface StoredRow {
  order_id: string;
  version_at: Date;
  observed_at: Date;
  mapping_version: number;
  content_hash: string;
  created_day: string;
  committed_day: string | null;
}

/**
 * Takes orders of one shop into canonical rows, facts and rollups, inside the caller's transaction. The
 * same orders again, or older states of them, change nothing; any order of arrival ends in the same state.
 * @throws when the shop is not registered (see `registerShop`).
 */
export async function applyOrders(
  tx: TenantTransaction,
  shopId: string,
  orders: readonly CanonicalOrder[],
  reading: Reading,
): Promise<Applied> {
  const key = [tx.tenantId, shopId] as const;
  const [, [shop], [spans]] = await Promise.all([
    tx.query(preferIndexes),
    tx.query<{ time_zone: string }>(statements.lockShop, key),
    tx.query<{ day: string | null }>(firstSpanDay, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const timeOf = localTimes(shop.time_zone);

  const refused: Applied['unusable'] = [];
  const usable: OrderRows[] = [];
  for (const order of orders) {
    const reason = unusable(order);
    if (reason) refused.push({ orderId: order.orderId, reason });
    else usable.push(rowsOf(order, reading, timeOf));
  }
  const arriving = newestOfEach(usable);

  const stored = await readStored(tx, key, arriving);
  const replacing: OrderRows[] = [];
  const seen: string[] = [];
  for (const rows of arriving) {
    const known = stored.get(rows.orderId);
    const verdict = known ? judge(rows.version, known) : 'replace';
    if (verdict === 'replace') replacing.push(rows);
    else if (verdict === 'seen') seen.push(rows.orderId);
  }
  if (seen.length > 0)
    await tx.execute(statements.markSeen, [...key, textArray(seen), reading.observedAt]);
  if (usable.length > 0) {
    // Names are taken from every state that was ever seen, so that the order of arrival does not decide them.
    await tx.execute(statements.nameSkus, [...key, ...encodeRows(skuNameColumns, namesOf(usable))]);
  }
  if (replacing.length > 0) {
    await replace(tx, key, replacing, stored, spans?.day ?? null);
    const ids = replacing.map((rows) => rows.orderId);
    await refreshOrders(tx, key, ids, timeOf, { all: false });
  }

  return {
    applied: replacing.length,
    changed: replacing.map((rows) => rows.orderId),
    created: replacing.filter((rows) => !stored.has(rows.orderId)).length,
    unchanged: arriving.length - replacing.length,
    items: replacing.reduce((sum, rows) => sum + rows.items.length, 0),
    unusable: refused,
  };
}

async function readStored(
  tx: TenantTransaction,
  key: readonly [string, string],
  arriving: readonly OrderRows[],
): Promise<Map<string, Stored>> {
  if (arriving.length === 0) return new Map();
  const rows = await tx.query<StoredRow>(statements.storedVersions, [
    ...key,
    textArray(arriving.map((each) => each.orderId)),
  ]);
  return new Map(
    rows.map((row) => [
      row.order_id,
      {
        versionAt: row.version_at,
        observedAt: row.observed_at,
        mappingVersion: row.mapping_version,
        contentHash: row.content_hash,
        createdDay: row.created_day,
        committedDay: row.committed_day,
      },
    ]),
  );
}

/** Old rows out, new rows in, then every bucket that either of them touched is built again from facts. */
async function replace(
  tx: TenantTransaction,
  key: readonly [string, string],
  replacing: readonly OrderRows[],
  stored: ReadonlyMap<string, Stored>,
  spansFrom: string | null,
): Promise<void> {
  const days = new Set<string>();
  const skuDays = new Map<string, SkuDay>();
  const touch = (day: string, skuKey: string) => skuDays.set(`${day} ${skuKey}`, { day, skuKey });

  const fresh = replacing.filter(({ orderId }) => !stored.has(orderId));
  const again = replacing.filter(({ orderId }) => stored.has(orderId));
  const replaced = again.flatMap(({ orderId }) => {
    const old = stored.get(orderId);
    return old ? [{ orderId, ...old }] : [];
  });
  let cleared: { day: string; sku_key: string }[] = [];
  if (replaced.length > 0) {
    cleared = await tx.query<{ day: string; sku_key: string }>(statements.clearOrders, [
      ...key,
      textArray(replaced.map((each) => each.orderId)),
      dayArray(replaced.map((each) => each.createdDay)),
      dayArray(replaced.map((each) => each.committedDay)),
    ]);
    for (const { day, sku_key } of cleared) touch(day, sku_key);
  }
  for (const each of [...replaced, ...replacing]) {
    days.add(each.createdDay);
    if (each.committedDay) days.add(each.committedDay);
  }
  for (const { committedDay, skuFacts } of replacing) {
    for (const fact of skuFacts) if (committedDay) touch(committedDay, storable(fact.skuKey));
  }

  const unsold = replacing.flatMap(({ orderId, createdDay, committedDay, items }) =>
    committedDay === null
      ? [...new Set(items.map((item) => item.skuKey))].map((skuKey) => ({
          orderId,
          createdDay,
          skuKey,
        }))
      : [],
  );
  const pairs = [...skuDays.values()];
  const { whole, single } = byDay(pairs);
  // A back-fill goes backwards, away from the days that are added up already.
  const spanned = spansFrom ? pairs.filter((pair) => pair.day >= spansFrom) : [];
  // Sent together; the server runs them one after another, and the first failure is reported.
  await Promise.all([
    fresh.length > 0 &&
      tx.execute(statements.storeNewOrders, [...key, ...encodeRows(orderColumns, fresh)]),
    again.length > 0 &&
      tx.execute(statements.storeOrders, [...key, ...encodeRows(orderColumns, again)]),
    tx.execute(statements.storeItems, [
      ...key,
      ...encodeRows(
        itemColumns,
        replacing.flatMap((each) => each.items),
      ),
    ]),
    tx.execute(statements.storeOrderFacts, [
      ...key,
      ...encodeRows(
        orderFactColumns,
        replacing.map((each) => each.orderFact),
      ),
    ]),
    tx.execute(statements.storeSkuFacts, [
      ...key,
      ...encodeRows(
        skuFactColumns,
        replacing.flatMap((each) => each.skuFacts),
      ),
    ]),
    unsold.length > 0 &&
      tx.execute(statements.storeUnsoldItems, [
        ...key,
        dayArray(unsold.map((each) => each.createdDay)),
        textArray(unsold.map((each) => each.skuKey)),
        textArray(unsold.map((each) => each.orderId)),
      ]),
    tx.execute(statements.noteCurrencies, [
      ...key,
      [...new Set(replacing.map((each) => each.order.currency))],
    ]),
    tx.execute(statements.rebuildShopDays, [...key, dayArray([...days])]),
    whole.length > 0 && tx.execute(statements.rebuildWholeSkuDays, [...key, dayArray(whole)]),
    single.length > 0 && tx.execute(statements.rebuildSkuDays, [...key, ...encodePairs(single)]),
    cleared.length > 0 &&
      tx.execute(statements.dropEmptySkuDays, [
        ...key,
        dayArray(cleared.map((pair) => pair.day)),
        textArray(cleared.map((pair) => pair.sku_key)),
      ]),
    // After the days, which it adds up.
    ...(spanned.length > 0 ? rebuildSkuSpans : []).map((statement) =>
      tx.execute(statement, [...key, ...encodePairs(spanned)]),
    ),
  ]);
}

interface SkuDay {
  day: string;
  skuKey: string;
}

/** So many SKUs of one day are rebuilt faster together with the day's others than one by one. */
const manySkus = 64;

/** Days of which many SKUs were touched, and the SKUs of the other days. */
function byDay(pairs: readonly SkuDay[]): { whole: string[]; single: SkuDay[] } {
  const days = Map.groupBy(pairs, (pair) => pair.day);
  const whole = [...days].flatMap(([day, touched]) => (touched.length >= manySkus ? [day] : []));
  return { whole, single: pairs.filter(({ day }) => (days.get(day)?.length ?? 0) < manySkus) };
}

function encodePairs(pairs: readonly SkuDay[]): Buffer[] {
  return [dayArray(pairs.map((pair) => pair.day)), textArray(pairs.map((pair) => pair.skuKey))];
}

/** One name for each SKU: that of the order placed last; of two at one moment the greater text. */
function namesOf(seen: readonly OrderRows[]): SkuName[] {
  const names = new Map<string, SkuName>();
  for (const { order, items } of seen) {
    for (const { skuKey, item } of items) {
      const candidate: SkuName = {
        skuKey,
        sellerSku: storable(item.sellerSku),
        name: storable(item.productName),
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
