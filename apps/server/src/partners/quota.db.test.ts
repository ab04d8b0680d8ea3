import type { Call } from '@seller-connect/partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase, sql, type Database } from '../platform/database.ts';
import { background, createQuota, type Quota } from './quota.ts';

const oneTurn = sql(
  'test.one_turn',
  'select wait_ms from partners.take_turn($1, null, 500000, 15000, 0.04, 0.7)',
);

const call = (shop: string | null, app = 'app'): Call => ({
  platform: 'LAZADA',
  app,
  shop,
  endpoint: '/orders/get',
});

describe('the quota', () => {
  let server: TestDatabase;
  let databases: Database[];

  beforeAll(async () => {
    server = await createTestDatabase();
    databases = [1, 2, 3].map(() =>
      openDatabase({
        url: server.url,
        role: 'seller_connect_app',
        poolSize: 4,
        log: { error: () => undefined },
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await server.drop();
  });

  const processes = (shop: number, app: number | null = null): Quota[] =>
    databases.map((database) => createQuota({ database, rates: () => ({ shop, app }) }));

  async function elapsed(work: () => Promise<unknown>): Promise<number> {
    const started = performance.now();
    await work();
    return performance.now() - started;
  }

  it('gives a shop its turns evenly over all processes', async () => {
    const quotas = processes(60);
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        await quotas[index % 3]?.beforeCall(call('VN:1'));
        starts.push(performance.now());
      }),
    );
    const sorted = starts.toSorted((a, b) => a - b);
    const span = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
    // 23 intervals of 17 ms; timers may fire late, never much early.
    expect(span).toBeGreaterThan((23 * 1000) / 60 - 40);
    expect(span).toBeLessThan((23 * 1000) / 60 + 1500);
  });

  it('uses up each second of a small quota and never more than that', async () => {
    const quotas = processes(20);
    const starts: number[] = [];
    const started = Date.now();
    // Read from a worker's point of view: one call after another on several lanes, and a stall now and then.
    await Promise.all(
      Array.from({ length: 9 }, async (_, lane) => {
        for (let each = 0; each < 7; each += 1) {
          await quotas[lane % 3]?.beforeCall(call('VN:second'));
          starts.push(Date.now());
        }
      }),
    );
    const bySecond = Map.groupBy(starts, (at) => Math.floor(at / 1000));
    expect(Math.max(...[...bySecond.values()].map((calls) => calls.length))).toBeLessThanOrEqual(
      20,
    );
    // 63 calls are at the most four seconds and the rest of the one in which they began.
    expect(Date.now() - started).toBeGreaterThan(2000);
  });

  it('gives an idle shop its turn at once, also late in a second', async () => {
    const [database] = databases;
    const waits: (number | undefined)[] = [];
    for (const each of [0, 1, 2, 3]) {
      await new Promise((done) => setTimeout(done, 240));
      const [turn] = (await database?.query<{ wait_ms: number }>(oneTurn, [`idle ${each}`])) ?? [];
      waits.push(turn?.wait_ms);
    }
    expect(waits).toEqual([0, 0, 0, 0]);
  });

  it('lets shops run beside each other', async () => {
    const quotas = processes(1);
    const first = quotas.map((quota, index) => quota.beforeCall(call(`VN:2${index}`)));
    expect(await elapsed(() => Promise.all(first))).toBeLessThan(900);
  });

  it('shares the turns of the application among its shops', async () => {
    const quotas = processes(1000, 60);
    const span = await elapsed(() =>
      Promise.all(
        Array.from({ length: 24 }, async (_, index) =>
          quotas[index % 3]?.beforeCall(call(`VN:shared${index}`, 'limited')),
        ),
      ),
    );
    expect(span).toBeGreaterThan((23 * 1000) / 60 - 40);
    const other = await elapsed(async () => quotas[0]?.beforeCall(call('VN:other', 'other')));
    expect(other).toBeLessThan(300);
  });

  it('keeps turns of the application free of those who fill histories', async () => {
    const [mine, other] = processes(1000, 100);
    const over = new AbortController();
    let filled = 0;
    const filling = Array.from({ length: 200 }, async (_, index) => {
      const each = { ...call(`VN:filling${index}`, 'filled'), signal: over.signal };
      await background(async () => mine?.beforeCall(each));
      filled += 1;
    });
    await Promise.race(filling);
    // The 200 have more than two seconds to wait; a seller does not stand behind them.
    for (let each = 0; each < 3; each += 1) await other?.beforeCall(call('VN:seller', 'filled'));
    expect(filled).toBeLessThan(150);
    over.abort();
    await Promise.allSettled(filling);
  });

  it('rests one shop when the partner throttles it, in every process', async () => {
    const [mine, other] = processes(100);
    await mine?.onThrottled(call('VN:5'), { scope: 'shop', waitMs: 400 });
    expect(await elapsed(async () => other?.beforeCall(call('VN:5')))).toBeGreaterThan(300);
    expect(await elapsed(async () => other?.beforeCall(call('VN:6')))).toBeLessThan(300);
  });

  it('rests the whole application when the partner says so', async () => {
    const [mine, other] = processes(100);
    await mine?.onThrottled(call('VN:7', 'busy'), { scope: 'app', waitMs: 400 });
    expect(await elapsed(async () => other?.beforeCall(call('VN:8', 'busy')))).toBeGreaterThan(300);
    expect(await elapsed(async () => other?.beforeCall(call('VN:8', 'idle')))).toBeLessThan(300);
  });

  it('hands a long ban back to the caller, with its length, and takes no turn for it', async () => {
    const [mine, other] = processes(100);
    await mine?.onThrottled(call('VN:9', 'banned'), { scope: 'app', waitMs: 50_000_000 });
    const refusal = { kind: 'throttled', code: 'paused', scope: 'shop' };
    await expect(other?.beforeCall(call('VN:9', 'banned'))).rejects.toMatchObject(refusal);
    await mine?.onThrottled(call('VN:10'), { scope: 'endpoint', waitMs: 3_600_000 });
    await expect(other?.beforeCall(call('VN:10'))).rejects.toMatchObject(refusal);
    const failure: unknown = await other
      ?.beforeCall(call('VN:10'))
      .catch((error: unknown) => error);
    expect(Math.round(Number(Reflect.get(Object(failure), 'retryAfterMs')) / 60_000)).toBe(60);
  });

  it('stops waiting when the caller gives up', async () => {
    const [quota] = processes(100);
    await quota?.onThrottled(call('VN:11'), { scope: 'shop', waitMs: 5000 });
    const signal = AbortSignal.timeout(30);
    await expect(quota?.beforeCall({ ...call('VN:11'), signal })).rejects.toThrow('abort');
  });
});
