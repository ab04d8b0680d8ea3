import { expect, it } from 'vitest';
import { countRowsOfShops } from '../../test/shop-tables.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { createPrivacy } from '../privacy/index.ts';
import { createSeller, isFullySynced, type Seller } from './testing/linked-seller.ts';
import { partnerSettings } from '../../test/partner-settings.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { connectOwner } from '../../test/open-database.ts';

const { databaseUrl, assembly, sandbox } = await startCollecting({
  sandbox: ['--size', 'tiny', '--clock', '2026-11-11T08:00:00Z'],
  assembly: (started) => ({ environment: partnerSettings(started) }),
  worker: { concurrency: 6 },
});
const owner = await connectOwner(databaseUrl);
let isFresh = false;
let beforeErasure: (() => Promise<unknown>) | undefined;
const privacy = createPrivacy({
  ...assembly,
  disconnectAll: (tenantId) => assembly.partners.disconnectAll(tenantId),
  async listShops(tenantId) {
    const shops = await assembly.partners.listShops(tenantId);
    await beforeErasure?.();
    return shops;
  },
  isSignInFresh: async () => isFresh,
  rawRetentionDays: 0,
  disconnectedDataDays: 0,
});

async function sellerOf(options: Parameters<typeof createSeller>[1] = {}): Promise<Seller> {
  const seller = await createSeller(assembly, options);
  privacy.routes(seller.http);
  return seller;
}

async function smallestShops(platform: string) {
  return (await sandbox.shops(platform)).toSorted((a, b) => a.orders - b.orders);
}

const recordsOf = async (tenantId: string) => {
  const { rows: erasures } = await owner.query(
    `select scope, subject_id, reason, finished_at is not null as finished from privacy.erasure
      where tenant_id = $1 order by subject_id`,
    [tenantId],
  );
  const { rows: entries } = await owner.query<{ action: string }>(
    'select action from audit.entry where tenant_id = $1',
    [tenantId],
  );
  return { erasures, actions: entries.map(({ action }) => action) };
};

it('erases the data of a team, records it, and leaves other teams alone; requires a fresh sign-in', async () => {
  const [seller, other] = [await sellerOf(), await sellerOf()];
  const [lazada, another] = await smallestShops('LAZADA');
  const [tiki] = await smallestShops('TIKI');
  const shopIds = [
    await seller.link(sandbox, lazada?.externalShopId ?? ''),
    await seller.link(sandbox, tiki?.externalShopId ?? '', 'TIKI'),
  ];
  const otherShopId = await other.link(sandbox, another?.externalShopId ?? '');
  await Promise.all([seller.until(180_000, isFullySynced), other.until(60_000, isFullySynced)]);
  await assembly.database.tenant(seller.tenantId, (tx) =>
    recordAuditEvent(tx, { action: 'profile.saved', actorId: null }),
  );
  const before = await countRowsOfShops(owner);
  expect(shopIds.map((id) => (before.get(id)?.size ?? 0) > 5)).toEqual([true, true]);

  const erase = (of: Seller) => of.post('/team/erase_data');
  for (const role of ['member', 'viewer'] as const) {
    const refused = await erase(await sellerOf({ tenantId: seller.tenantId, role }));
    expect(refused).toMatchObject({ status: 403, body: { error: 'owners_only' } });
  }
  const stale = { status: 409, body: { error: 'fresh_sign_in_required' } };
  expect(await erase(seller)).toMatchObject(stale);
  expect(await recordsOf(seller.tenantId)).toMatchObject({ erasures: [] });
  expect(await assembly.partners.listShops(seller.tenantId)).toHaveLength(2);

  isFresh = true;
  expect((await erase(seller)).status).toBe(204);
  expect(await assembly.partners.listShops(seller.tenantId)).toEqual([]);
  await privacy.upkeep(new AbortController().signal);
  const after = await countRowsOfShops(owner);
  expect(shopIds.map((id) => after.get(id))).toEqual([undefined, undefined]);
  expect(after.get(otherShopId)?.get('reporting.sales_order')).toBe(
    before.get(otherShopId)?.get('reporting.sales_order'),
  );
  const { erasures, actions } = await recordsOf(seller.tenantId);
  expect(erasures).toEqual(
    shopIds
      .toSorted()
      .map((id) => ({ scope: 'shop', subject_id: id, reason: 'requested', finished: true })),
  );
  // The log of the team stays.
  expect(actions).toEqual(
    expect.arrayContaining(['profile.saved', 'shop.erased', 'team.data_erased']),
  );
  expect(await recordsOf(other.tenantId)).toEqual({ erasures: [], actions: expect.any(Array) });
  expect(await assembly.partners.listShops(other.tenantId)).toMatchObject([
    { shopId: otherShopId, status: 'connected' },
  ]);
});

it('erases the other shops of a team when one is erased or linked at the same moment', async () => {
  isFresh = true;
  const seller = await sellerOf();
  const externalIds = (await smallestShops('LAZADA'))
    .slice(2, 5)
    .map((shop) => shop.externalShopId);
  const [erased = '', linked = '', other = ''] = externalIds;
  const [erasedId, linkedId] = [
    await seller.link(sandbox, erased),
    await seller.link(sandbox, linked),
  ];
  await seller.link(sandbox, other);
  beforeErasure = async () => {
    expect((await seller.post(`/partner/shops/${erasedId}/erase`)).status).toBe(204);
    await seller.link(sandbox, linked, 'LAZADA', linkedId);
  };
  const refused = await seller.post('/team/erase_data');
  expect(refused).toMatchObject({ status: 409, body: { error: 'shop_still_linked' } });
  expect(await assembly.partners.listShops(seller.tenantId)).toMatchObject([
    { shopId: linkedId, status: 'connected' },
  ]);
  expect((await recordsOf(seller.tenantId)).actions).not.toContain('team.data_erased');

  beforeErasure = undefined;
  expect((await seller.post('/team/erase_data')).status).toBe(204);
  expect(await assembly.partners.listShops(seller.tenantId)).toEqual([]);
  expect((await recordsOf(seller.tenantId)).actions).toContain('team.data_erased');
});

it('erases a team with more shops than one account may do other acts in an hour', async () => {
  isFresh = true;
  const seller = await sellerOf();
  const [, , , , , shop] = await smallestShops('LAZADA');
  const shopId = await seller.link(sandbox, shop?.externalShopId ?? '');
  await owner.query(
    `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name, currency,
       time_zone, partner_status, linked_at, changed_at, disconnected_at)
     select tenant_id, gen_random_uuid(), connection_id, platform, region, 'former ' || n, name, currency,
       time_zone, partner_status, linked_at, changed_at, changed_at
     from partners.shop, generate_series(1, 300) n where shop_id = $1`,
    [shopId],
  );
  expect(await seller.post('/team/erase_data')).toMatchObject({ status: 204 });
  const { actions } = await recordsOf(seller.tenantId);
  expect(actions.filter((action) => action === 'shop.erased')).toHaveLength(301);
  expect(actions).toContain('team.data_erased');
});
