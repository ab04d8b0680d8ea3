import type { CanonicalReturn } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { encodeRows, textArray } from '../../platform/database/binary-arrays.ts';
import { lockShop } from './apply-orders.sql.ts';
import { preferIndexes } from '../prefer-indexes.ts';
import type { Reading } from './canonical-rows.ts';
import { localTimes } from '../../platform/calendar.ts';
import * as statements from './apply-returns.sql.ts';
import type { MoneyApplied } from '../money/apply-settlements.ts';
import { returnColumns, returnItemColumns, type Versioned } from '../money/settlement-columns.ts';
import { refreshOrders } from './rebuild-order-facts.ts';
import {
  isStorableAmount,
  isStorableTime,
  sortOut,
  versioned,
  type StoredVersionRow,
} from '../money/versions.ts';

const largestQuantity = 1_000_000;

/**
 * Takes return cases of one shop in, and lets them decide what of their orders came back, inside the caller's
 * transaction. The same ones again, or older states of them, change nothing; any order of arrival, also among
 * orders, ends in the same state.
 * @throws when the shop is not registered (see `registerShop`).
 */
export async function applyReturns(
  tx: TenantTransaction,
  shopId: string,
  delivered: readonly CanonicalReturn[],
  reading: Reading,
): Promise<MoneyApplied> {
  const key = [tx.tenantId, shopId] as const;
  const [, [shop]] = await Promise.all([
    tx.query(preferIndexes),
    tx.query<{ time_zone: string }>(lockShop, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const unusable: MoneyApplied['unusable'] = [];
  const arriving: Versioned<CanonicalReturn>[] = [];
  for (const one of delivered) {
    const reason = unusableReason(one);
    if (reason) unusable.push({ id: one.returnId, reason });
    else arriving.push(versioned(one.returnId, one, one.updatedAt, reading));
  }
  if (arriving.length === 0) return { changed: [], created: 0, unusable };

  const ids = textArray([...new Set(arriving.map(({ id }) => id))]);
  const stored = await tx.query<StoredVersionRow & { order_id: string }>(statements.storedReturns, [
    ...key,
    ids,
  ]);
  const { replacing, seen, known } = sortOut(arriving, stored);
  if (seen.length > 0) {
    await tx.execute(statements.markReturnsSeen, [...key, textArray(seen), reading.observedAt]);
  }
  if (replacing.length > 0) {
    const changed = new Set(replacing.map(({ id }) => id));
    const items = replacing.flatMap(({ id, entity }) =>
      entity.items.map((item) => ({ returnId: id, item })),
    );
    await Promise.all([
      tx.execute(statements.clearReturns, [...key, textArray([...changed])]),
      tx.execute(statements.storeReturns, [...key, ...encodeRows(returnColumns, replacing)]),
      tx.execute(statements.storeReturnItems, [...key, ...encodeRows(returnItemColumns, items)]),
    ]);
    const orders = new Set(replacing.map(({ entity }) => entity.orderId));
    for (const row of stored) if (changed.has(row.id)) orders.add(row.order_id);
    await refreshOrders(tx, key, [...orders], localTimes(shop.time_zone), { all: true });
  }
  const created = replacing.filter(({ id }) => !known.has(id)).length;
  return { changed: replacing.map(({ id }) => id), created, unusable };
}

function unusableReason(one: CanonicalReturn): string | null {
  const times = [one.requestedAt, one.decidedAt, one.receivedAt, one.refundedAt, one.updatedAt];
  if (one.items.length === 0) return 'the case has no item';
  if (!times.every(isStorableTime)) return 'a time of the case is outside the years 1971 to 2199';
  if (![one.refundE4, ...one.items.map((item) => item.refundE4)].every(isStorableAmount)) {
    return 'an amount of the case is too large';
  }
  const isWhole = one.items.every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 0 && quantity <= largestQuantity,
  );
  return isWhole ? null : 'a quantity of the case is not usable';
}

/** How many cases of a shop, demanded in a span of time, are stored: without its two ends and with them. */
export async function countReturns(
  tx: TenantTransaction,
  shopId: string,
  span: { from: Date; to: Date },
): Promise<{ inside: bigint; withEnds: bigint }> {
  const [row] = await tx.query<{ inside: bigint; with_ends: bigint }>(statements.countReturns, [
    tx.tenantId,
    shopId,
    span.from,
    span.to,
  ]);
  return { inside: row?.inside ?? 0n, withEnds: row?.with_ends ?? 0n };
}
