import type { Brand, BrandChangePage, BrandPage } from '@seller-connect/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoBrands } from '../demo/index.ts';
import { createCatalogue } from './index.ts';
import { createBackOfficeApi, type BackOfficeRequest } from '../../test/back-office-api.ts';

const permission = ['catalog:all:all'];

const began = Date.now();

const office = await createBackOfficeApi();
createCatalogue({ database: office.database }).routes(office.http);
await office.http.app.ready();
const lan = office.staff('Lan', permission);
office.staff('Minh', permission, lan.tenantId);
office.staff('Other', permission);

async function requestAs<T>(status: number, who: string, call: BackOfficeRequest): Promise<T> {
  const answer = await office.ask(who, call);
  expect(answer).toMatchObject({ status });
  // Later assertions check every field that they use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer.body as T;
}

const create = (who: string, payload: object) =>
  requestAs<Brand>(201, who, { method: 'POST', url: '/brands', payload });
const save = (who: string, code: string, payload: object) =>
  office.ask(who, { method: 'PUT', url: `/brands/${code}`, payload });
const list = (who: string, query = '') =>
  requestAs<BrandPage>(200, who, { url: `/brands${query}` });
const names = async (who: string, query: string) =>
  (await list(who, query)).items.map((brand) => brand.name);

describe('a brand', () => {
  it('spec 3: has a name, a code and a status that is Active at first', async () => {
    const made = await create('Lan', { name: ' Hoa  Mai ', code: ' hoa-mai ' });
    expect(made).toMatchObject({ name: 'Hoa Mai', code: 'HOA-MAI', status: 'Active', version: 1 });
    expect(await requestAs<Brand>(200, 'Lan', { url: '/brands/hoa-mai' })).toEqual(made);
  });

  it('has a unique code within the company; a conflict is reported at the field', async () => {
    await create('Lan', { name: 'Sen Việt', code: 'SEN' });
    const again = {
      method: 'POST',
      url: '/brands',
      payload: { name: 'Sen', code: 'sen' },
    } as const;
    expect(await office.ask('Minh', again)).toMatchObject({
      status: 409,
      body: {
        error: 'code_taken',
        message: 'The code SEN is already used by another brand. Choose another one',
        details: {
          code: 'The code SEN is already used by another brand. Choose another one',
        },
      },
    });
    expect(await office.ask('Minh', { ...again, language: 'vi' })).toMatchObject({
      body: { message: 'Mã SEN đã được dùng cho một thương hiệu khác. Hãy chọn mã khác' },
    });
    await create('Other', { name: 'Sen khác', code: 'SEN' });
  });

  it('is created once when two users create it at the same time', async () => {
    const both = ['Lan', 'Minh'].map((who) =>
      office.ask(who, { method: 'POST', url: '/brands', payload: { name: who, code: 'TWICE' } }),
    );
    const statuses = (await Promise.all(both)).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([201, 409]);
  });

  it('spec 5: reports missing fields in the language of the caller', async () => {
    const empty = { method: 'POST', url: '/brands', payload: { name: ' ' } } as const;
    expect(await office.ask('Lan', empty)).toMatchObject({
      status: 400,
      body: { details: { name: 'Please enter brand name', code: 'Please enter brand code' } },
    });
    expect(await office.ask('Lan', { ...empty, language: 'vi' })).toMatchObject({
      body: { details: { name: 'Vui lòng nhập tên thương hiệu' } },
    });
  });

  it('spec 4: can be set Inactive and Active again, with a history of who changed what and when', async () => {
    await create('Lan', { name: 'Mộc An', code: 'MOC' });
    expect(await save('Minh', 'MOC', { status: 'Inactive', version: 1 })).toMatchObject({
      status: 200,
      body: { status: 'Inactive', name: 'Mộc An', version: 2 },
    });
    await save('Lan', 'MOC', { status: 'Active', version: 2 });
    await save('Lan', 'MOC', { name: 'Mộc An Nhiên', version: 3 });
    const history = await requestAs<BrandChangePage>(200, 'Lan', { url: '/brands/MOC/history' });
    expect(history).toMatchObject({
      total: 4,
      items: [
        {
          version: 4,
          changedBy: 'Lan',
          before: { name: 'Mộc An' },
          after: { name: 'Mộc An Nhiên' },
        },
        {
          version: 3,
          changedBy: 'Lan',
          before: { status: 'Inactive' },
          after: { status: 'Active' },
        },
        {
          version: 2,
          changedBy: 'Minh',
          before: { status: 'Active' },
          after: { status: 'Inactive' },
        },
        { version: 1, changedBy: 'Lan', before: null, after: { name: 'Mộc An', status: 'Active' } },
      ],
    });
    expect(Date.parse(history.items[0]?.changedAt ?? '')).toBeGreaterThanOrEqual(began);
    const second = await requestAs<BrandChangePage>(200, 'Lan', {
      url: '/brands/MOC/history?page=2&pageSize=3',
    });
    expect(second.items.map((change) => change.version)).toEqual([1]);
  });

  it('refuses an update that is based on an outdated version', async () => {
    await create('Lan', { name: 'Gốm', code: 'GOM' });
    await save('Lan', 'GOM', { name: 'Gốm Mới', version: 1 });
    expect(await save('Minh', 'GOM', { name: 'Gốm Cũ', version: 1 })).toMatchObject({
      status: 409,
      body: { error: 'changed_meanwhile', details: { current: { name: 'Gốm Mới', version: 2 } } },
    });
    const together = await Promise.all(
      ['Lan', 'Minh'].map((who) => save(who, 'GOM', { name: `Gốm ${who}`, version: 2 })),
    );
    expect(together.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  });

  it('keeps its version when nothing changes', async () => {
    await create('Lan', { name: 'Ong', code: 'ONG' });
    expect(await save('Lan', 'ONG', { name: ' Ong ', status: 'Active', version: 1 })).toMatchObject(
      {
        status: 200,
        body: { version: 1 },
      },
    );
  });

  it('responds 404 to an unknown code', async () => {
    for (const url of ['/brands/NOTHING', '/brands/NOTHING/history', '/brands/%20']) {
      expect(await office.ask('Lan', { url })).toMatchObject({ status: 404 });
    }
    expect(await save('Lan', 'NOTHING', { name: 'x', version: 1 })).toMatchObject({ status: 404 });
  });

  it('is visible to its own company only', async () => {
    await create('Lan', { name: 'Của Lan', code: 'LAN-ONLY' });
    expect(await office.ask('Other', { url: '/brands/LAN-ONLY' })).toMatchObject({ status: 404 });
    const url = '/brands/LAN-ONLY/history';
    expect(await office.ask('Other', { url })).toMatchObject({ status: 404 });
    const attempt = await save('Other', 'LAN-ONLY', { name: 'Của tôi', version: 1 });
    expect(attempt.status).toBe(404);
    expect(await names('Other', '')).toEqual(['Sen khác']);
  });
});

describe('the list of brands', () => {
  const made = [
    ['Đường Xanh', 'A1'],
    ['Dương Cầm', 'A2'],
    ['Đà Nẵng', 'A3'],
    ['Dung', 'A4'],
    ['Ân', 'A5'],
    ['Ăn', 'A6'],
    ['An', 'A7'],
    ['Duong', 'DUONG-2'],
  ] as const;

  beforeAll(async () => {
    office.staff('Reader', permission);
    for (const [name, code] of made) await create('Reader', { name, code });
    await save('Reader', 'A4', { status: 'Inactive', version: 1 });
  });

  it('spec 2: returns the total number of brands', async () => {
    const page = await list('Reader', '?pageSize=3&page=2');
    expect(page).toMatchObject({ total: 8, page: 2, pageSize: 3 });
    expect(page.items).toHaveLength(3);
    expect(await list('Reader')).toMatchObject({ total: 8, page: 1, pageSize: 20 });
    expect(await list('Reader', '?page=9')).toMatchObject({ total: 8, items: [] });
  });

  it('is in Vietnamese order', async () => {
    const order = ['An', 'Ăn', 'Ân', 'Dung', 'Duong', 'Dương Cầm', 'Đà Nẵng', 'Đường Xanh'];
    expect(await names('Reader', '?sort=name')).toEqual(order);
    expect(await names('Reader', '?sort=-name')).toEqual(order.toReversed());
  });

  it.each([
    ['code', 'Đường Xanh'],
    ['-code', 'Duong'],
    ['status', 'An'],
    ['-status', 'Dung'],
    ['updatedAt', 'Đường Xanh'],
    ['-updatedAt', 'Dung'],
  ])('is sorted by %s', async (sort, first) => {
    expect((await names('Reader', `?sort=${sort}`))[0]).toBe(first);
  });

  it('spec 2: is searched by name, ignoring case and diacritics, exact matches first', async () => {
    const search = (text: string) => names('Reader', `?search=${encodeURIComponent(text)}`);
    expect(await search('duong')).toEqual(['Duong', 'Dương Cầm', 'Đường Xanh']);
    expect(await search('ĐƯỜNG')).toEqual(['Đường Xanh', 'Duong', 'Dương Cầm']);
    expect(await search('đường'.normalize('NFD'))).toEqual(['Đường Xanh', 'Duong', 'Dương Cầm']);
    expect(await search('  da   nang ')).toEqual(['Đà Nẵng']);
    expect(await search('a3')).toEqual(['Đà Nẵng']);
    expect(await search('%')).toEqual([]);
    expect((await search('ă')).slice(0, 3)).toEqual(['Ăn', 'An', 'Ân']);
    expect(await list('Reader', '?search=duong&pageSize=1')).toMatchObject({ total: 3 });
  });

  it('spec 2: is filtered by status', async () => {
    expect(await names('Reader', '?status=Inactive')).toEqual(['Dung']);
    expect(await list('Reader', '?status=Active')).toMatchObject({ total: 7 });
  });

  it.each(['?pageSize=101', '?page=0', '?sort=colour', '?status=active'])(
    'refuses %s',
    async (query) => {
      expect(await office.ask('Reader', { url: `/brands${query}` })).toMatchObject({ status: 400 });
    },
  );
});

it('offers other domains brands by code, and the active ones in order', async () => {
  const { tenantId } = office.staff('Shop', permission);
  await create('Shop', { name: 'Đỏ', code: 'DO' });
  await create('Shop', { name: 'Ánh', code: 'ANH' });
  await save('Shop', 'DO', { status: 'Inactive', version: 1 });
  const catalogue = createCatalogue({ database: office.database });
  const found = await catalogue.brandsByCode(tenantId, ['DO', 'ANH', 'NONE']);
  expect([...found.keys()].toSorted()).toEqual(['ANH', 'DO']);
  expect((await catalogue.activeBrands(tenantId)).map((brand) => brand.name)).toEqual(['Ánh']);
});

it('seeds the demo company once, with valid brands', async () => {
  const { tenantId } = office.staff('Demo', permission);
  const catalogue = createCatalogue({ database: office.database });
  const author = { accountId: 'a', name: 'Lê Minh Anh' };
  await catalogue.addBrands(tenantId, author, demoBrands(new Date()));
  const before = await list('Demo', '?pageSize=100');
  expect(before.total).toBeGreaterThan(55);
  expect(before.items.map((brand) => brand.code)).toEqual(
    before.items.map(() => expect.stringMatching(/^[A-Z0-9][A-Z0-9_-]{1,31}$/)),
  );
  await catalogue.addBrands(tenantId, author, demoBrands(new Date()));
  expect(await list('Demo', '?pageSize=100')).toEqual(before);
});
