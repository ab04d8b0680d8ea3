import type { CanonicalOrder } from '@seller-connect/partners';
import type { TenantTransaction } from '../platform/database.ts';
import * as statements from './apply-orders.sql.ts';
import { newestOfEach, rowsOf, unusable, type OrderRows, type Reading } from './canonical-rows.ts';
import { localDays, type LocalDayOf } from './local-day.ts';
import { firstSpanDay, rebuildSkuSpans } from './sku-spans.sql.ts';
import { judge, type Version } from './version.ts';

/** What became of a delivery of orders. */
export interface Applied {
  /** Orders that were new or newer than what was stored. */
  applied: number;
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

const calendars = new Map<string, LocalDayOf>();

function calendarOf(timeZone: string): LocalDayOf {
  const calendar = calendars.get(timeZone) ?? localDays(timeZone);
  calendars.set(timeZone, calendar);
  return calendar;
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
    tx.query(statements.preferIndexes),
    tx.query<{ time_zone: string }>(statements.lockShop, key),
    tx.query<{ day: string | null }>(firstSpanDay, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const dayOf = calendarOf(shop.time_zone);

  const refused: Applied['unusable'] = [];
  const usable: OrderRows[] = [];
  for (const order of orders) {
    const reason = unusable(order);
    if (reason) refused.push({ orderId: order.orderId, reason });
    else usable.push(rowsOf(order, reading, dayOf));
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
  if (seen.length > 0) await tx.execute(statements.markSeen, [...key, seen, reading.observedAt]);
  if (usable.length > 0) {
    // Names are taken from every state that was ever seen, so that the order of arrival does not decide them.
    await tx.execute(statements.nameSkus, [...key, JSON.stringify(namesOf(usable))]);
  }
  if (replacing.length > 0) await replace(tx, key, replacing, stored, spans?.day ?? null);

  return {
    applied: replacing.length,
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
    arriving.map((each) => each.orderId),
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
  const skuDays = new Map<string, { day: string; skuKey: string }>();
  const touch = (day: string, skuKey: string) => skuDays.set(`${day} ${skuKey}`, { day, skuKey });

  const replaced = replacing.flatMap(({ orderId }) => {
    const old = stored.get(orderId);
    return old ? [{ orderId, ...old }] : [];
  });
  let cleared: { day: string; sku_key: string }[] = [];
  if (replaced.length > 0) {
    cleared = await tx.query<{ day: string; sku_key: string }>(statements.clearOrders, [
      ...key,
      replaced.map((each) => each.orderId),
      replaced.map((each) => each.createdDay),
      replaced.map((each) => each.committedDay),
    ]);
    for (const { day, sku_key } of cleared) touch(day, sku_key);
  }
  for (const each of [...replaced, ...replacing]) {
    days.add(each.createdDay);
    if (each.committedDay) days.add(each.committedDay);
  }
  for (const { committedDay, skuFacts } of replacing) {
    for (const fact of skuFacts) if (committedDay) touch(committedDay, fact.sku_key);
  }

  const pairs = [...skuDays.values()];
  // A back-fill goes backwards, away from the days that are added up already.
  const spanned = spansFrom ? pairs.filter((pair) => pair.day >= spansFrom) : [];
  // Sent together; the server runs them one after another, and the first failure is reported.
  await Promise.all([
    tx.execute(statements.storeOrders, [
      ...key,
      JSON.stringify(replacing.map((each) => each.order)),
      JSON.stringify(replacing.flatMap((each) => each.items)),
      JSON.stringify(replacing.map((each) => each.orderFact)),
      JSON.stringify(replacing.flatMap((each) => each.skuFacts)),
    ]),
    tx.execute(statements.noteCurrencies, [
      ...key,
      [...new Set(replacing.map((each) => each.currency))],
    ]),
    tx.execute(statements.rebuildShopDays, [...key, [...days]]),
    pairs.length > 0 &&
      tx.execute(statements.rebuildSkuDays, [
        ...key,
        pairs.map((pair) => pair.day),
        pairs.map((pair) => pair.skuKey),
      ]),
    cleared.length > 0 &&
      tx.execute(statements.dropEmptySkuDays, [
        ...key,
        cleared.map((pair) => pair.day),
        cleared.map((pair) => pair.sku_key),
      ]),
    // After the days, which it adds up.
    spanned.length > 0 &&
      tx.execute(rebuildSkuSpans, [
        ...key,
        spanned.map((pair) => pair.day),
        spanned.map((pair) => pair.skuKey),
      ]),
  ]);
}

interface SkuName {
  sku_key: string;
  seller_sku: string;
  name: string;
  named_at: string;
}

/** One name for each SKU: that of the order placed last; of two at one moment the greater text. */
function namesOf(seen: readonly OrderRows[]): SkuName[] {
  const names = new Map<string, SkuName>();
  for (const { order, items } of seen) {
    for (const item of items) {
      const candidate: SkuName = {
        sku_key: String(item['sku_key']),
        seller_sku: String(item['seller_sku']),
        name: String(item['product_name']),
        named_at: String(order['created_at']),
      };
      const known = names.get(candidate.sku_key);
      if (!known || rank(candidate) > rank(known)) names.set(candidate.sku_key, candidate);
    }
  }
  return [...names.values()];
}

function rank(name: SkuName): string {
  return `${name.named_at}\0${name.name}\0${name.seller_sku}`;
}
