import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { countRejects, deleteStaleRejects, recordRejects } from './reject-store.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const stream = leasedStream();

const rejectsStatement = sql(
  'test.rejects',
  'select external_id, reason from collector.reject where tenant_id = $1 order by external_id',
);

it('records items under IDs of their own whose IDs or reasons cannot be stored', async () => {
  const unusable = [
    { id: 'a', reason: 'an amount is too large' },
    { id: 'a\0', reason: 'the status is \0' },
    { id: 'a\ud800', reason: 'an ID cannot be stored' },
  ];
  const pages = [{ ids: ['a', 'a\0', 'a\ud800', 'b'], rejects: [] }];
  const rejects = await database.tenant(stream.tenantId, async (tx) => {
    await recordRejects(tx, stream, { pages, unusable, now: new Date() });
    return tx.query<{ externalId: string; reason: string }>(rejectsStatement, [stream.tenantId]);
  });
  const ids = new Set(rejects.map(({ externalId }) => externalId));
  expect(ids.size).toBe(3);
  expect(rejects).toEqual([
    { externalId: 'a', reason: 'an amount is too large' },
    { externalId: expect.stringMatching(/^unidentified:/), reason: expect.any(String) },
    { externalId: expect.stringMatching(/^unidentified:/), reason: expect.any(String) },
  ]);
});

const recordByEarlierVersionStatement = sql(
  'test.record_by_earlier_version',
  `insert into collector.reject (tenant_id, shop_id, stream, external_id, reason, window_from, seen_at)
   values ($1, $2, $3, 'earlier', 'it has no ID', $4, $5)`,
);

it('knows the window of an item that an earlier version recorded by its begin', async () => {
  const own = leasedStream();
  const [from, to, later] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 10, day)));
  if (!from || !to || !later) throw new Error('There are three days');
  const counted = await database.tenant(own.tenantId, async (tx) => {
    const key = [own.tenantId, own.shopId, own.stream];
    await tx.execute(recordByEarlierVersionStatement, [...key, from, from]);
    const count = () => countRejects(tx, own, { from, to });
    await deleteStaleRejects(tx, own, { notSeenSince: later, window: { from: to, to: later } });
    const before = await count();
    await deleteStaleRejects(tx, own, { notSeenSince: later, window: { from, to } });
    return [before, await count()];
  });
  expect(counted).toEqual([1n, 0n]);
});
