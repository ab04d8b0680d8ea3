import { beforeAll, describe, expect, it } from 'vitest';
import { createSeller, type Seller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { sql } from '../platform/database/database.ts';

const notificationsStatement = sql(
  'sources_test.announced',
  `select kind, account_id, data, resolved_at is not null as resolved from notifications.event
   where tenant_id = $1 order by event_id`,
);
const expireInStatement = sql(
  'sources_test.ends_in',
  `update partners.connection set refresh_expires_at = now() + $2 * interval '1 hour' where tenant_id = $1`,
);

interface StoredNotification {
  kind: string;
  accountId: string | null;
  data: { shops: { id: string; name: string }[]; reason?: string; endsAt?: string };
  resolved: boolean;
}

const { sandbox, assembly } = await startCollecting({
  worker: { concurrency: 4, changesEveryMs: 300 },
});

describe('notifications of the collector', () => {
  const eventsOf = (seller: Seller) =>
    assembly.database.tenantRead<StoredNotification>(seller.tenantId, notificationsStatement, [
      seller.tenantId,
    ]);
  const kindsOf = async (seller: Seller) =>
    (await eventsOf(seller)).map(({ kind, resolved }) => (resolved ? `${kind}, resolved` : kind));

  it('announce a first sync, a shop that needs the seller, and its being linked again', async () => {
    const external = '200283117';
    const seller = await createSeller(assembly);
    const shopId = await seller.link(sandbox, external);
    await seller.until(30_000);
    await expect.poll(() => kindsOf(seller), { timeout: 60_000 }).toEqual(['first_sync_done']);
    // Further syncs do not notify again.
    await seller.requestSync();
    await seller.until(30_000);

    await sandbox.faults([
      { platform: 'LAZADA', kind: 'revoked_token', path: '/orders/get', shop: external },
    ]);
    await seller.requestSync();
    await seller.until(30_000, (data) => data.shops[0]?.state === 'needs_you');
    expect(await kindsOf(seller)).toEqual(['first_sync_done', 'shop_needs_you']);
    const [, needed] = await eventsOf(seller);
    expect(needed?.data).toMatchObject({ shops: [{ id: shopId }], reason: 'refused' });

    await sandbox.faults([]);
    await seller.link(sandbox, external);
    expect(await kindsOf(seller)).toEqual(['first_sync_done', 'shop_needs_you, resolved']);
    await seller.until(30_000);
    expect(await kindsOf(seller)).toHaveLength(2);
  });

  describe('for another seller', () => {
    let seller: Seller;
    let shopId: string;
    beforeAll(async () => {
      seller = await createSeller(assembly);
    });

    it('report a failed link to the account that tried, until a link succeeds', async () => {
      const attempt = await seller.get('/partner/authorize?platform=LAZADA');
      const state = Reflect.get(Object(attempt.body), 'state');
      const failed = await seller.post('/partner/credential', {
        platform: 'LAZADA',
        accessToken: 'no-such-code',
        state,
      });
      expect(failed.status).toBeGreaterThanOrEqual(400);
      const [event] = await eventsOf(seller);
      expect(event).toMatchObject({ kind: 'link_failed', data: { platform: 'LAZADA' } });
      expect(event?.accountId).not.toBeNull();
      shopId = await seller.link(sandbox, '200283118');
      expect(await kindsOf(seller)).toContain('link_failed, resolved');
    });

    it('checklist 24: announce a consent that ends within five days, and once more on its last day', async () => {
      const look = async () => {
        await assembly.partners.notifyExpiringConsents(new AbortController().signal);
        await assembly.partners.notifyExpiringConsents(new AbortController().signal);
        return (await eventsOf(seller)).filter(({ kind }) => kind === 'shop_expiring');
      };
      const ends = (hours: number) =>
        assembly.database.tenant(seller.tenantId, (tx) =>
          tx.execute(expireInStatement, [seller.tenantId, hours]),
        );
      await ends(6 * 24);
      expect(await look()).toHaveLength(0);
      await ends(4 * 24);
      expect(await look()).toHaveLength(1);
      await ends(20);
      const notifications = await look();
      expect(notifications).toHaveLength(2);
      expect(notifications[1]?.data).toMatchObject({ shops: [{ id: shopId }] });
      const [first, last] = notifications.map(({ data }) => Date.parse(data.endsAt ?? ''));
      expect(last).toBeLessThan(first ?? NaN);
      await seller.post(`/partner/shops/${shopId}/disconnect`);
      expect((await look()).every(({ resolved }) => resolved)).toBe(true);
    });
  });
});
