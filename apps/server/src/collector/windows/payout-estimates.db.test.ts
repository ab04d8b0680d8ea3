import { PartnerError, type CanonicalSettlement } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, lazadaWithSettlements } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { syncEstimates } from './payout-estimates.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const shop = linkedShop({ shopId: newId() });
const stream = leasedStream({ shopId: shop.shopId, stream: 'settlements' });
let now = new Date('2026-11-11T05:00:00Z');
/** The cursors of the pages that the partner refuses. */
const refused = new Set<string | null>();
/** The orders whose expected payout cannot be parsed. */
const rejected = new Set<string>();
/** Whether the second row of the list has the id of the first one, and whether the connector rejects it. */
let repeated: 'no' | 'rejected' | 'accepted' = 'no';

const estimateOf = (orderId: string, amountE4 = 1_000_000_000n): CanonicalSettlement => ({
  settlementId: `unsettled:${orderId}`,
  statementId: null,
  orderId,
  currency: 'VND',
  occurredAt: now,
  settledAt: null,
  updatedAt: now,
  isEstimate: true,
  lines: [
    {
      lineId: '1',
      orderLineId: null,
      feeClass: 'item_price',
      feeCode: '13',
      feeName: '',
      amountE4,
    },
  ],
  flags: [],
});

const connector = lazadaWithSettlements({
  readEstimates: async (_access, cursor) => {
    if (refused.has(cursor)) {
      throw new PartnerError({ kind: 'invalid_request', code: '36009004', endpoint: '/orders' });
    }
    const canonical = estimateOf(cursor ?? 'first');
    const payload = Buffer.from(JSON.stringify({ order: canonical.orderId, at: now }));
    const raw = { entity: 'settlement' as const, externalId: canonical.settlementId, payload };
    const item = { ...raw, updatedAt: null };
    if (repeated !== 'no' && cursor === 'second') {
      const same = { ...item, externalId: 'unsettled:first' };
      const other = { canonical: estimateOf('first', 2_000_000_000n), raw: [same] };
      const reject = { raw: same, reason: 'nothing tells it from another one' };
      return {
        estimates: repeated === 'accepted' ? [other] : [],
        rejects: repeated === 'rejected' ? [reject] : [],
        total: 2,
        next: null,
      };
    }
    const isRejected = rejected.has(cursor ?? 'first');
    return {
      estimates: isRejected ? [] : [{ canonical, raw: [item] }],
      rejects: isRejected ? [{ raw: item, reason: 'its amount is missing' }] : [],
      total: 2,
      next: cursor === null ? 'second' : null,
    };
  },
});

const storedStatement = sql(
  'test.estimates',
  `select distinct order_id from reporting.settlement_line
    where tenant_id = $1 and is_estimate order by order_id`,
);

/** Syncs a minute later. @returns the orders with an expected payout */
async function sync(): Promise<string[]> {
  now = new Date(now.getTime() + 60_000);
  await syncEstimates(createTestLease({ database, stream, shop, connector, now: () => now }));
  const { tenantId } = stream;
  const rows = await database.tenantRead<{ orderId: string }>(tenantId, storedStatement, [
    tenantId,
  ]);
  return rows.map(({ orderId }) => orderId);
}

it('deletes no expected payouts that were rejected or whose page the partner refused, but all without such a list', async () => {
  await database.tenant(stream.tenantId, (tx) => registerShop(tx, shop, now));
  expect(await sync()).toEqual(['first', 'second']);
  rejected.add('first');
  expect(await sync()).toEqual(['first', 'second']);
  rejected.clear();
  refused.add('second');
  expect(await sync()).toEqual(['first', 'second']);
  refused.add(null);
  expect(await sync()).toEqual([]);
});

const flaggedStatement = sql(
  'test.flagged_estimates',
  `select r.external_id, l.amount_e4 from collector.reject r
     join reporting.settlement_line l on l.tenant_id = r.tenant_id and l.settlement_id = r.external_id
    where r.tenant_id = $1`,
);

it.each(['rejected', 'accepted'] as const)(
  'deletes an expected payout that is gone from a list in which two rows have one id: the second is %s',
  async (second) => {
    refused.clear();
    repeated = 'no';
    expect(await sync()).toEqual(['first', 'second']);
    repeated = second;
    expect(await sync()).toEqual(['first']);
    expect(await database.tenantRead(stream.tenantId, flaggedStatement, [stream.tenantId])).toEqual(
      [{ externalId: 'unsettled:first', amountE4: 1_000_000_000n }],
    );
  },
);
