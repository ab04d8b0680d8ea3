import type { CanonicalProduct } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { listListings } from '../lists/listings.ts';
import { registerTestShop } from '../testing/register-test-shop.ts';
import { applyListings } from './apply-listings.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const now = new Date('2026-11-11T05:00:00Z');
const meta = { observedAt: now, mappingVersion: 1 };

const listing = (itemId: string, changes: Partial<CanonicalProduct> = {}): CanonicalProduct => ({
  itemId,
  skuId: '1',
  sellerSku: '',
  name: itemId,
  brand: null,
  status: 'active',
  currency: 'VND',
  priceE4: 10_000n,
  specialPriceE4: null,
  stock: 1,
  pictureUrl: null,
  updatedAt: now,
  ...changes,
});

it.each([
  // Microseconds read as milliseconds.
  ['a time after the year 2199', { updatedAt: new Date(1_795_000_000_000_000) }],
  ['a price of more than 64 bits', { priceE4: 10n ** 20n }],
  ['a special price of more than 64 bits', { specialPriceE4: 10n ** 20n }],
  ['a null character in an ID', { skuId: '1\0', pictureUrl: 'https://example.com/a.png' }],
  ['half of a character in an ID', { skuId: '1\ud800' }],
])('rejects a listing with %s and stores the others', async (_, changes) => {
  const [tenantId, shopId] = [newId(), newId()];
  await registerTestShop(database, tenantId, { shopId, name: 'Hoa Mai' }, now);
  const applied = await database.tenant(tenantId, (tx) =>
    applyListings(tx, shopId, [listing('bad', changes), listing('good')], meta),
  );
  expect(applied).toMatchObject({ created: 1, unusable: [{ id: 'bad' }] });
  const { items } = await listListings(database, tenantId, {});
  expect(items.map(({ name }) => name)).toEqual(['good']);
});

it('stores a listing once that a page has twice', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  await registerTestShop(database, tenantId, { shopId, name: 'Hoa Mai' }, now);
  const page = [listing('twice'), listing('once'), listing('twice', { stock: 2 })];
  const applied = await database.tenant(tenantId, (tx) => applyListings(tx, shopId, page, meta));
  expect(applied).toEqual({ created: 2, unusable: [] });
  const { items } = await listListings(database, tenantId, {});
  expect(items.map(({ name, stock }) => [name, stock])).toEqual([
    ['once', 1],
    ['twice', 2],
  ]);
});

it('stores what a worker fetches after one whose clock was ahead', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  await registerTestShop(database, tenantId, { shopId, name: 'Hoa Mai' }, now);
  const apply = (product: CanonicalProduct, observedAt: Date) =>
    database.tenant(tenantId, (tx) =>
      applyListings(tx, shopId, [product], { ...meta, observedAt }),
    );
  await apply(listing('sold'), new Date(now.getTime() + 3_600_000));
  // Orders change the stock, not the time of change.
  await apply(listing('sold', { stock: 0 }), now);
  const { items } = await listListings(database, tenantId, {});
  expect(items.map(({ stock }) => stock)).toEqual([0]);
});
