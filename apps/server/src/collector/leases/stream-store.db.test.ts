import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { acquire, release, type StreamRelease } from './stream-store.ts';

/** Inserts streams of two thousand teams, one in a hundred of them due, and a hint for each. */
const { url, database } = await openTestDatabase({ poolSize: 1 });
const owner = await connectOwner(url);
await owner.query(`
  insert into collector.stream (tenant_id, shop_id, stream, state, next_run_at, requested_at, current_at)
  select gen_random_uuid(), gen_random_uuid(), 'orders', 'up_to_date',
         now() + (n % 100 - 1) * interval '1 hour' + n * interval '1 millisecond', now(), now()
    from generate_series(1, 2000) as n;
  insert into collector.hint (tenant_id, shop_id, stream, external_id, enqueued_at, due_at)
  select tenant_id, shop_id, stream, '1', now(), next_run_at from collector.stream;
  analyze collector.stream, collector.hint`);

/** Returns how many scans of the index and of the whole table this session has made. */
async function scans(index: string, table: string): Promise<number[]> {
  const { rows } = await owner.query<{ scans: number }>(
    `select pg_stat_get_xact_numscans(name::regclass)::int as scans
       from unnest($1::text[]) with ordinality as names(name, ordinal) order by ordinal`,
    [[`collector.${index}`, `collector.${table}`]],
  );
  return rows.map((row) => row.scans);
}

it.each([
  ['due_streams', 'stream_next_run', 'stream'],
  ['hinted_streams', 'hint_next', 'hint'],
])('collector.%s uses the index of due rows and scans no table', async (name, index, table) => {
  const before = await scans(index, table);
  const found = await owner.query(`select * from collector.${name}(1000)`);
  const after = await scans(index, table);
  expect(found.rows.length).toBeGreaterThan(10);
  expect(found.rows.length).toBeLessThan(100);
  expect(after.map((each, ordinal) => each - (before[ordinal] ?? 0))).toEqual([1, 0]);
});

it('due hints of streams that are being synced do not hide others', async () => {
  await owner.query('begin');
  const { rows: hinted } = await owner.query<{ shop_id: string }>(
    'select shop_id from collector.hinted_streams(1000)',
  );
  const [busy, free] = [hinted.slice(0, -1), hinted.slice(-1)];
  await owner.query(
    `update collector.stream set lease_expires_at = now() + interval '1 minute' where shop_id = any($1)`,
    [busy.map((row) => row.shop_id)],
  );
  const found = await owner.query('select shop_id from collector.hinted_streams(1)');
  await owner.query('rollback');
  expect(busy.length).toBeGreaterThan(10);
  expect(found.rows).toEqual(free);
});

it.each<{ result: StreamRelease; state: string }>([
  {
    result: { outcome: 'needs_you', problem: 'partner_needs_reauthorization' },
    state: 'needs_you',
  },
  { result: { outcome: 'paused' }, state: 'paused' },
])(
  'a stream that ends as $result.outcome stays due if its shop was linked again meanwhile',
  async ({ result, state }) => {
    const sync = async (meanwhile: string) => {
      const key = { tenantId: newId(), shopId: newId(), stream: 'orders' as const };
      const row = [key.tenantId, key.shopId, key.stream];
      await owner.query(
        `insert into collector.stream (tenant_id, shop_id, stream, state, next_run_at, requested_at)
         values ($1, $2, $3, 'waiting', now(), now() - interval '1 second')`,
        row,
      );
      const leased = await acquire(database, key, 60_000);
      if (!leased) throw new Error('The stream was not acquired');
      await owner.query(meanwhile);
      await database.tenant(key.tenantId, (tx) => release(tx, leased, result));
      const { rows } = await owner.query(
        `select state, problem, next_run_at <= now() as is_due, lease_expires_at is null as is_free
           from collector.stream where tenant_id = $1 and shop_id = $2 and stream = $3`,
        row,
      );
      return rows[0];
    };
    expect(await sync('select')).toMatchObject({ state, is_due: null, is_free: true });
    expect(await sync('update collector.stream set requested_at = now()')).toEqual({
      state: 'syncing',
      problem: null,
      is_due: true,
      is_free: true,
    });
  },
);

it('a stream that waits for a report keeps the number of failures; one that yields has none', async () => {
  const key = { tenantId: newId(), shopId: newId(), stream: 'insights' as const };
  await owner.query(
    `insert into collector.stream (tenant_id, shop_id, stream, state, next_run_at, requested_at)
     values ($1, $2, $3, 'waiting', now(), now())`,
    [key.tenantId, key.shopId, key.stream],
  );
  const failuresAfter = async (...results: readonly StreamRelease[]) => {
    let failures = 0;
    for (const result of [...results, { outcome: 'yielded' } as const]) {
      const leased = await acquire(database, key, 60_000);
      if (!leased) throw new Error('The stream was not acquired');
      ({ failures } = leased);
      await database.tenant(key.tenantId, (tx) => release(tx, leased, result));
    }
    return failures;
  };
  const failed = { outcome: 'failed', problem: 'partner_unavailable', afterMs: 0 } as const;
  const waiting = { outcome: 'waiting', waitMs: 0 } as const;
  expect(await failuresAfter(failed, waiting, failed, waiting)).toBe(2);
  expect(await failuresAfter(failed, { outcome: 'yielded' })).toBe(0);
});
