import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { boundedReads } from './report-reads.ts';

const sleep = sql('test.sleep', 'select pg_sleep(600), $1::text as caller');
const limit = sql('test.limit', `select current_setting('statement_timeout') as limit`);
// The application's role cannot see other sessions of the login in pg_stat_activity.
const sleeping = `select count(*)::int as count from pg_stat_activity
  where state = 'active' and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`;

const { url, database } = await openTestDatabase({ poolSize: 7 });
const admin = await connectOwner(url);

const sleepers = async (): Promise<unknown> => (await admin.query(sleeping)).rows[0]?.count;

it('cancels reads without a caller, and leaves connections to other teams', async () => {
  const [busy, other] = [newId(), newId()];
  const leaving = new AbortController();
  const left = Array.from({ length: 6 }, (_, caller) =>
    boundedReads(database, leaving.signal).tenantRead(busy, sleep, [String(caller)]),
  );
  const outcomes = Promise.allSettled(left);
  await expect.poll(sleepers).toBe(4);
  const reads = boundedReads(database, new AbortController().signal);
  expect(await reads.tenantRead(other, limit)).toEqual([{ limit: '20s' }]);

  leaving.abort(new Error('gone'));
  expect((await outcomes).map((each) => each.status === 'rejected' && each.reason.message)).toEqual(
    Array(6).fill('gone'),
  );
  await expect.poll(sleepers).toBe(0);
  // The connections are usable afterwards.
  const all = await Promise.all(
    Array.from({ length: 12 }, () => reads.tenantRead<{ limit: string }>(busy, limit)),
  );
  expect(new Set(all.map(([row]) => row?.limit))).toEqual(new Set(['20s']));
});

it('begins no read whose caller disconnected while it waited for a connection', async () => {
  const leaving = new AbortController();
  const crowded: Pick<Database, 'tenant' | 'transaction'> = {
    ...database,
    tenant: (tenantId, work) =>
      database.tenant(tenantId, (tx) => {
        leaving.abort(new Error('gone'));
        return work(tx);
      }),
  };
  let isBegun = false;
  const outcome = boundedReads(crowded, leaving.signal).tenant(newId(), async () => {
    isBegun = true;
  });
  await expect(outcome).rejects.toThrow('gone');
  expect(isBegun).toBe(false);
});

it('explains a sum that is too large to be calculated', async () => {
  const reads = boundedReads(database, new AbortController().signal);
  const tooLarge = sql(
    'test.too_large',
    `select sum(9e18::bigint)::bigint from generate_series(1, 2)`,
  );
  await expect(reads.tenantRead(newId(), tooLarge)).rejects.toMatchObject({
    status: 422,
    code: 'sum_too_large',
  });
});
