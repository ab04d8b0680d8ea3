import type { CanonicalStatement, RawItem, RejectedItem } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, lazadaWithSettlements } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { settlementsSource } from './money-source.ts';
import { syncRange } from './sync-changes.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const shop = linkedShop({ shopId: newId() });
const stream = leasedStream({ shopId: shop.shopId, stream: 'settlements' });
const now = new Date('2026-11-11T05:00:00Z');

const raw: RawItem = {
  entity: 'statement',
  externalId: 'VN-1',
  updatedAt: null,
  payload: Buffer.from('{}'),
};
const statement: CanonicalStatement = {
  statementId: '2026-11-11',
  name: 'VN-1',
  from: null,
  to: now,
  currency: 'VND',
  totalE4: null,
  payoutE4: 10_000n,
  paidAt: null,
  updatedAt: now,
  flags: [],
};

const rejectsStatement = sql(
  'test.rejected_statements',
  'select external_id from collector.reject where tenant_id = $1',
);

/** Syncs a page with a statement or its reject. @returns the ids of the items that count as unreadable */
async function sync(page: {
  statements?: CanonicalStatement[];
  rejects?: RejectedItem[];
}): Promise<string[]> {
  const connector = lazadaWithSettlements({
    readSettlements: async () => ({
      settlements: [],
      statements: (page.statements ?? []).map((canonical) => ({ canonical, raw })),
      rejects: page.rejects ?? [],
      total: null,
      next: null,
    }),
  });
  const lease = createTestLease({ database, stream, shop, connector, now: () => now });
  await syncRange(lease, settlementsSource, { field: 'created', from: now, to: now });
  const rows = await database.tenantRead<{ externalId: string }>(
    stream.tenantId,
    rejectsStatement,
    [stream.tenantId],
  );
  return rows.map(({ externalId }) => externalId);
}

it('flags a statement until it can be read and stored', async () => {
  await database.tenant(stream.tenantId, (tx) => registerShop(tx, shop, now));
  expect(await sync({ rejects: [{ raw, reason: 'its payout is missing' }] })).toEqual(['VN-1']);
  expect(await sync({ statements: [statement] })).toEqual([]);
  const tooLarge = { ...statement, payoutE4: 10n ** 17n };
  expect(await sync({ statements: [tooLarge] })).toEqual(['VN-1']);
});
