import type { Call } from '@seller-connect/partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { createQuota, type Quota } from './quota.ts';

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

  const processes = (callsPerSecond: number): Quota[] =>
    databases.map((database) => createQuota({ database, callsPerSecond: () => callsPerSecond }));

  async function elapsed(work: () => Promise<unknown>): Promise<number> {
    const started = performance.now();
    await work();
    return performance.now() - started;
  }

  it('gives a shop its turns evenly over all processes', async () => {
    const quotas = processes(40);
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        await quotas[index % 3]?.beforeCall(call('VN:1'));
        starts.push(performance.now());
      }),
    );
    const sorted = starts.toSorted((a, b) => a - b);
    const span = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
    // 23 intervals of 25 ms; timers may fire late, never much early.
    expect(span).toBeGreaterThan(23 * 25 - 40);
    expect(span).toBeLessThan(23 * 25 + 1500);
  });

  it('lets shops run beside each other', async () => {
    const quotas = processes(1);
    const first = quotas.map((quota, index) => quota.beforeCall(call(`VN:2${index}`)));
    expect(await elapsed(() => Promise.all(first))).toBeLessThan(900);
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
