import { describe, expect, it } from 'vitest';
import { toDecimal } from '../../platform/money.ts';
import { applyListings } from '../ingest/apply-listings.ts';
import { buildFacts, netSalesE4 } from '../ingest/facts.ts';
import { localTimes } from '../../platform/calendar.ts';
import { readText } from '../reconcile/export-file/csv-reader.ts';
import { readWorkbook } from '../reconcile/export-file/workbook-reader.ts';
import { startReporting } from '../testing/reporting-http.ts';
import { now } from '../testing/sample-tenant.ts';

const timeOf = localTimes('Asia/Ho_Chi_Minh');

const { shops, reporting } = await startReporting(40);

const get = (url: string, token = 'viewer', language = 'en') =>
  reporting.http.app.inject({
    url,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  });

/** Returns the rows of a file, each as a map from column name to value. */
async function rowsOf(file: Buffer, kind: 'csv' | 'xlsx') {
  const rows: string[][] = [];
  const onRow = (cells: string[]) => void rows.push(cells);
  if (kind === 'csv') readText(file, onRow);
  // The second sheet holds the metadata.
  else await readWorkbook(file, { onSheet: () => rows.length === 0, onRow });
  const names = (rows.shift() ?? []).map((name) => name.replace('\uFEFF', ''));
  return rows.map(
    (cells) => new Map(names.map((name, index): [string, string] => [name, cells[index] ?? ''])),
  );
}

describe('the export of the order list', () => {
  it('contains every order once, with its value in the report', async () => {
    for (const kind of ['csv', 'xlsx'] as const) {
      const answer = await get(`/reporting/orders/export?format=${kind}`);
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="orders.${kind}"`);
      const rows = await rowsOf(answer.rawPayload, kind);
      const exported = rows.map((row) => [
        row.get('Order ID'),
        Number(row.get('Net sales')),
        Number(row.get('Units')),
      ]);
      const expected = shops.orders.map(({ order }) => {
        const fact = buildFacts(order, timeOf).order;
        return [order.orderId, Number(toDecimal(netSalesE4(fact))), fact.units];
      });
      expect(exported.length).toBeGreaterThan(100);
      expect(exported.toSorted()).toEqual(expected.toSorted());
    }
  });

  it('is filtered and searched like the list', async () => {
    const [shopId = ''] = shops.shopIds;
    const name = shops.orders[0]?.order.items[0]?.productName ?? '';
    for (const query of [
      `shop=${shopId}&stage=completed`,
      'from=2026-10-05&to=2026-10-20',
      `search=${encodeURIComponent(name.toLowerCase())}`,
      `search=${encodeURIComponent(name)}&stage=cancelled&shop=${shopId}`,
      `search=${shops.orders[3]?.order.orderId}`,
      'basis=committed&from=2026-10-05&to=2026-10-20',
      `shop=${shopId}&basis=committed&stage=cancelled`,
      'outcome=kept&hour=9&currency=VND',
      `search=${encodeURIComponent(name)}&outcome=kept`,
      'search=khong-co-gi',
    ]) {
      const listed: string[] = [];
      for (let page = 1, total = 1; listed.length < total; page += 1) {
        const part = (await get(`/reporting/orders?pageSize=100&page=${page}&${query}`)).json();
        total = part.total;
        listed.push(...part.items.map((row: { orderId: string }) => row.orderId));
      }
      const file = await get(`/reporting/orders/export?format=csv&${query}`);
      const rows = await rowsOf(file.rawPayload, 'csv');
      expect(rows.map((row) => row.get('Order ID')).toSorted()).toEqual(listed.toSorted());
    }
  });

  it('has the requested columns in their order', async () => {
    const answer = await get('/reporting/orders/export?format=csv&fields=gmv,order_id,currency');
    const [row] = await rowsOf(answer.rawPayload, 'csv');
    expect([...(row?.keys() ?? [])]).toEqual(['GMV', 'Order ID', 'Currency']);
    const wrong = await get('/reporting/listings/export?format=csv&fields=seller_sku,gmv');
    expect(wrong.json()).toMatchObject({ error: 'field_unknown', details: { field: 'gmv' } });
  });

  it('uses the language of the caller and is limited to the team', async () => {
    const answer = await get('/reporting/orders/export?format=csv', 'viewer', 'vi');
    const [row] = await rowsOf(answer.rawPayload, 'csv');
    expect([...(row?.keys() ?? [])]).toContain('Mã đơn hàng');
    const others = await get('/reporting/orders/export?format=csv', 'stranger');
    expect(await rowsOf(others.rawPayload, 'csv')).toEqual([]);
    expect((await get('/reporting/orders/export', 'nobody')).statusCode).toBe(401);
    const elsewhere = `/reporting/orders/export?shop=${crypto.randomUUID()}`;
    expect((await get(elsewhere)).json()).toMatchObject({ error: 'shop_unknown' });
    const wrong = await get('/reporting/orders/export?from=2026-02-02&to=2026-02-01');
    expect(wrong.json()).toMatchObject({ error: 'period_reversed' });
  });
});

describe('the export of the product list', () => {
  it('has the rows of the list in order, ids as text and no formulas', async () => {
    const [shopId = ''] = shops.shopIds;
    const listing = (id: string, name: string, stock: number | null) => ({
      itemId: `0001${id}`,
      skuId: `98765432109876543${id}`,
      sellerSku: `=${id}`,
      name,
      brand: null,
      status: 'active',
      currency: 'VND',
      priceE4: 1_590_000_000n,
      specialPriceE4: null,
      stock,
      pictureUrl: null,
      updatedAt: now,
    });
    const made = [listing('1', 'Nón lá', 0), listing('2', 'Áo dài', null), listing('3', 'Đèn', 4)];
    await shops.database.tenant(shops.tenantId, (tx) =>
      applyListings(tx, shopId, made, { observedAt: now, mappingVersion: 1 }),
    );
    const csv = await get('/reporting/listings/export?format=csv');
    const rows = await rowsOf(csv.rawPayload, 'csv');
    expect(rows.map((row) => row.get('Product'))).toEqual(['Áo dài', 'Đèn', 'Nón lá']);
    expect(rows[0]?.get('Marketplace SKU ID')).toBe('987654321098765432');
    expect(rows[0]?.get('Seller SKU')).toBe("'=2");
    const soldOut = await get('/reporting/listings/export?soldOut=true');
    const [only, ...more] = await rowsOf(soldOut.rawPayload, 'xlsx');
    expect([only?.get('Marketplace product ID'), only?.get('List price'), more.length]).toEqual([
      '00011',
      '159000',
      0,
    ]);
  });
});
