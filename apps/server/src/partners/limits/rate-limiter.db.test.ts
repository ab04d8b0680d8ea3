import { randomUUID } from 'node:crypto';
import type { PartnerCall } from '@seller-connect/partners';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { openDatabase, sql } from '../../platform/database/database.ts';
import { runInBackground, createRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** Acquires a permit. Returns also the quarter of the second, by the database's clock, in which it does so. */
const onePermit = sql(
  'test.one_permit',
  `select wait_ms, floor(4 * (extract(epoch from clock_timestamp()) % 1))::int as quarter
     from partners.acquire_permit($1, null, 500000, 15000, 0.04, 0.7)`,
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

/** The refusal of a call that would wait too long. */
const refusal = { kind: 'throttled', code: 'paused' };

/** Resolves with the reason once the call is rejected, and never if it is not. */
function rejectionOf(permit: Promise<void> | undefined): Promise<unknown> {
  return new Promise((resolve) => void permit?.catch(resolve));
}

const server = await createTestDatabase();
const databases = [1, 2, 3].map(() =>
  openDatabase({
    url: server.url,
    role: 'seller_connect_app',
    poolSize: 4,
    log: { error: () => undefined },
  }),
);
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await server.drop();
});

describe('the rate limiter', () => {
  const processes = (shop: number, app: number | null = null): RateLimiter[] =>
    databases.map((database) => createRateLimiter({ database, rates: () => ({ shop, app }) }));

  async function elapsed(work: () => Promise<unknown>): Promise<number> {
    const started = performance.now();
    await work();
    return performance.now() - started;
  }

  // A busy machine only adds delay. Durations are therefore compared with their minimum only, measured from before the
  // first request, and calls that must not wait follow calls that are refused because they would wait too long.
  const timersMayBeEarlyMs = 5;

  it('spaces the permits of a shop evenly over all processes', async () => {
    const rateLimiters = processes(60);
    const span = await elapsed(() =>
      Promise.all(
        Array.from({ length: 24 }, async (_, index) =>
          rateLimiters[index % 3]?.beforeCall(call('VN:1')),
        ),
      ),
    );
    // 23 intervals of 17 ms. With a rate limit per process there would be only seven.
    expect(span).toBeGreaterThan((23 * 1000) / 60 - timersMayBeEarlyMs);
  });

  it('uses each second of a low limit fully and never exceeds it', async () => {
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

  it('grants an idle shop a permit at once, also late in a second', async () => {
    const waits = new Map<number, number>();
    const quarterly = { timeout: 60_000, interval: 50 };
    await vi.waitUntil(async () => {
      const permits = await databases[0]?.query<{ waitMs: number; quarter: number }>(onePermit, [
        `idle ${randomUUID()}`,
      ]);
      for (const { waitMs, quarter } of permits ?? []) waits.set(quarter, waitMs);
      return waits.size === 4;
    }, quarterly);
    expect([...waits.values()]).toEqual([0, 0, 0, 0]);
  });

  it('limits shops independently', async () => {
    const rateLimiters = processes(0.03);
    for (const [index, rateLimiter] of rateLimiters.entries())
      await rateLimiter.beforeCall(call(`VN:2${index}`));
    // The next permit of each shop is 33 seconds away, longer than a call may wait.
    await expect(rateLimiters[0]?.beforeCall(call('VN:20'))).rejects.toMatchObject(refusal);
    await rateLimiters[1]?.beforeCall(call('VN:23'));
  });

  it('shares the permits of the application among its shops', async () => {
    const rateLimiters = processes(1000, 10);
    const span = await elapsed(() =>
      Promise.all(
        Array.from({ length: 24 }, async (_, index) =>
          rateLimiters[index % 3]?.beforeCall(call(`VN:shared${index}`, 'limited')),
        ),
      ),
    );
    // 10 permits per second: the last of 24 is in the third second.
    expect(span).toBeGreaterThan(1000 - timersMayBeEarlyMs);
  });
  /** Makes more calls than an application may have waiting. Returns a function that ends them. */
  async function overfill(makeCall: (index: number, signal: AbortSignal) => Promise<void>) {
    const over = new AbortController();
    const calls = Array.from({ length: 150 }, (_, index) => makeCall(index, over.signal));
    const ended = Promise.allSettled(calls);
    await expect(Promise.race(calls.map(rejectionOf))).resolves.toMatchObject(refusal);
    return async () => {
      over.abort();
      await ended;
    };
  }

  it('reserves permits of the application for calls other than backfills', async () => {
    const [mine, other] = processes(1000, 2);
    const end = await overfill((index, signal) =>
      runInBackground(async () => mine?.beforeCall({ ...call(`VN:f${index}`, 'filled'), signal })),
    );
    // A call in the same queue would be refused.
    const served = other?.beforeCall(call('VN:seller', 'filled'));
    await expect(served).resolves.toBeUndefined();
    await end();
  });

  it('does not share permits between applications', async () => {
    const [mine, other] = processes(1000, 2);
    const end = await overfill(async (index, signal) =>
      mine?.beforeCall({ ...call(`VN:full${index}`, 'full'), signal }),
    );
    await expect(other?.beforeCall(call('VN:seller', 'full'))).rejects.toMatchObject(refusal);
    await other?.beforeCall(call('VN:seller', 'other'));
    await end();
  });

  it('pauses a shop in every process when the partner throttles it', async () => {
    const [mine, other] = processes(100);
    const span = await elapsed(async () => {
      await mine?.onThrottled(call('VN:5'), { scope: 'shop', waitMs: 300 });
      await other?.beforeCall(call('VN:5'));
    });
    expect(span).toBeGreaterThan(300 - timersMayBeEarlyMs);
  });

  it('pauses the whole application when the partner says so', async () => {
    const [mine, other] = processes(100);
    const span = await elapsed(async () => {
      await mine?.onThrottled(call('VN:7', 'busy'), { scope: 'app', waitMs: 300 });
      await other?.beforeCall(call('VN:8', 'busy'));
    });
    expect(span).toBeGreaterThan(300 - timersMayBeEarlyMs);
  });

  it('returns a long ban to the caller with its length, without using a permit', async () => {
    const [mine, other] = processes(100);
    await mine?.onThrottled(call('VN:9', 'banned'), { scope: 'app', waitMs: 50_000_000 });
    const ofShop = { ...refusal, scope: 'shop' };
    await expect(other?.beforeCall(call('VN:9', 'banned'))).rejects.toMatchObject(ofShop);
    await other?.beforeCall(call('VN:9', 'free'));
    await mine?.onThrottled(call('VN:10'), { scope: 'endpoint', waitMs: 3_600_000 });
    await expect(other?.beforeCall(call('VN:10'))).rejects.toMatchObject(ofShop);
    await other?.beforeCall(call('VN:12'));
    const failure = await rejectionOf(other?.beforeCall(call('VN:10')));
    expect(Math.round(Number(Reflect.get(Object(failure), 'retryAfterMs')) / 60_000)).toBe(60);
  });

  it('stops waiting when the caller aborts', async () => {
    const [rateLimiter] = processes(100);
    await rateLimiter?.onThrottled(call('VN:11'), { scope: 'shop', waitMs: 29_000 });
    const signal = AbortSignal.timeout(30);
    await expect(rateLimiter?.beforeCall({ ...call('VN:11'), signal })).rejects.toThrow('abort');
  });
});
