import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { readRuns } from '../runs/run-history.ts';
import { beginRun, purgeRuns } from '../runs/runs.ts';
import { isStreamRequested, recordScheduledSync } from './release-stream.ts';
import { acquire, release, type LeasedStream } from '../leases/stream-store.ts';
import { linkedShop } from '../testing/linked-shop.ts';
import { leasedStream } from '../testing/leased-stream.ts';

const tenantId = newId();
const shopId = newId();
const shop = linkedShop({ shopId });
const noon = Date.parse('2026-11-22T05:00:00Z');
const after = (minutes: number) => new Date(noon + minutes * 60_000);

const { database } = await openTestDatabase({ poolSize: 3 });

function leasedAfter(stream: LeasedStream['stream'], rows: number, claimedAt: Date): LeasedStream {
  return leasedStream({ tenantId, shopId, stream, claimedAt, rows: BigInt(rows), progress: 1 });
}

/** Records a scheduled sync at `minute`. `brought` is its number of new rows, or the problem that it failed with. */
async function sync(
  minute: number,
  stream: LeasedStream['stream'],
  brought: number | string,
): Promise<void> {
  const now = after(minute);
  const rows = typeof brought === 'number' ? brought : 0;
  await database.tenant(tenantId, (tx) =>
    recordScheduledSync(
      tx,
      leasedAfter(stream, 100 + rows, now),
      typeof brought === 'number'
        ? { outcome: 'succeeded', now, pauseMs: 0 }
        : { outcome: 'failed', problem: brought, afterMs: 0 },
      { rowsBefore: 100n, now },
    ),
  );
}

it('groups scheduled syncs into hourly runs, and syncs without changes into daily ones', async () => {
  for (const minute of [0, 2, 4]) await sync(minute, 'orders', 0);
  await sync(5, 'products', 0);
  // Hours later, still without new rows.
  await sync(300, 'orders', 0);
  await sync(400, 'orders', 7);
  await sync(410, 'orders', 5);
  await sync(420, 'settlements', 'partner_unavailable');
  await sync(430, 'settlements', 2);
  await sync(500, 'settlements', 'partner_unavailable');

  const language = 'en';
  const runs = await readRuns(database, tenantId, { shopId, page: 1, pageSize: 20, language });
  expect(
    runs.items.map(({ kind, state, syncCount, startedAt, finishedAt, streams }) => ({
      kind,
      state,
      syncCount,
      from: startedAt,
      to: finishedAt,
      streams: streams.map((each) => [each.stream, each.state, each.rows, each.problem?.code]),
    })),
  ).toEqual([
    {
      kind: 'scheduled',
      state: 'failed',
      syncCount: 1,
      from: after(500).toISOString(),
      to: after(500).toISOString(),
      streams: [['settlements', 'failed', 0, 'partner_unavailable']],
    },
    {
      kind: 'scheduled',
      state: 'succeeded',
      syncCount: 4,
      from: after(400).toISOString(),
      to: after(430).toISOString(),
      streams: [
        ['orders', 'succeeded', 12, undefined],
        ['settlements', 'succeeded', 2, undefined],
      ],
    },
    {
      kind: 'scheduled',
      state: 'succeeded',
      syncCount: 5,
      from: after(0).toISOString(),
      to: after(300).toISOString(),
      streams: [
        ['orders', 'succeeded', 0, undefined],
        ['products', 'succeeded', 0, undefined],
      ],
    },
  ]);
  const isRequested = await database.tenant(tenantId, (tx) =>
    isStreamRequested(tx, leasedAfter('orders', 1, after(0))),
  );
  expect(isRequested).toBe(false);
});

it('deletes scheduled runs after three months', async () => {
  await sync(200 * 24 * 60, 'orders', 3);
  const runs = await readRuns(database, tenantId, {
    shopId,
    page: 1,
    pageSize: 20,
    language: 'vi',
  });
  expect(runs.items.map(({ syncCount }) => syncCount)).toEqual([1]);
});

describe('requested runs', () => {
  const day = 24 * 60;
  const finish = sql(
    'test.finish_run',
    `update collector.run set state = 'succeeded', finished_at = started_at where tenant_id = $1`,
  );
  const setKind = sql(
    'test.set_run_kind',
    `update collector.run set kind = $2 where tenant_id = $1 and state = 'running'`,
  );
  const storedStatement = sql(
    'test.stored_runs',
    `select run_id, (select count(*)::integer from collector.run_stream s
        where s.tenant_id = $1 and s.run_id = r.run_id) as streams
       from collector.run r where r.tenant_id = $1 and r.kind <> 'scheduled' order by run_id`,
  );
  const lockStatement = sql(
    'test.lock_run',
    'select from collector.run where tenant_id = $1 for update',
  );
  const blockedStatement = sql(
    'test.blocked',
    `select from pg_locks waiting where not granted and exists (
       select from pg_locks held join pg_database d on d.oid = held.database
        where held.pid = waiting.pid and d.datname = current_database())`,
  );
  const nextMillisecond = sql('test.next_millisecond', 'select pg_sleep(0.002)');
  const stored = () => database.tenantRead(tenantId, storedStatement, [tenantId]);
  const requested = async (minute: number) => {
    const { run, due } = await database.tenant(tenantId, (tx) =>
      beginRun(tx, [shop], after(minute)),
    );
    return { runId: run.runId, streams: due.length };
  };

  it('start a new run when the current one finishes at the same moment', async () => {
    const first = await requested(0);
    const finishing = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    const finished = database.tenant(tenantId, async (tx) => {
      await tx.query(lockStatement, [tenantId]);
      finishing.resolve();
      await ending.promise;
      await tx.execute(finish, [tenantId]);
    });
    await finishing.promise;
    const second = requested(1);
    await expect.poll(() => database.query(blockedStatement)).toHaveLength(1);
    ending.resolve();
    await finished;
    expect((await second).runId).not.toBe(first.runId);
    await database.tenant(tenantId, (tx) => tx.execute(finish, [tenantId]));
    await database.tenant(tenantId, (tx) => purgeRuns(tx, after(200 * day)));
  });

  it.each(['requested', 'asked'])('are listed as requested if stored as %s', async (kind) => {
    const { runId } = await requested(0);
    await database.tenant(tenantId, async (tx) => {
      await tx.execute(setKind, [tenantId, kind]);
      await tx.execute(finish, [tenantId]);
    });
    const query = { shopId, page: 1, pageSize: 20, language: 'en' } as const;
    const { items } = await readRuns(database, tenantId, query);
    expect(items.find((run) => run.runId === runId)?.kind).toBe('requested');
    await database.tenant(tenantId, (tx) => purgeRuns(tx, after(200 * day)));
  });

  it('survive a sync that started while the shop was being linked again', async () => {
    const linked = { ...shop, shopId: newId() };
    const key = { tenantId, shopId: linked.shopId, stream: 'orders' as const };
    await database.tenant(tenantId, (tx) => beginRun(tx, [linked], after(0)));
    const leased = await database.tenant(tenantId, async (tx) => {
      await tx.query(nextMillisecond);
      const acquired = await acquire(database, key, 60_000);
      await beginRun(tx, [linked], after(1));
      return acquired;
    });
    if (!leased) throw new Error('The stream was not acquired');
    const refused = { outcome: 'needs_you', problem: 'partner_needs_reauthorization' } as const;
    const result = await database.tenant(tenantId, (tx) => release(tx, leased, refused));
    expect(result.outcome).toBe('yielded');
    await database.tenant(tenantId, (tx) => tx.execute(finish, [tenantId]));
  });

  it('are deleted after three months, when a scheduled run begins', async () => {
    const old = await requested(201 * day);
    expect(await stored()).toEqual([old]);
    await sync(400 * day, 'orders', 1);
    // It is still in progress.
    expect(await stored()).toEqual([old]);
    await database.tenant(tenantId, (tx) => tx.execute(finish, [tenantId]));
    await sync(500 * day, 'orders', 1);
    expect(await stored()).toEqual([]);
  });

  it('are deleted after three months, when a requested run begins', async () => {
    await requested(501 * day);
    await database.tenant(tenantId, (tx) => tx.execute(finish, [tenantId]));
    const recent = await requested(601 * day);
    expect(await stored()).toEqual([recent]);
  });
});
