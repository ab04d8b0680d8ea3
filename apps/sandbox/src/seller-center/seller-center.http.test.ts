import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxTestClient, listAt, numberAt, textAt } from '../testing/sandbox-client.ts';

const period = 'from=2026-04-10&to=2026-05-20&as_of=2026-06-20T03:00:00Z';

let sandbox: SandboxTestClient;
const shops = new Map<string, string>();

beforeAll(async () => {
  sandbox = await SandboxTestClient.start({
    size: 'small',
    clockMs: Date.parse('2026-06-20T03:00:00Z'),
  });
  const all = await sandbox.shops();
  for (const shop of all.toSorted((a, b) => numberAt(a, 'orders') - numberAt(b, 'orders'))) {
    // The largest shop is last, so it wins.
    shops.set(textAt(shop, 'platform'), textAt(shop, 'externalShopId'));
  }
});
afterAll(() => sandbox.running.stop());

function path(platform: string, more = ''): string {
  return `platform=${platform}&shop=${shops.get(platform) ?? ''}&${period}${more}`;
}

/** Parses rows of cells. Does not support line breaks in a cell. */
async function csv(platform: string, more = ''): Promise<Record<string, string>[]> {
  const answer = await sandbox.controlResponse(`export?${path(platform, `&format=csv${more}`)}`);
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  const cells = lines.map((line) => line.slice(1, -1).split('","'));
  const [head = [], ...rows] = cells;
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

const columnNames = {
  LAZADA: { id: 'orderNumber', price: 'unitPrice' },
  SHOPEE: { id: 'Mã đơn hàng', price: 'Tổng số tiền Người mua thanh toán' },
  TIKI: { id: 'Mã đơn hàng', price: 'Thành tiền' },
  TIKTOK: { id: 'Order ID', price: 'SKU Subtotal Before Discount' },
} as const;

describe.each(Object.entries(columnNames))('the export file of %s', (platform, { id, price }) => {
  const orderRows = (rows: Record<string, string>[]) =>
    rows.filter((row) => /\d/.test(row[id] ?? ''));

  it('adds up to the ledger of the orders placed in the period', async () => {
    const rows = orderRows(await csv(platform, '&plant=unpaid:1000'));
    const ledger = await sandbox.control(`ledger?${path(platform)}`);
    const total = ledger['total'];
    const orders = new Set(rows.map((row) => row[id]));
    expect(orders.size).toBeGreaterThan(3);
    expect(total).toMatchObject({ placedOrders: orders.size });
    expect(rows.every((row) => Number(row[price]) > 0)).toBe(true);
  });

  it('plants the requested differences, lists them, and is reproducible', async () => {
    const wish = '&plant=missing:1,extra:1,doubled:1,amount:1,status:1&seed=5';
    const { items, asOf } = await sandbox.control(`export/planted?${path(platform, wish)}`);
    expect(asOf).toBe('2026-06-20T03:00:00.000Z');
    const planted = listAt({ items }, 'items').map((each) => ({
      kind: textAt(each, 'kind'),
      orderId: textAt(each, 'orderId'),
    }));
    expect(planted.map(({ kind }) => kind).toSorted()).toEqual([
      'amount',
      'doubled',
      'extra',
      'missing',
      'status',
    ]);
    const exported = await csv(platform, wish);
    const altered = orderRows(exported);
    const plain = orderRows(await csv(platform));
    const of = (rows: Record<string, string>[], kind: string) =>
      rows.filter((row) => row[id]?.trim() === planted.find((each) => each.kind === kind)?.orderId);
    expect(of(altered, 'missing')).toEqual([]);
    expect(of(plain, 'missing').length).toBeGreaterThan(0);
    expect(of(plain, 'extra')).toEqual([]);
    expect(of(altered, 'extra').length).toBeGreaterThan(0);
    expect(of(altered, 'doubled')).toHaveLength(2 * of(plain, 'doubled').length);
    expect(Number(of(altered, 'amount')[0]?.[price])).toBeGreaterThan(
      Number(of(plain, 'amount')[0]?.[price]),
    );
    expect(of(altered, 'status')).not.toEqual(of(plain, 'status'));
    expect(await csv(platform, wish)).toEqual(exported);
  });

  it('is also available as a workbook with its creation time', async () => {
    const answer = await sandbox.controlResponse(`export?${path(platform)}`);
    expect(answer.headers.get('content-disposition')).toContain('20260410');
    const parts = unzip(Buffer.from(await answer.arrayBuffer()));
    expect(parts.get('docProps/core.xml')).toContain('2026-06-20T03:00:00.000Z');
    expect(parts.get('xl/sharedStrings.xml')).toContain(`>${id}</t>`);
    const rows = [...(parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<row /g)].length;
    expect(rows).toBe((await csv(platform)).length + 1);
  });
});

/** Reads the archive by its local headers, which the sandbox fills in completely. */
function unzip(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    const packed = file.readUInt32LE(at + 18);
    const name = file.readUInt16LE(at + 26);
    const start = at + 30 + name;
    const content = inflateRawSync(file.subarray(start, start + packed));
    expect(content.length).toBe(file.readUInt32LE(at + 22));
    parts.set(file.subarray(at + 30, start).toString(), content.toString());
    at = start + packed;
  }
  return parts;
}

it('moves a planted order to the previous day, like a file in UTC', async () => {
  const wish = '&plant=zone:1';
  const { items } = await sandbox.control(`export/planted?${path('LAZADA', wish)}`);
  const [planted] = listAt({ items }, 'items');
  const orderId = textAt(planted ?? {}, 'orderId');
  const day = (rows: Record<string, string>[]) =>
    rows.find((row) => row['orderNumber'] === orderId)?.['createTime']?.slice(0, 2);
  const [altered, plain] = [day(await csv('LAZADA', wish)), day(await csv('LAZADA'))];
  expect(altered).not.toBe(plain);
  expect(Number(plain) - Number(altered) === 1 || plain === '01').toBe(true);
});

it('leaves unpaid orders out unless they are planted', async () => {
  const without = await sandbox.control(`export/planted?${path('TIKTOK')}`);
  const planted = await sandbox.control(`export/planted?${path('TIKTOK', '&plant=unpaid:1000')}`);
  expect(numberAt(planted, 'total')).toBeGreaterThan(0);
  expect(numberAt(planted, 'orders')).toBe(
    numberAt(without, 'orders') + numberAt(planted, 'total'),
  );
});

it('refuses unknown parameters and is linked on the home page', async () => {
  for (const wish of ['&plant=nothing:1', '&plant=missing:x', '&format=ods', '&seed=a']) {
    const answer = await sandbox.controlResponse(`export?${path('TIKI', wish)}`);
    expect([wish, answer.status]).toEqual([wish, 400]);
  }
  const page = await fetch(sandbox.running.controlUrl);
  expect(await page.text()).toContain('/_sandbox/export?platform=SHOPEE');
});
