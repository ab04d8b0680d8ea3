import { PartnerError } from '@seller-connect/partners';
import { beforeEach, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { disconnectLink } from '../links/disconnect.ts';
import { readShopHistory } from '../links/link-history.ts';
import { linkShops } from '../links/linking.ts';
import { notifyExpiringConsents } from '../shops/link-notifications.ts';
import { listShops } from '../shops/shops.ts';
import { fakeConnector } from '../testing/fake-connector.ts';
import { createTokenDependencies } from '../testing/token-dependencies.ts';
import { withAccessToken } from './shop-access.ts';
import { listSpentTokens } from './spent-tokens.ts';

const dayMs = 86_400_000;
const { database, url } = await openTestDatabase();
const owner = await connectOwner(url);
let now = new Date();
const dependencies = createTokenDependencies(database, () => now);
const refusal = new PartnerError({
  kind: 'needs_reauthorization',
  code: '200',
  endpoint: '/insights',
  isOfOneShop: true,
});

type Country = 'VN' | 'SG' | 'MY';
let tenantId = '';
let seller = '';

beforeEach(() => {
  now = new Date('2026-11-24T09:05:00Z');
  tenantId = newId();
  seller = `seller-${tenantId}`;
});

const link = (countries: Country[], team = tenantId) =>
  linkShops(
    dependencies,
    fakeConnector(seller, countries),
    { tenantId: team, accountId: 'a' },
    'code',
    { extras: {}, expected: null },
  );
async function shopOf(country: Country) {
  const shops = await listShops(database, tenantId);
  const shop = shops.find(({ region }) => region === country);
  if (!shop) throw new Error(`No shop in ${country}`);
  return shop;
}
async function access(country: Country, call: () => Promise<string>): Promise<string> {
  const connectors = new Map([['LAZADA', fakeConnector(seller, [])] as const]);
  const { shopId } = await shopOf(country);
  return withAccessToken({ ...dependencies, connectors }, tenantId, shopId, call);
}
const read = (country: Country) => access(country, async () => 'read');
/** Reads a shop a second later, whose owner has withdrawn its access from the account that consented. */
const readRefused = (country: Country) => {
  now = new Date(now.getTime() + 1000);
  return access(country, () => Promise.reject(refusal));
};
const needsConsent = { status: 'needs_reauthorization', reason: 'refused' };

async function openNotices(): Promise<unknown[]> {
  const { rows } = await owner.query<{ kind: string; shops: string }>(
    `select kind, (select string_agg(s ->> 'name', ', ') from jsonb_array_elements(data -> 'shops') s) as shops
       from notifications.event where tenant_id = $1 and resolved_at is null order by kind, shops`,
    [tenantId],
  );
  return rows.map(({ kind, shops }) => `${kind}: ${shops.replaceAll(`${seller} `, '')}`);
}
async function historyOf(country: Country): Promise<string[]> {
  const page = { page: 1, pageSize: 10 };
  const { shopId } = await shopOf(country);
  const caller = { tenantId, accountId: 'a' };
  const { items } = await readShopHistory(database, caller, shopId, page);
  return items.map(({ kind }) => kind);
}

it('asks for a new consent of the refused shop alone; the others of its consent go on', async () => {
  await link(['VN', 'SG']);
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  expect(await shopOf('SG')).toMatchObject({ ...needsConsent, consentExpiresAt: null });
  expect(await shopOf('VN')).toMatchObject({ status: 'connected', reason: null });
  expect(await read('VN')).toBe('read');
  await expect(read('SG')).rejects.toMatchObject(needsConsent);
  expect(await openNotices()).toEqual(['shop_needs_you: SG']);
  expect(await historyOf('SG')).toEqual(['needs_reauthorization', 'linked']);
  expect(await historyOf('VN')).toEqual(['linked']);
});

it('asks for a new consent of all shops once the last one is refused', async () => {
  await link(['VN', 'SG', 'MY']);
  await Promise.allSettled([readRefused('VN'), readRefused('SG'), readRefused('MY')]);
  const shops = await listShops(database, tenantId);
  expect(shops.map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => needsConsent.status),
  );
  const { rows } = await owner.query('select state from partners.connection where tenant_id = $1', [
    tenantId,
  ]);
  expect(rows).toEqual([{ state: 'needs_reauthorization' }]);
});

it('is marked once by calls that are refused at the same time', async () => {
  await link(['VN', 'SG']);
  const refused = await Promise.allSettled([readRefused('SG'), readRefused('SG')]);
  expect(refused).toMatchObject([{ reason: needsConsent }, { reason: needsConsent }]);
  expect(await shopOf('VN')).toMatchObject({ status: 'connected' });
  expect(await openNotices()).toEqual(['shop_needs_you: SG']);
  expect(await historyOf('SG')).toEqual(['needs_reauthorization', 'linked']);
});

it('is connected again by a new consent, not by a refused call of the old one', async () => {
  await link(['VN', 'SG']);
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  await link(['VN', 'SG']);
  expect(await shopOf('SG')).toMatchObject({ status: 'connected', reason: null });
  expect(await openNotices()).toEqual([]);
  let isRefused = true;
  const late = access('SG', async () => {
    if (!isRefused) return 'read again';
    await link(['VN', 'SG']);
    isRefused = false;
    throw refusal;
  });
  expect(await late).toBe('read again');
  expect(await shopOf('SG')).toMatchObject({ status: 'connected' });
});

it('stays refused when a new consent covers only the other shops, which replaces the tokens', async () => {
  await link(['VN', 'SG']);
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  await link(['VN']);
  expect(await shopOf('SG')).toMatchObject(needsConsent);
  expect((await shopOf('VN')).connectionId).toBe((await shopOf('SG')).connectionId);
  expect(await openNotices()).toEqual(['shop_needs_you: SG']);
});

it('is no longer announced once it is disconnected', async () => {
  await link(['VN', 'SG']);
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  const { shopId } = await shopOf('SG');
  await database.tenant(tenantId, (tx) => disconnectLink(tx, shopId, {}, now));
  expect(await shopOf('SG')).toMatchObject({ status: 'disconnected', reason: null });
  expect(await openNotices()).toEqual([]);
});

it('is neither in the notice of an ending consent nor in the list of spent tokens', async () => {
  await link(['VN', 'SG']);
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  await owner.query('update partners.connection set refresh_expires_at = $2 where tenant_id = $1', [
    tenantId,
    new Date(now.getTime() + dayMs),
  ]);
  await notifyExpiringConsents(dependencies, now, new AbortController().signal);
  expect(await openNotices()).toEqual(['shop_expiring: VN', 'shop_needs_you: SG']);
  const spent = await listSpentTokens(url, new Date(now.getTime() + 30 * dayMs));
  const ofSeller = spent.filter(({ externalShopId }) => externalShopId === seller);
  expect(ofSeller.map(({ name }) => name)).toEqual([`${seller} VN`]);
});

it('can be linked by another team two weeks later', async () => {
  await link(['VN', 'SG']);
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  const taker = newId();
  now = new Date(now.getTime() + 13 * dayMs);
  await expect(link(['SG'], taker)).rejects.toMatchObject({ code: 'shop_linked_elsewhere' });
  now = new Date(now.getTime() + dayMs);
  expect(await link(['SG'], taker)).toMatchObject([{ status: 'connected' }]);
  expect(await shopOf('SG')).toMatchObject({ status: 'disconnected' });
  expect(await shopOf('VN')).toMatchObject({ status: 'connected' });
});

it('counts as a shop that needs a new consent', async () => {
  const count = async () => {
    const { rows } = await owner.query<{ state: string; shops: string }>(
      'select state, shops from partners.count_shops()',
    );
    return Number(rows.find(({ state }) => state === 'needs_reauthorization')?.shops ?? 0);
  };
  await link(['VN', 'SG']);
  const before = await count();
  await expect(readRefused('SG')).rejects.toMatchObject(needsConsent);
  expect(await count()).toBe(before + 1);
});
