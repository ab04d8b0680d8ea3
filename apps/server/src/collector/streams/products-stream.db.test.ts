import type { ProductsPage } from '@seller-connect/partners';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { syncProducts } from './products-stream.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';

const { database } = await openTestDatabase();

const hourMs = 3_600_000;
let clock: number;
let leased: LeasedStream;
beforeEach(() => {
  clock = Date.parse('2026-11-11T00:00:00Z');
  leased = leasedStream({ stream: 'products', claimedAt: new Date(clock) });
});

function page(ids: readonly string[], total: number | null, rejected: readonly string[] = []) {
  const raw = (id: string) => ({
    entity: 'product' as const,
    externalId: id,
    updatedAt: null,
    payload: Buffer.from(`{"id":"${id}"}`),
  });
  const products = ids.map((id) => ({
    raw: raw(id),
    canonical: [
      {
        itemId: id,
        skuId: `${id}-1`,
        sellerSku: '',
        name: id,
        brand: null,
        status: 'active',
        currency: 'VND',
        priceE4: 10_000n,
        specialPriceE4: null,
        stock: 1,
        pictureUrl: null,
        // Constant, so that products are seen again without being changed.
        updatedAt: new Date('2026-01-01T00:00:00Z'),
      },
    ],
  }));
  const rejects = rejected.map((id) => ({ raw: raw(id), reason: 'price: is not an amount' }));
  return { products, rejects, total, next: null } satisfies ProductsPage;
}

/** Runs one pass over the catalogue, or a page of it, an hour after the one before. */
async function pass(answer: ProductsPage, isPageOnly = false): Promise<void> {
  clock += hourMs;
  const lease = createTestLease({
    database,
    stream: leased,
    shop: linkedShop({ shopId: leased.shopId }),
    connector: { ...unreachableLazada(), readProducts: async () => answer },
    now: () => new Date(clock),
  });
  await syncProducts(lease, { isSpent: () => isPageOnly });
  leased = lease.stream;
}

const goneStatement = sql(
  'test.gone',
  `select item_id from reporting.listing where tenant_id = $1 and deleted_at is not null order by item_id`,
);

async function gone(): Promise<string[]> {
  const rows = await database.tenantRead<{ itemId: string }>(leased.tenantId, goneStatement, [
    leased.tenantId,
  ]);
  return rows.map((row) => row.itemId);
}

describe('a product that is missing from the catalogue', () => {
  it('is removed in spite of workers whose clocks differ, and no other one is', async () => {
    const all = page(['a', 'b'], 2);
    await pass(all);
    // Each of two workers, one of them a day ahead, makes some passes.
    for (const offsetMs of [24 * hourMs, -24 * hourMs, 24 * hourMs, 0, -24 * hourMs]) {
      clock += offsetMs;
      await pass(all);
      expect(await gone()).toEqual([]);
    }
    for (let count = 0; count < 3; count += 1) await pass(page(['a'], 1));
    expect(await gone()).toEqual(['b']);
  });

  it('is not removed if workers whose clocks differ share a pass', async () => {
    const pages = [
      { ...page(['a'], 3), next: '1' },
      { ...page(['b'], 3), next: '2' },
      page(['c'], 3),
    ];
    for (let passes = 0; passes < 3; passes += 1) {
      for (const [index, each] of pages.entries()) {
        const offsetMs = index === 1 ? -24 * hourMs : 24 * hourMs;
        clock += offsetMs;
        await pass(each, true);
        clock -= offsetMs;
      }
      expect(await gone()).toEqual([]);
    }
  });

  it('is removed after two complete passes, stays stored, and is restored when it returns', async () => {
    await pass(page(['a', 'b', 'c'], 3));
    await pass(page(['a', 'b', 'c'], 3));
    await pass(page(['a', 'c'], 2));
    expect(await gone()).toEqual([]);
    await pass(page(['a', 'c'], 2));
    expect(await gone()).toEqual(['b']);
    await pass(page(['a', 'b', 'c'], 3));
    expect(await gone()).toEqual([]);
  });

  it.each([
    ['returned fewer than the partner counts', () => page(['a'], 2)],
    ['were not counted by the partner', () => page(['a'], null)],
    ['returned it in an unknown format', () => page(['a'], 2, ['b'])],
  ])('is not removed when passes %s', async (_why, answer) => {
    await pass(page(['a', 'b'], 2));
    await pass(page(['a', 'b'], 2));
    for (let count = 0; count < 4; count += 1) await pass(answer());
    expect(await gone()).toEqual([]);
  });
});

const rejectedStatement = sql(
  'test.rejected_products',
  'select external_id from collector.reject where tenant_id = $1 order by external_id',
);

it('deletes the reject of a product that two complete passes have not seen any more', async () => {
  const rejected = async () => {
    const rows = await database.tenantRead<{ externalId: string }>(
      leased.tenantId,
      rejectedStatement,
      [leased.tenantId],
    );
    return rows.map(({ externalId }) => externalId);
  };
  await pass(page(['a'], 2, ['unidentified:1']));
  await pass(page(['a'], 2, ['unidentified:1']));
  await pass(page(['a', 'mended'], 2));
  expect(await rejected()).toEqual(['unidentified:1']);
  await pass(page(['a', 'mended'], 2));
  expect(await rejected()).toEqual([]);
});
