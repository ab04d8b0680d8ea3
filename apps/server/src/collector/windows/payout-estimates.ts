import {
  PartnerError,
  type EstimatesPage,
  type MarketplaceConnector,
  type PartnerErrorKind,
  type ShopAccess,
} from '@seller-connect/partners';
import { sql } from '../../platform/database/database.ts';
import { applySettlements, dropEstimates } from '../../reporting/index.ts';
import { noteRejects } from './commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import { keepRaw, packRaw } from '../raw/raw-store.ts';
import { keyOf } from '../leases/stream-store.ts';

const mostPasses = 3;
const refusals: ReadonlySet<PartnerErrorKind> = new Set(['invalid_request', 'not_permitted']);

/**
 * Reads anew what a partner expects to pay for orders that it has booked nothing of. What is not on its list any more
 * was booked or came to nothing, and is forgotten; when the list moved while it was read, it is read again.
 */
export async function readEstimates(
  holding: Pick<Holding, 'ask' | 'commit' | 'now' | 'signal'>,
): Promise<void> {
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const startedAt = holding.now();
    let isWhole: boolean;
    let refusal: PartnerError | null = null;
    try {
      isWhole = await readList(holding);
    } catch (error) {
      // Not every market or application is given this list: without it nothing is expected, and payouts go on.
      if (!(error instanceof PartnerError) || !refusals.has(error.kind)) throw error;
      isWhole = true;
      refusal = error.kind === 'not_permitted' ? error : null;
    }
    if (isWhole) {
      await holding.commit(async (tx, next) => {
        await dropEstimates(tx, next.shopId, startedAt);
        await tx.execute(forgetRejects, [...keyOf(next), estimates, startedAt]);
      });
      // The operator is told of a right that is missing, once the rest of the reading is done.
      if (refusal) throw refusal;
      return;
    }
  }
}

/** How the ids of estimates begin, apart from what is booked. */
const estimates = 'unsettled:';
const forgetRejects = sql(
  'collector.forget_rejected_estimates',
  `delete from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and starts_with(external_id, $4) and seen_at < $5`,
);

/** @returns whether as many were seen as the partner counted from the first page to the last */
async function readList(
  holding: Pick<Holding, 'ask' | 'commit' | 'now' | 'signal'>,
): Promise<boolean> {
  const seen = new Set<string>();
  const totals = new Set<number | null>();
  let from: string | null = null;
  do {
    let mappingVersion = 0;
    const at: string | null = from;
    const page: EstimatesPage | null = await holding.ask(
      async (connector: MarketplaceConnector, access: ShopAccess) => {
        ({ mappingVersion } = connector);
        return (await connector.settlements?.readEstimates?.(access, at, holding.signal)) ?? null;
      },
    );
    if (page === null) return true;
    await commitEstimates(holding, page, mappingVersion);
    for (const { canonical } of page.estimates) seen.add(canonical.settlementId);
    for (const { raw } of page.rejects) seen.add(raw.externalId);
    totals.add(page.total);
    from = page.next;
  } while (from !== null);
  const [total] = totals;
  return totals.size === 1 && (total === null || total === seen.size);
}

async function commitEstimates(
  holding: Pick<Holding, 'commit' | 'now'>,
  page: EstimatesPage,
  mappingVersion: number,
): Promise<void> {
  const items = [
    ...page.estimates.flatMap(({ raw }) => raw),
    ...page.rejects.map(({ raw }) => raw),
  ];
  if (items.length === 0) return;
  const raw = await packRaw(items, holding.now());
  await holding.commit(async (tx, next) => {
    await keepRaw(tx, next, raw);
    const settlements = page.estimates.map(({ canonical }) => canonical);
    const reading = { observedAt: raw.fetchedAt, mappingVersion };
    const applied = await applySettlements(
      tx,
      next.shopId,
      { settlements, statements: [] },
      reading,
    );
    const unusable = new Set(applied.unusable.map(({ id }) => id));
    await noteRejects(tx, next, {
      accepted: settlements
        .map(({ settlementId }) => settlementId)
        .filter((id) => !unusable.has(id)),
      rejected: [
        ...page.rejects.map((each) => ({ externalId: each.raw.externalId, reason: each.reason })),
        ...applied.unusable.map(({ id, reason }) => ({ externalId: id, reason })),
      ],
      now: raw.fetchedAt,
    });
  });
}
