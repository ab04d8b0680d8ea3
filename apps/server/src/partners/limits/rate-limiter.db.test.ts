import type { PartnerCall } from '@seller-connect/partners';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openDatabase, sql, type Database } from '../../platform/database/database.ts';
import { runInBackground, createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const onePermit = sql(
  'test.one_permit',
  'select wait_ms from partners.acquire_permit($1, null, 500000, 15000, 0.04, 0.7)',
);
/**
 * Acquires a permit at 20 calls per second. Returns, by the database's clock, the second in which the permit starts,
 * and the end of the second in which it is counted. That is the next one if the permit is requested late in a second.
 */
const permitOfTwenty = sql(
  'test.permit_of_twenty',
  `select floor(extract(epoch from clock_timestamp()) + wait_ms / 1000)::int as comes,
          floor(extract(epoch from clock_timestamp()) + good_ms / 1000)::int as counted
     from partners.acquire_permit($1, null, 50000, 15000, 0.04, 0.56)`,
);

const call = (shop: string | null, app = 'app'): PartnerCall => ({
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

  const processes = (shop: number, app: number | null = null): RateLimiter[] =>
    databases.map((database) => createRateLimiter({ database, rates: () => ({ shop, app }) }));

  async function elapsed(work: () => Promise<unknown>): Promise<number> {
    const started = performance.now();
    await work();
    return performance.now() - started;
  }

  /** Tracks pending permits and how many of them were granted. */
  function waiting(permits: readonly (Promise<void> | undefined)[]) {
    let come = 0;
    const counted = permits.map(async (permit) => {
      await permit;
      come += 1;
    });
    return {
      come: () => come,
      all: () => Promise.all(counted),
      first: () => Promise.race(counted),
    };
  }

  // A busy machine only adds delay. Durations are therefore compared with their minimum only, measured from before the
  // first request, and calls that must not wait are compared with calls that do.
  const timersMayBeEarlyMs = 5;

  it('gives a shop its turns evenly over all processes', async () => {
    const quotas = processes(60);
    const span = await elapsed(() =>
      Promise.all(
        Array.from({ length: 24 }, async (_, index) => quotas[index % 3]?.beforeCall(call('VN:1'))),
      ),
    );
    // 23 intervals of 17 ms. With a rate limit per process there would be only seven.
    expect(span).toBeGreaterThan((23 * 1000) / 60 - timersMayBeEarlyMs);
  });

  it('uses up each second of a small quota and never more than that', async () => {
    const permits: { comes: number; counted: number }[] = [];
    for (let each = 0; each < 63; each += 1) {
      permits.push(
        ...((await databases[each % 3]?.query<{ comes: number; counted: number }>(permitOfTwenty, [
          'small',
        ])) ?? []),
      );
    }
    const sizesBy = (second: 'comes' | 'counted') =>
      [...Map.groupBy(permits, (permit) => permit[second]).values()].map(({ length }) => length);
    const counts = sizesBy('counted');
    expect(counts.slice(1, -1)).toEqual(counts.slice(1, -1).map(() => 20));
    expect(Math.max(...counts, ...sizesBy('comes'))).toBeLessThanOrEqual(20);
    expect(permits).toHaveLength(63);
  });

  it('gives an idle shop its turn at once, also late in a second', async () => {
    const [database] = databases;
    const waits: (number | undefined)[] = [];
    // Covers each quarter of a second; the quarters need not be in the same second.
    const quarterly = { timeout: 60_000, interval: 20 };
    for (const each of [0, 1, 2, 3]) {
      await vi.waitUntil(() => Math.floor((Date.now() % 1000) / 250) === each, quarterly);
      const [permit] =
        (await database?.query<{ waitMs: number }>(onePermit, [`idle ${each}`])) ?? [];
      waits.push(permit?.waitMs);
    }
    expect(waits).toEqual([0, 0, 0, 0]);
  });

  it('lets shops run beside each other', async () => {
    const quotas = processes(0.1);
    const first = quotas.map((quota, index) => quota.beforeCall(call(`VN:2${index}`)));
    await Promise.all(first);
    // The second permit of each shop is ten seconds away, longer than the test waits.
    const over = new AbortController();
    const second = waiting([quotas[0]?.beforeCall({ ...call('VN:20'), signal: over.signal })]);
    await quotas[1]?.beforeCall(call('VN:23'));
    expect(second.come()).toBe(0);
    over.abort();
    await second.all().catch(() => undefined);
  });

  it('shares the turns of the application among its shops, and with no other application', async () => {
    const quotas = processes(1000, 10);
    let limited = waiting([]);
    const span = await elapsed(async () => {
      limited = waiting(
        Array.from({ length: 24 }, (_, index) =>
          quotas[index % 3]?.beforeCall(call(`VN:shared${index}`, 'limited')),
        ),
      );
      await limited.first();
      await quotas[0]?.beforeCall(call('VN:other', 'other'));
      expect(limited.come()).toBeLessThan(24);
      await limited.all();
    });
    // 10 permits per second: the last of 24 is in the third second.
    expect(span).toBeGreaterThan(1000 - timersMayBeEarlyMs);
  });

  it('keeps turns of the application free of those who fill histories', async () => {
    const [mine, other] = processes(1000, 20);
    const over = new AbortController();
    const filling = waiting(
      Array.from({ length: 200 }, (_, index) => {
        const each = { ...call(`VN:filling${index}`, 'filled'), signal: over.signal };
        return runInBackground(async () => mine?.beforeCall(each));
      }),
    );
    await filling.first();
    // The 200 calls take more than ten seconds; an interactive call does not queue behind them.
    for (let each = 0; each < 3; each += 1) await other?.beforeCall(call('VN:seller', 'filled'));
    expect(filling.come()).toBeLessThan(150);
    over.abort();
    await filling.all().catch(() => undefined);
  });

  /** Measures how long a throttled call waits. An idle call made after it must not wait for it. */
  async function restOf(
    quota: RateLimiter | undefined,
    throttled: PartnerCall,
    idle: PartnerCall,
  ): Promise<void> {
    const rested = waiting([quota?.beforeCall(throttled)]);
    await quota?.beforeCall(idle);
    expect(rested.come()).toBe(0);
    await rested.all();
  }

  it('rests one shop when the partner throttles it, in every process', async () => {
    const [mine, other] = processes(100);
    const span = await elapsed(async () => {
      await mine?.onThrottled(call('VN:5'), { scope: 'shop', waitMs: 1500 });
      await restOf(other, call('VN:5'), call('VN:6'));
    });
    expect(span).toBeGreaterThan(1500 - timersMayBeEarlyMs);
  });

  it('rests the whole application when the partner says so', async () => {
    const [mine, other] = processes(100);
    const span = await elapsed(async () => {
      await mine?.onThrottled(call('VN:7', 'busy'), { scope: 'app', waitMs: 1500 });
      await restOf(other, call('VN:8', 'busy'), call('VN:8', 'idle'));
    });
    expect(span).toBeGreaterThan(1500 - timersMayBeEarlyMs);
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
