import type { CanonicalReturn } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { encodeRows, encodeTextArray } from '../../platform/database/binary-arrays.ts';
import { lockShop } from './apply-orders.sql.ts';
import { preferIndexScans } from './shop-rows.sql.ts';
import type { ApplyResult, FetchMeta, RejectedEntity } from './canonical-rows.ts';
import { localTimes } from '../../platform/calendar.ts';
import * as statements from './apply-returns.sql.ts';
import {
  returnColumns,
  returnItemColumns,
  type VersionedEntity,
} from '../money/settlement-columns.ts';
import { rebuildOrderFacts } from './rebuild-order-facts.ts';
import { withVersion } from '../money/versions.ts';
import { selectChanges, type StoredVersionRow } from './version.ts';
import {
  areStorableAmounts,
  areStorableIds,
  isStorableTime,
  maxQuantity,
  unstorableIdReason,
} from '../../platform/database/storable-values.ts';

/**
 * Stores return cases of one shop and rebuilds the facts of their orders, inside the caller's transaction. Applying
 * the same cases again, or older states of them, changes nothing; every order of arrival, also relative to the
 * orders, ends in the same state.
 * @throws Error if the shop is not registered (see `registerShop`)
 */
export async function applyReturns(
  tx: TenantTransaction,
  shopId: string,
  incoming: readonly CanonicalReturn[],
  meta: FetchMeta,
): Promise<ApplyResult> {
  const key = [tx.tenantId, shopId] as const;
  const [, [shop]] = await Promise.all([
    tx.query(preferIndexScans),
    tx.query<{ timeZone: string }>(lockShop, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const unusable: RejectedEntity[] = [];
  const arriving: VersionedEntity<CanonicalReturn>[] = [];
  for (const one of incoming) {
    const reason = rejectionReason(one);
    if (reason) unusable.push({ id: one.returnId, reason });
    else arriving.push(withVersion(one.returnId, one, one.updatedAt, meta));
  }
  if (arriving.length === 0) return { changed: [], created: 0, unusable };

  const ids = encodeTextArray([...new Set(arriving.map(({ id }) => id))]);
  const stored = await tx.query<StoredVersionRow & { orderId: string }>(statements.storedReturns, [
    ...key,
    ids,
  ]);
  const { replacing, seen, known } = selectChanges(arriving, stored);
  if (seen.length > 0) {
    await tx.execute(statements.touchReturns, [...key, encodeTextArray(seen), meta.observedAt]);
  }
  if (replacing.length > 0) {
    const changed = new Set(replacing.map(({ id }) => id));
    const items = replacing.flatMap(({ id, entity }) =>
      entity.items.map((item) => ({ returnId: id, item })),
    );
    await Promise.all([
      tx.execute(statements.deleteReturns, [...key, encodeTextArray([...changed])]),
      tx.execute(statements.insertReturns, [...key, ...encodeRows(returnColumns, replacing)]),
      tx.execute(statements.insertReturnItems, [...key, ...encodeRows(returnItemColumns, items)]),
    ]);
    const orders = new Set(replacing.map(({ entity }) => entity.orderId));
    for (const row of stored) if (changed.has(row.id)) orders.add(row.orderId);
    await rebuildOrderFacts(tx, key, [...orders], localTimes(shop.timeZone), { all: true });
  }
  const created = replacing.filter(({ id }) => !known.has(id)).length;
  return { changed: replacing.map(({ id }) => id), created, unusable };
}

function rejectionReason(returnCase: CanonicalReturn): string | null {
  const times = [
    returnCase.requestedAt,
    returnCase.decidedAt,
    returnCase.receivedAt,
    returnCase.refundedAt,
    returnCase.updatedAt,
  ];
  if (returnCase.items.length === 0) return 'the case has no item';
  if (!times.every(isStorableTime)) return 'a time of the case is outside the years 1971 to 2199';
  const itemIds = returnCase.items.flatMap((item) => [
    item.returnItemId,
    item.orderLineId,
    item.skuId,
  ]);
  if (!areStorableIds([returnCase.returnId, returnCase.orderId, ...itemIds])) {
    return unstorableIdReason;
  }
  const amounts = [returnCase.refundE4, ...returnCase.items.map(({ refundE4 }) => refundE4)];
  if (!areStorableAmounts(amounts)) {
    return 'an amount of the case is too large';
  }
  const isWhole = returnCase.items.every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 0 && quantity <= maxQuantity,
  );
  return isWhole ? null : 'a quantity of the case is not usable';
}

/**
 * Counts the stored cases of a shop that were requested in a time range, without and with its two boundary instants.
 */
export async function countReturns(
  tx: TenantTransaction,
  shopId: string,
  range: { from: Date; to: Date },
): Promise<{ inside: bigint; withEnds: bigint }> {
  const [row] = await tx.query<{ inside: bigint; withEnds: bigint }>(statements.countReturns, [
    tx.tenantId,
    shopId,
    range.from,
    range.to,
  ]);
  return { inside: row?.inside ?? 0n, withEnds: row?.withEnds ?? 0n };
}
