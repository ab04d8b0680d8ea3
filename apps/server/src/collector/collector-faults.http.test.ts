import { afterEach, describe, expect, it } from 'vitest';
import { createSeller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';

const { sandbox, assembly } = await startCollecting({
  sandbox: ['--months', '9', '--clock', '2026-11-11T08:00:00Z'],
  worker: { concurrency: 3, sliceMs: 1000 },
});
afterEach(() => sandbox.faults([]));

describe('a marketplace with faults', () => {
  it('of every kind in its pages: the report equals the ledger', async () => {
    const external = '200391240';
    const faults = [
      { kind: 'duplicate_items', probability: 0.3 },
      { kind: 'reorder_items', probability: 0.3 },
      { kind: 'truncated_page', probability: 0.15 },
      { kind: 'http_5xx', probability: 0.05 },
      { kind: 'drop_connection', probability: 0.05 },
      { kind: 'broken_json', probability: 0.05 },
    ];
    await sandbox.faults(
      ['/orders/get', '/orders/items/get', '/products/get'].flatMap((path) =>
        faults.map((rule) => ({ platform: 'LAZADA', path, shop: external, ...rule })),
      ),
    );
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, external);
    await seller.until(80_000);
    expect(await storedDays(assembly.database, seller.tenantId, shopId)).toEqual(
      eventfulDays(await sandbox.ledger(external)),
    );
  }, 100_000);

  it('reports the throttling and the time of the next attempt in the language of the seller', async () => {
    await sandbox.faults([
      { platform: 'LAZADA', kind: 'throttle', seconds: 30, path: '/orders/get', shop: '200283117' },
    ]);
    const seller = await createSeller(assembly);
    const startedAt = Date.now();
    await seller.link(sandbox, '200283117');
    const data = await seller.until(20_000, (each) =>
      each.shops.some((shop) => shop.streams.some((stream) => stream.problem !== null)),
    );
    const orders = data.shops[0]?.streams.find((stream) => stream.problem !== null);
    expect(orders?.problem).toMatchObject({
      code: 'partner_throttled',
      message: expect.stringContaining('marketplace is limiting'),
    });
    expect(Date.parse(orders?.problem?.retryAt ?? '')).toBeGreaterThan(startedAt);
    const vietnamese = await seller.get('/partner/check_synced_data', 'vi');
    expect(JSON.stringify(vietnamese.body)).toContain('Sàn đang giới hạn');
  });

  it('needs the seller when the consent was revoked; other shops continue', async () => {
    await sandbox.faults([
      { platform: 'LAZADA', kind: 'revoked_token', path: '/orders/get', shop: '200164502' },
    ]);
    const seller = await createSeller(assembly);
    const [withdrawn, good] = [
      await seller.link(sandbox, '200164502'),
      await seller.link(sandbox, '200164501'),
    ];
    const data = await seller.until(40_000, ({ shops }) => {
      const states = new Map(shops.map((shop) => [shop.shopId, shop.state]));
      const rows = shops.find((shop) => shop.shopId === good)?.streams[1]?.rows ?? 0;
      return states.get(withdrawn) === 'needs_you' && rows > 0;
    });
    const shop = data.shops.find((each) => each.shopId === withdrawn);
    expect(shop?.streams.find((stream) => stream.stream === 'orders')?.problem).toMatchObject({
      code: 'partner_needs_reauthorization',
      retryAt: null,
    });
  });
});
