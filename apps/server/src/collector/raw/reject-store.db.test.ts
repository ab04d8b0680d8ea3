import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { recordRejects } from './reject-store.ts';

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
