import type {
  Price,
  PriceChangePage,
  PricedBrands,
  PricePage,
  PriceChangeReport,
} from '@seller-connect/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../catalogue/index.ts';
import { demoBrands, demoPrices } from '../demo/index.ts';
import {
  createBackOfficeApi,
  type BackOfficeRequest,
  type BackOfficeApi,
} from '../../test/back-office-api.ts';
import { createPricing } from './index.ts';

const permissions = ['catalog:all:all', 'ppm:all:all'];

let office: BackOfficeApi;
let tenantId: string;
/** 01:00 on November 12 in Vietnam, still the 11th in UTC. */
let now = new Date('2026-11-11T18:00:00Z');

beforeAll(async () => {
  office = await createBackOfficeApi();
  const catalogue = createCatalogue({ database: office.database });
  catalogue.routes(office.http);
  createPricing({ database: office.database, catalogue, now: () => now }).routes(office.http);
  await office.http.app.ready();
  ({ tenantId } = office.staff('Lan', permissions));
  office.staff('Minh', ['ppm:all:all'], tenantId);
  office.staff('Other', permissions);
  await brand('Lan', 'Đường Xanh', 'DUONG');
  await brand('Lan', 'An Nhiên', 'ZAN');
  await brand('Lan', 'Cũ', 'CU', 'Inactive');
  await brand('Other', 'Khác', 'KHAC');
});

const brand = (who: string, name: string, code: string, status = 'Active') =>
  requestAs(201, who, { method: 'POST', url: '/brands', payload: { name, code, status } });

async function requestAs<T>(status: number, who: string, call: BackOfficeRequest): Promise<T> {
  const answer = await office.ask(who, call);
  expect(answer).toMatchObject({ status });
  // Later assertions check every field that they use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer.body as T;
}

const shirt = {
  sku: 'ao-01',
  name: 'Áo thun',
  brand: 'duong',
  listPrice: '159000',
  floorPrice: '120000',
};
const create = (who: string, payload: object) =>
  requestAs<Price>(201, who, { method: 'POST', url: '/prices', payload });
const save = (who: string, sku: string, payload: object) =>
  office.ask(who, { method: 'PUT', url: `/prices/${sku}`, payload });
const list = (who: string, query = '') =>
  requestAs<PricePage>(200, who, { url: `/prices${query}` });
const skus = async (who: string, query: string) =>
  (await list(who, query)).items.map((price) => price.sku);

describe('a price', () => {
  it('has a list and a floor price in đồng, a brand of the catalogue and a start date', async () => {
    expect(await create('Lan', shirt)).toMatchObject({
      sku: 'AO-01',
      name: 'Áo thun',
      brand: { code: 'DUONG', name: 'Đường Xanh', status: 'Active' },
      listPrice: '159000',
      floorPrice: '120000',
      currency: 'VND',
      validFrom: '2026-11-12',
      version: 1,
    });
    expect(await requestAs<Price>(200, 'Minh', { url: '/prices/ao-01' })).toMatchObject({
      version: 1,
    });
  });

  it.each([
    [{ listPrice: '1,5' }, 'listPrice', /whole number of đồng/],
    [{ listPrice: '0' }, 'listPrice', /whole number of đồng/],
    [{ listPrice: '-5' }, 'listPrice', /whole number of đồng/],
    [{ listPrice: '1000000000000' }, 'listPrice', /maximum price/],
    [{ listPrice: '' }, 'listPrice', /^Please enter list price$/],
    [{ floorPrice: '159001' }, 'floorPrice', /can’t be higher/],
    [{ brand: 'NONE' }, 'brand', /No active brand/],
    [{ brand: 'CU' }, 'brand', /No active brand/],
    [{ brand: 'KHAC' }, 'brand', /No active brand/],
    [{ name: ' ' }, 'name', /^Please enter product name$/],
    [{ sku: 'ÁO 1' }, 'sku', /up to 64 characters/],
    [{ sku: 'new' }, 'sku', /reserved for the page/],
  ])('spec 5: is refused as %j, with the reason at the field', async (wrong, field, message) => {
    const payload = { ...shirt, sku: 'AO-02', ...wrong };
    expect(await office.ask('Lan', { method: 'POST', url: '/prices', payload })).toMatchObject({
      status: 400,
      body: { error: 'validation', details: { [field]: expect.stringMatching(message) } },
    });
  });

  it('has a unique SKU within the company', async () => {
    await create('Lan', { ...shirt, sku: 'AO-ONCE' });
    const again = {
      method: 'POST',
      url: '/prices',
      payload: { ...shirt, sku: 'ao-once' },
    } as const;
    expect(await office.ask('Lan', again)).toMatchObject({
      status: 409,
      body: { error: 'sku_taken', details: { sku: expect.stringMatching(/AO-ONCE/) } },
    });
  });

  it('has a history of who changed what and when', async () => {
    await create('Lan', { ...shirt, sku: 'AO-TRAIL' });
    now = new Date('2026-11-20T03:00:00Z');
    expect(await save('Minh', 'AO-TRAIL', { listPrice: '179000', version: 1 })).toMatchObject({
      status: 200,
      body: { listPrice: '179000', validFrom: '2026-11-20', version: 2 },
    });
    now = new Date('2026-11-21T03:00:00Z');
    // Changing the name does not change the validity of the price.
    expect(await save('Minh', 'AO-TRAIL', { name: 'Áo thun mới', version: 2 })).toMatchObject({
      body: { validFrom: '2026-11-20', version: 3 },
    });
    const history = await requestAs<PriceChangePage>(200, 'Lan', {
      url: '/prices/AO-TRAIL/history',
    });
    expect(history).toMatchObject({
      total: 3,
      items: [
        { changedBy: 'Minh', before: { name: 'Áo thun' }, after: { name: 'Áo thun mới' } },
        {
          changedBy: 'Minh',
          changedAt: '2026-11-20T03:00:00.000Z',
          before: { listPrice: '159000' },
          after: { listPrice: '179000', floorPrice: '120000', brandCode: 'DUONG' },
        },
        { changedBy: 'Lan', before: null },
      ],
    });
  });

  it('refuses an update that is based on an outdated version', async () => {
    await create('Lan', { ...shirt, sku: 'AO-RACE' });
    const together = await Promise.all(
      ['Lan', 'Minh'].map((who, index) =>
        save(who, 'AO-RACE', { listPrice: String(170_000 + index), version: 1 }),
      ),
    );
    expect(together.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(together.find((answer) => answer.status === 409)).toMatchObject({
      body: { error: 'changed_meanwhile', details: { current: { sku: 'AO-RACE', version: 2 } } },
    });
  });

  it('can stay under an inactive brand, and change there', async () => {
    await brand('Lan', 'Sắp nghỉ', 'NGHI');
    await create('Lan', { ...shirt, sku: 'AO-NGHI', brand: 'NGHI' });
    const giveUp = { status: 'Inactive', version: 1 };
    await requestAs(200, 'Lan', { method: 'PUT', url: '/brands/NGHI', payload: giveUp });
    expect(await save('Lan', 'AO-NGHI', { listPrice: '160000', version: 1 })).toMatchObject({
      status: 200,
      body: { brand: { code: 'NGHI', status: 'Inactive' } },
    });
  });

  it('is visible to its own company only', async () => {
    await create('Lan', { ...shirt, sku: 'AO-LAN' });
    for (const url of ['/prices/AO-LAN', '/prices/AO-LAN/history']) {
      expect(await office.ask('Other', { url })).toMatchObject({ status: 404 });
    }
    expect(await save('Other', 'AO-LAN', { listPrice: '1', version: 1 })).toMatchObject({
      status: 404,
    });
    expect(await list('Other')).toMatchObject({ total: 0 });
    expect(await requestAs<PricedBrands>(200, 'Other', { url: '/prices/brands' })).toMatchObject({
      items: [],
      choices: [{ code: 'KHAC' }],
    });
  });
});

describe('the price list', () => {
  beforeAll(async () => {
    office.staff('Reader', permissions);
    await brand('Reader', 'Đường Xanh', 'A-DUONG');
    await brand('Reader', 'An Nhiên', 'Z-AN');
    const rows = [
      ['S1', 'Đèn lồng', 'A-DUONG', '300000', '100000'],
      ['S2', 'Dép cói', 'Z-AN', '200000', '150000'],
      ['S3', 'Ấm trà', 'Z-AN', '100000', '90000'],
      ['S4', 'den', 'A-DUONG', '400000', '50000'],
    ];
    for (const [sku, name, code, listPrice, floorPrice] of rows) {
      await create('Reader', { sku, name, brand: code, listPrice, floorPrice });
    }
  });

  it.each([
    ['name', ['S3', 'S4', 'S2', 'S1']],
    ['-name', ['S1', 'S2', 'S4', 'S3']],
    ['sku', ['S1', 'S2', 'S3', 'S4']],
    ['-sku', ['S4', 'S3', 'S2', 'S1']],
    ['brand', ['S3', 'S2', 'S4', 'S1']],
    ['-brand', ['S4', 'S1', 'S3', 'S2']],
    ['listPrice', ['S3', 'S2', 'S1', 'S4']],
    ['-listPrice', ['S4', 'S1', 'S2', 'S3']],
    ['floorPrice', ['S4', 'S3', 'S1', 'S2']],
    ['-floorPrice', ['S2', 'S1', 'S3', 'S4']],
    ['validFrom', ['S1', 'S2', 'S3', 'S4']],
    ['-validFrom', ['S1', 'S2', 'S3', 'S4']],
  ])('is sorted by %s', async (sort, order) => {
    expect(await skus('Reader', `?sort=${sort}`)).toEqual(order);
  });

  it('is searched ignoring case and diacritics, exact matches first, and filtered by brand', async () => {
    expect(await skus('Reader', '?search=DEN')).toEqual(['S4', 'S1']);
    expect(await skus('Reader', `?search=${encodeURIComponent('đèn')}`)).toEqual(['S1', 'S4']);
    expect(await skus('Reader', '?search=s3')).toEqual(['S3']);
    expect(await skus('Reader', '?brand=z-an&sort=sku')).toEqual(['S2', 'S3']);
    expect(await list('Reader', '?brand=Z-AN&pageSize=1&page=2')).toMatchObject({
      total: 2,
      page: 2,
      pageSize: 1,
    });
  });

  it('lists its brands with their number of products, and the brands to choose from', async () => {
    const brands = await requestAs<PricedBrands>(200, 'Reader', { url: '/prices/brands' });
    expect(brands.items).toMatchObject([
      { code: 'Z-AN', name: 'An Nhiên', products: 2 },
      { code: 'A-DUONG', name: 'Đường Xanh', products: 2 },
    ]);
    expect(brands.choices.map((each) => each.code)).toEqual(['Z-AN', 'A-DUONG']);
  });
});

describe('a bulk price change', () => {
  const off = { kind: 'percent', value: '-10', roundTo: 1000 } as const;
  const post = (who: string, url: string, payload: object) =>
    requestAs<PriceChangeReport>(200, who, { method: 'POST', url, payload });

  beforeAll(async () => {
    office.staff('Bulk', permissions);
    await brand('Bulk', 'Một', 'MOT');
    await brand('Bulk', 'Hai', 'HAI');
    for (let index = 1; index <= 25; index += 1) {
      await create('Bulk', {
        sku: `B-${String(index).padStart(2, '0')}`,
        name: `Hàng ${index}`,
        brand: index <= 23 ? 'MOT' : 'HAI',
        listPrice: String(100_000 + index * 1000),
        floorPrice: index === 3 ? '103000' : '50000',
      });
    }
  });

  it('previews how many prices it changes, over all pages, without changing any', async () => {
    const preview = await post('Bulk', '/prices/preview', {
      adjustment: off,
      filter: { brand: 'MOT' },
    });
    expect(preview).toMatchObject({ total: 23, changed: 22 });
    expect(preview.items.find((row) => row.sku === 'B-01')).toMatchObject({
      before: '101000',
      after: '91000',
      outcome: 'changed',
      version: 1,
      message: '',
    });
    expect(preview.items.find((row) => row.sku === 'B-03')).toMatchObject({
      before: '103000',
      after: '93000',
      outcome: 'below_floor',
      message: 'Below the lowest price',
    });
    expect((await list('Bulk', '?pageSize=100')).items.every((price) => price.version === 1)).toBe(
      true,
    );
  });

  it('reports the outcome of each row', async () => {
    await save('Bulk', 'B-02', { listPrice: '150000', version: 1 });
    const report = await post('Bulk', '/prices/change', {
      adjustment: off,
      items: ['B-01', 'B-02', 'B-03', 'B-99'].map((sku) => ({ sku, version: 1 })),
    });
    expect(report).toMatchObject({
      total: 4,
      changed: 1,
      items: [
        { sku: 'B-01', outcome: 'changed', before: '101000', after: '91000', version: 2 },
        { sku: 'B-02', outcome: 'changed_meanwhile', before: '150000', after: null, version: 2 },
        { sku: 'B-03', outcome: 'below_floor', before: '103000', after: '93000' },
        { sku: 'B-99', outcome: 'not_found', name: null },
      ],
    });
    const read = async (sku: string) =>
      (await requestAs<Price>(200, 'Bulk', { url: `/prices/${sku}` })).listPrice;
    expect([await read('B-01'), await read('B-02'), await read('B-03')]).toEqual([
      '91000',
      '150000',
      '103000',
    ]);
    const history = await requestAs<PriceChangePage>(200, 'Bulk', { url: '/prices/B-01/history' });
    expect(history.items[0]).toMatchObject({
      changedBy: 'Bulk',
      before: { listPrice: '101000' },
      after: { listPrice: '91000' },
    });
  });

  it('is undone where the price is still the one that it set, exactly and with a history', async () => {
    const items = ['B-05', 'B-06', 'B-07'].map((sku) => ({ sku, version: 1 }));
    // Rounding cannot be reversed by the opposite change.
    const third = { kind: 'percent', value: '-33.33', roundTo: 1000 };
    const { items: changed } = await post('Bulk', '/prices/change', { adjustment: third, items });
    await save('Bulk', 'B-06', { listPrice: '99000', version: 2 });
    const result = changed.map(({ sku, version }) => ({ sku, version }));
    const undo = {
      items: [...result, { sku: 'B-08', version: 1 }, { sku: 'B-09', version: 2 ** 31 }],
    };
    const reports = await Promise.all(
      ['once', 'twice'].map(() => post('Bulk', '/prices/restore', undo)),
    );
    expect(reports.map((report) => report.changed).toSorted()).toEqual([0, 2]);
    expect(reports.find((report) => report.changed === 2)).toMatchObject({
      total: 5,
      items: [
        { sku: 'B-05', outcome: 'changed', after: '105000', version: 3 },
        { sku: 'B-06', outcome: 'changed_meanwhile', before: '99000', after: null },
        { sku: 'B-07', outcome: 'changed', after: '107000' },
        // Its first version replaced no price.
        { sku: 'B-08', outcome: 'unchanged' },
        { sku: 'B-09', outcome: 'changed_meanwhile' },
      ],
    });
    expect(await requestAs(200, 'Bulk', { url: '/prices/B-05/history' })).toMatchObject({
      items: [{ before: { listPrice: '70000' } }, {}, {}],
    });
  });

  it('is applied once when it is sent twice concurrently', async () => {
    const body = {
      adjustment: { kind: 'amount', value: '5000', roundTo: 1 },
      items: ['B-10', 'B-11', 'B-12'].map((sku) => ({ sku, version: 1 })),
    };
    const reports = await Promise.all([
      post('Bulk', '/prices/change', body),
      post('Bulk', '/prices/change', { ...body, items: body.items.toReversed() }),
    ]);
    expect(reports.map((report) => report.changed).toSorted()).toEqual([0, 3]);
    const price = await requestAs<Price>(200, 'Bulk', { url: '/prices/B-10' });
    expect(price).toMatchObject({ listPrice: '115000', version: 2 });
  });

  it('does not reach prices of other companies', async () => {
    const items = [{ sku: 'B-20', version: 1 }];
    expect(await post('Other', '/prices/change', { adjustment: off, items })).toMatchObject({
      changed: 0,
      items: [{ outcome: 'not_found' }],
    });
    expect(
      await post('Other', '/prices/preview', { adjustment: off, skus: ['B-20'] }),
    ).toMatchObject({ items: [{ outcome: 'not_found', before: null }] });
  });

  it('requires a selection and a valid adjustment', async () => {
    const refused = [
      { adjustment: off },
      { adjustment: off, skus: ['B-01'], filter: {} },
      { adjustment: { ...off, value: '1.234' }, filter: {} },
      { adjustment: { ...off, roundTo: 7 }, filter: {} },
    ];
    for (const payload of refused) {
      const call = { method: 'POST', url: '/prices/preview', payload } as const;
      expect(await office.ask('Bulk', call)).toMatchObject({ status: 400 });
    }
  });
});

it('seeds the demo company once, with its brands', async () => {
  const demo = office.staff('Demo', permissions);
  const catalogue = createCatalogue({ database: office.database });
  const pricing = createPricing({ database: office.database, catalogue });
  await catalogue.addBrands(demo.tenantId, demo, demoBrands(new Date()));
  const codes = (await catalogue.activeBrands(demo.tenantId)).map((each) => each.code);
  await pricing.addPrices(demo.tenantId, demo, demoPrices(codes, new Date()));
  await pricing.addPrices(demo.tenantId, demo, demoPrices(codes, new Date()));
  const prices = await list('Demo', '?pageSize=100');
  expect(prices.total).toBe(200);
  const below = prices.items.filter((each) => Number(each.floorPrice) > Number(each.listPrice));
  expect(below).toEqual([]);
  expect(new Set(prices.items.map((each) => each.brand.name)).size).toBeGreaterThan(20);
});
