import { PartnerError, type EstimatesPage, type PartnerErrorKind } from '@seller-connect/partners';
import { sql } from '../../platform/database/database.ts';
import { applySettlements, deleteStaleEstimates } from '../../reporting/index.ts';
import { deleteStaleRejects, recordRejects, rawOfPage } from '../raw/reject-store.ts';
import { maxPasses } from './sync-window.ts';
import { isRefusal, type StreamLease } from '../leases/stream-lease.ts';
import { hashPayload, joinPayloads, packRaw, storeRaw } from '../raw/raw-store.ts';
import { keyParameters } from '../leases/stream-store.ts';

const ignoredErrorKinds: ReadonlySet<PartnerErrorKind> = new Set([
  'invalid_request',
  'not_permitted',
]);

/**
 * Fetches the expected payouts of orders without settlement lines, and deletes stored ones that are not listed any
 * more: they were settled or will not be paid. Of one that cannot be parsed, the earlier value stays. If the list changed
 * while it was fetched, it is fetched again; after `maxPasses` such passes, stale ones stay until the next sync.
 * @throws PartnerError `not_permitted` if the application lacks the permission, after the stale estimates are deleted
 */
export async function syncEstimates(lease: StreamLease): Promise<void> {
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const startedAt = lease.now();
    let isComplete: boolean;
    let permissionError: PartnerError | null = null;
    try {
      isComplete = await fetchEstimates(lease, startedAt);
    } catch (error) {
      // Not every market or application has this list. Without it there are no expected payouts.
      if (!(error instanceof PartnerError) || !ignoredErrorKinds.has(error.kind)) throw error;
      isComplete = true;
      permissionError = error.kind === 'not_permitted' ? error : null;
    }
    if (isComplete) {
      await lease.commit(async (tx, next) => {
        const stale = { notSeenSince: startedAt, idPrefix: estimateIdPrefix };
        await deleteStaleRejects(tx, next, stale);
        const rejected = await tx.query<{ id: string }>(rejectedStatement, [
          ...keyParameters(next),
          estimateIdPrefix,
        ]);
        const rejectedIds = rejected.map(({ id }) => id);
        await deleteStaleEstimates(tx, next.shopId, startedAt, rejectedIds);
      });
      // Thrown last, so that the missing permission is logged but stops nothing else of this sync.
      if (permissionError) throw permissionError;
      return;
    }
  }
}

/** Prefix of the ids of expected payouts. */
const estimateIdPrefix = 'unsettled:';
const rejectedStatement = sql(
  'collector.rejected_estimates',
  `select external_id as id from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and starts_with(external_id, $4)`,
);

/** @returns whether the partner's total stayed the same on all pages and equals the number of fetched rows */
async function fetchEstimates(lease: StreamLease, passStartedAt: Date): Promise<boolean> {
  const seen = new Set<string>();
  const totals = new Set<number | null>();
  let cursor: string | null = null;
  do {
    let page: FetchedEstimates | null;
    try {
      page = await fetchEstimatesPage(lease, cursor);
    } catch (error) {
      // The cursor has expired: the list exists, and is fetched again.
      if (cursor !== null && isRefusal(error)) return false;
      throw error;
    }
    if (page === null) return true;
    await commitEstimates(lease, page, passStartedAt);
    const rows = [...page.estimates, ...page.rejects.map(({ raw }) => ({ raw: [raw] }))];
    // By their bytes: different rows may have one id.
    for (const { raw } of rows)
      seen.add(hashPayload(joinPayloads(raw.map(({ payload }) => payload))));
    totals.add(page.total);
    cursor = page.next;
  } while (cursor !== null);
  const [total] = totals;
  return totals.size === 1 && (total === null || total === seen.size);
}

interface FetchedEstimates extends EstimatesPage {
  mappingVersion: number;
}

/** Fetches a page of expected payouts; null if the partner has no such call. */
function fetchEstimatesPage(
  lease: StreamLease,
  cursor: string | null,
): Promise<FetchedEstimates | null> {
  return lease.callMarketplace(async ({ settlements, mappingVersion }, access) => {
    const page = await settlements?.readEstimates?.(access, cursor, lease.signal);
    return page ? { ...page, mappingVersion } : null;
  });
}

async function commitEstimates(
  lease: StreamLease,
  page: FetchedEstimates,
  passStartedAt: Date,
): Promise<void> {
  const items = rawOfPage(page.estimates, page.rejects);
  if (items.length === 0) return;
  const raw = await packRaw(items, lease.now());
  await lease.commit(async (tx, next) => {
    await storeRaw(tx, next, raw);
    const settlements = page.estimates.map(({ canonical }) => canonical);
    const applied = await applySettlements(
      tx,
      next.shopId,
      { settlements, statements: [] },
      { observedAt: raw.fetchedAt, mappingVersion: page.mappingVersion, passStartedAt },
    );
    const ids = settlements.map(({ settlementId }) => settlementId);
    await recordRejects(tx, next, {
      pages: [{ ids, rejects: page.rejects }],
      unusable: applied.unusable,
      now: raw.fetchedAt,
    });
  });
}
