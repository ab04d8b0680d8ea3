import { createHmac, hash } from 'node:crypto';
import { redactPersons } from '@seller-connect/partners';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { createTestDatabase } from '../../test/database.ts';
import { createSeller, type Seller } from './testing/linked-seller.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';
import { sql } from '../platform/database/database.ts';
import { startPushEnvironment } from './testing/push-environment.ts';

const lazada = '/partner/push/lazada';
const lazadaShop = '200283118';
const shopeeShop = '310391241';
const tikiShop = '231907';
const tiktokShop = '7494391241642441604';

const test = await createTestDatabase();
const world = await startPushEnvironment(test.url, [
  '--months',
  '3',
  '--clock',
  '2026-11-10T08:00:00Z',
]);
afterEach(() => world.sandbox.faults([]));
afterAll(async () => {
  await world.stop();
  await test.drop();
});

const messagesStatement = sql(
  'test.messages',
  'select platform, event_key, topic from pushes.message where tenant_id = $1 order by received_at',
);

function messages(tenantId: string) {
  return world.assembly.database.tenantRead<{ eventKey: string }>(tenantId, messagesStatement, [
    tenantId,
  ]);
}

/** Returns the stored messages with this body; others may arrive meanwhile. */
async function messagesLike(tenantId: string, body: string) {
  const key = `sha256:${hash('sha256', redactPersons(Buffer.from(body)), 'hex')}`;
  return (await messages(tenantId)).filter(({ eventKey }) => eventKey === key);
}

async function linked(platform: 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK', external: string) {
  const seller = await createSeller(world.assembly);
  const shopId = await seller.link(world.sandbox, external, platform);
  await seller.until(180_000);
  return { seller, shopId };
}

const Outbox = Type.Object({
  platforms: Type.Record(Type.String(), Type.Object({ waiting: Type.Integer() })),
});

/**
 * Lets the marketplace retry unacknowledged deliveries. Lazada waits half a second for a response, which a busy
 * machine may exceed, and retries after half an hour of the sandbox's clock.
 */
async function listenAgain(platform: string): Promise<void> {
  if ((await countWaiting(platform)) > 0) await world.sandbox.clock({ advanceSeconds: 1900 });
}

/** Returns an attempt before which the marketplace retries every three seconds. */
function listeningAgain(platform: string, attempt: () => Promise<void>): () => Promise<void> {
  let listenAgainAt = performance.now() + 3000;
  return async () => {
    if (performance.now() > listenAgainAt) {
      listenAgainAt = performance.now() + 3000;
      await listenAgain(platform);
    }
    await attempt();
  };
}

/** Counts the deliveries that were not acknowledged. */
async function countWaiting(platform: string): Promise<number> {
  const { platforms } = Value.Parse(Outbox, await world.sandbox.control('GET', 'push'));
  return platforms[platform]?.waiting ?? 0;
}

/** Waits until the stored days equal the ledger. Only pushes cause fetches meanwhile. */
async function reported(
  { tenantId }: Seller,
  shopId: string,
  external: string,
  platform = 'LAZADA',
): Promise<void> {
  await vi.waitFor(
    listeningAgain(platform, async () => {
      const days = await storedDays(world.assembly.database, tenantId, shopId);
      expect(days).toEqual(eventfulDays(await world.sandbox.ledger(external, platform)));
    }),
    { timeout: 180_000, interval: 200 },
  );
}

/** Withdraws the consent at the marketplace. Returns what reads the state of the seller's shop. */
async function withdrawConsent({ tenantId }: Seller, platform: string, shop: string) {
  await world.sandbox.control('POST', 'withdraw', { platform, shop });
  return async () => (await world.assembly.partners.listShops(tenantId))[0];
}

const withdrawn = { status: 'needs_reauthorization', reason: 'refused' };

function forLazada(body: string): string {
  return createHmac('sha256', 'sc-lazada-secret-0001').update(`100240${body}`).digest('hex');
}

function orderMessage(shop: string, order: string, at = 1_762_000_000): string {
  return JSON.stringify({
    seller_id: shop,
    message_type: 0,
    data: { order_status: 'pending', trade_order_id: order, status_update_time: at },
    timestamp: at * 1000,
    site: 'lazada_vn',
  });
}

// First: the clock advances by days, and every shop that is linked by then would be synced too.
describe('a TikTok shop', () => {
  it('follows the ledger by pushes alone, including returns, and needs the seller after a revocation', async () => {
    const { seller, shopId } = await linked('TIKTOK', tiktokShop);
    await world.sandbox.control('PUT', 'push', {});
    const before = await world.sandbox.ledger(tiktokShop, 'TIKTOK');
    await world.sandbox.clock({ advanceSeconds: 6 * 86_400 });
    const after = await world.sandbox.ledger(tiktokShop, 'TIKTOK');
    const returned = (days: typeof before) =>
      days.reduce((sum, day) => sum + Number(day.returnedValue), 0);
    expect(returned(after)).toBeGreaterThan(returned(before));
    await reported(seller, shopId, tiktokShop, 'TIKTOK');
    const readShop = await withdrawConsent(seller, 'TIKTOK', tiktokShop);
    await expect.poll(readShop, { timeout: 60_000 }).toMatchObject(withdrawn);
  });
});

describe('a Lazada shop with pushes', () => {
  let seller: Seller;
  let shopId: string;
  beforeAll(async () => {
    ({ seller, shopId } = await linked('LAZADA', lazadaShop));
    // From now on the sandbox sends pushes for this shop.
    await world.sandbox.control('PUT', 'push', {});
  });

  it.each([
    ['in order', []],
    ['twice', [{ kind: 'push_doubled' }]],
    ['in another order', [{ kind: 'push_reordered', probability: 0.5 }]],
    ['with forged ones in between', [{ kind: 'push_forged' }]],
    ['late', [{ kind: 'push_late', ms: 60_000 }]],
    ['badly signed at first', [{ kind: 'push_wrong_signature', probability: 0.5, count: 10 }]],
    [
      'in every way at once',
      [
        { kind: 'push_doubled', probability: 0.5 },
        { kind: 'push_reordered', probability: 0.3 },
        { kind: 'push_forged', probability: 0.5 },
        { kind: 'push_late', ms: 30_000, probability: 0.3 },
      ],
    ],
  ])('equals the ledger when pushes come %s', async (_how, faults) => {
    const messageCount = (await messages(seller.tenantId)).length;
    await world.sandbox.faults(faults);
    await world.sandbox.clock({ advanceSeconds: 12 * 3600 });
    // Late and refused deliveries arrive within half an hour; more changes happen meanwhile.
    await world.sandbox.control('PUT', 'push', {});
    await world.sandbox.clock({ advanceSeconds: 1900 });
    await reported(seller, shopId, lazadaShop);
    expect((await messages(seller.tenantId)).length).toBeGreaterThan(messageCount + 5);
  });

  it('has received forged and repeated pushes by then', async () => {
    expect(await world.tally()).toMatchObject({
      forged: expect.any(Number),
      repeated: expect.any(Number),
    });
  });

  it('equals the ledger after the next full sync when pushes were lost', async () => {
    // A delivery of an earlier test that was not acknowledged in time would come again as the clock advances.
    await world.sandbox.faults([]);
    await vi.waitFor(
      listeningAgain('LAZADA', async () => {
        await world.sandbox.control('PUT', 'push', {});
        expect(await countWaiting('LAZADA')).toBe(0);
      }),
      { timeout: 180_000, interval: 200 },
    );
    await world.sandbox.faults([{ kind: 'push_lost' }]);
    const messageCount = (await messages(seller.tenantId)).length;
    await world.sandbox.clock({ advanceSeconds: 86_400 });
    await world.sandbox.control('PUT', 'push', {});
    expect(await messages(seller.tenantId)).toHaveLength(messageCount);
    await seller.requestSync();
    await reported(seller, shopId, lazadaShop);
  });

  it('stores a push once when it arrives many times at the same moment', async () => {
    const body = orderMessage(lazadaShop, '999999999999999');
    const before = (await world.tally())['repeated'] ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.deliver(lazada, body, forLazada(body))),
    );
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: '' })));
    expect(await messagesLike(seller.tenantId, body)).toHaveLength(1);
    expect((await world.tally())['repeated']).toBeGreaterThanOrEqual(before + 19);
  });

  it('does not call the partner for each push of a burst', async () => {
    const orders = Array.from({ length: 400 }, (_, index) => String(888_000_000_000 + index));
    await world.sandbox.control('DELETE', 'calls');
    const answers = await Promise.all(
      orders.map((order) => {
        const body = orderMessage(lazadaShop, order);
        return world.deliver(lazada, body, forLazada(body));
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await vi.waitFor(async () => expect(await countPendingHints(seller.tenantId, shopId)).toBe(0), {
      timeout: 60_000,
      interval: 100,
    });
    const { items } = Object(await world.sandbox.control('GET', 'calls'));
    const calls: { shop: string | null; total: number }[] = items;
    const mine = calls.filter((call) => call.shop === lazadaShop);
    expect(mine.reduce((sum, call) => sum + call.total, 0)).toBeLessThan(120);
  });

  it('reveals nothing to another seller and refuses a push signed with another key', async () => {
    const stranger = await createSeller(world.assembly);
    const body = orderMessage(lazadaShop, '777777777777777');
    const key = createHmac('sha256', 'another-secret').update(`100240${body}`).digest('hex');
    expect(await world.deliver(lazada, body, key)).toEqual({ status: 401, body: '' });
    expect(await messagesLike(seller.tenantId, body)).toEqual([]);
    await world.deliver(lazada, body, forLazada(body));
    expect(await messagesLike(seller.tenantId, body)).toHaveLength(1);
    expect(await messages(stranger.tenantId)).toEqual([]);
    expect(await world.assembly.database.query(messagesStatement, [seller.tenantId])).toEqual([]);
  });
});

describe('the push endpoints', () => {
  it('accept a genuine push of an unknown shop or without meaning', async () => {
    for (const body of [orderMessage('123', '456'), '{"message_type":2}', 'no message', '{}']) {
      const answer = await world.deliver(lazada, body, forLazada(body));
      expect(answer).toEqual({ status: 200, body: '' });
    }
    expect(await world.tally()).toMatchObject({
      unknown_shop: expect.any(Number),
      ignored: expect.any(Number),
      unreadable: expect.any(Number),
    });
  });

  it('refuse an unsigned or oversized push before parsing it', async () => {
    const body = orderMessage(lazadaShop, '1');
    for (const signature of ['', 'Bearer x', forLazada(`${body} `), forLazada(body).slice(1)]) {
      expect((await world.deliver(lazada, body, signature)).status).toBe(401);
    }
    const long = 'x'.repeat(65 * 1024);
    expect((await world.deliver(lazada, long, forLazada(long))).status).toBe(413);
    expect((await world.deliver('/partner/push/nobody', body, forLazada(body))).status).toBe(404);
    expect((await world.tally())['forged']).toBeGreaterThanOrEqual(4);
  });

  it('are listed in the OpenAPI document', async () => {
    const answer = await world.http.app.inject('/openapi.json');
    const { paths } = answer.json<{ paths: Record<string, object> }>();
    expect(Object.keys(paths)).toContain('/partner/push/lazada');
    expect(Object.keys(paths)).toContain('/partner/push/shopee');
  });
});

describe('a Shopee shop', () => {
  it('follows the ledger by pushes alone, and needs the seller after a revocation', async () => {
    const { seller, shopId } = await linked('SHOPEE', shopeeShop);
    await world.sandbox.control('PUT', 'push', {});
    await world.sandbox.faults([{ platform: 'SHOPEE', kind: 'push_doubled', probability: 0.5 }]);
    await world.sandbox.clock({ advanceSeconds: 6 * 3600 });
    await reported(seller, shopId, shopeeShop, 'SHOPEE');
    const readShop = await withdrawConsent(seller, 'SHOPEE', shopeeShop);
    await expect.poll(readShop, { timeout: 60_000 }).toMatchObject(withdrawn);
  });

  it('stays linked when a push claims a revocation that did not happen', async () => {
    const { seller } = await linked('SHOPEE', '310283118');
    const body = '{"code":2,"partner_id":1000240,"timestamp":1,"data":{"shop_id":310283118}}';
    const url = 'https://hooks.example.com/partner/push/shopee';
    const mac = createHmac('sha256', 'sc-shopee-partner-key-0001').update(`${url}|${body}`);
    const started = new Date();
    const answer = await world.deliver('/partner/push/shopee', body, mac.digest('hex'));
    expect(answer).toEqual({ status: 200, body: '' });
    await seller.until(10_000, (data) =>
      data.shops.some(({ streams }) =>
        streams.some(
          ({ stream, lastSucceededAt }) =>
            stream === 'shop' && new Date(lastSucceededAt ?? 0) > started,
        ),
      ),
    );
    const [shop] = await world.assembly.partners.listShops(seller.tenantId);
    expect(shop?.status).toBe('connected');
  });
});

describe('the event queue of Tiki', () => {
  it('delivers every change, despite duplicates and reordering', async () => {
    const { seller, shopId } = await linked('TIKI', tikiShop);
    await world.sandbox.faults([
      { platform: 'TIKI', kind: 'push_doubled', probability: 0.4 },
      { platform: 'TIKI', kind: 'push_reordered', probability: 0.4 },
    ]);
    await world.sandbox.clock({ advanceSeconds: 10 });
    await world.sandbox.clock({ advanceSeconds: 12 * 3600 });
    await reported(seller, shopId, tikiShop, 'TIKI');
    expect((await messages(seller.tenantId)).length).toBeGreaterThan(0);
  });
});

const hintsStatement = sql(
  'test.hints',
  'select count(*) as waiting from collector.hint where tenant_id = $1 and shop_id = $2 and due_at <= now()',
);

async function countPendingHints(tenantId: string, shopId: string): Promise<number> {
  const [row] = await world.assembly.database.tenantRead<{ waiting: bigint }>(
    tenantId,
    hintsStatement,
    [tenantId, shopId],
  );
  return Number(row?.waiting ?? -1);
}
