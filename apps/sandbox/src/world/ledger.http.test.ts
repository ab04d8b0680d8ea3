import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const worldNow = '2026-06-20T03:00:00Z';

/** Parses a decimal text into exact ten-thousandths, independently of the code under test. */
function parseE4(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(4, '0').slice(0, 4));
}

const classOfStatus: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  failed_delivery: 'failed',
  shipped_back: 'failed',
  shipped_back_success: 'failed',
  lost_by_3pl: 'failed',
  INFO_ST_DOMESTIC_RETURN_WITH_LAST_MILE_3PL: 'failed',
  INFO_ST_DOMESTIC_BACK_TO_SHIPPER: 'failed',
  returned: 'returned',
};

interface Sums {
  placedOrders: number;
  orders: number;
  gmv: bigint;
  cancelledValue: bigint;
  failedValue: bigint;
  returnedValue: bigint;
  vouchers: bigint;
  units: number;
  validOrders: number;
  cancelledOrders: number;
  failedOrders: number;
}

function empty(): Sums {
  return {
    placedOrders: 0,
    orders: 0,
    gmv: 0n,
    cancelledValue: 0n,
    failedValue: 0n,
    returnedValue: 0n,
    vouchers: 0n,
    units: 0,
    validOrders: 0,
    cancelledOrders: 0,
    failedOrders: 0,
  };
}

/** Fetches all orders of a shop, continuing by date when the maximum offset is reached. */
async function readAll(
  sandbox: SandboxTestClient,
  token: string,
): Promise<ReadonlyMap<number, Json>> {
  const orders = new Map<number, Json>();
  let after = '1990-01-01T00:00:00+07:00';
  for (let offset = 0; ;) {
    const query = {
      created_after: after,
      sort_by: 'created_at',
      sort_direction: 'ASC',
      limit: '100',
    };
    const data = objectAt(
      await sandbox.call('/orders/get', { ...query, offset: String(offset) }, token),
      'data',
    );
    const page = listAt(data, 'orders');
    for (const order of page) orders.set(numberAt(order, 'order_id'), order);
    offset += page.length;
    if (offset >= numberAt(data, 'countTotal')) return orders;
    if (offset >= 5000) {
      after = textAt(page.at(-1) ?? {}, 'created_at')
        .replace(' +0700', '+07:00')
        .replace(' ', 'T');
      offset = 0;
    }
  }
}

async function itemsOf(
  sandbox: SandboxTestClient,
  token: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Json[]>> {
  const items = new Map<number, readonly Json[]>();
  for (let from = 0; from < ids.length; from += 50) {
    const order_ids = JSON.stringify(ids.slice(from, from + 50));
    const answer = await sandbox.call('/orders/items/get', { order_ids }, token);
    for (const entry of listAt(answer, 'data')) {
      items.set(numberAt(entry, 'order_id'), listAt(entry, 'order_items'));
    }
  }
  return items;
}

function localDay(ms: number): string {
  return new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10);
}

function addOrder(days: Map<string, Sums>, order: Json, items: readonly Json[]): void {
  const day = (name: string): Sums => {
    const sums = days.get(name) ?? empty();
    days.set(name, sums);
    return sums;
  };
  const created = textAt(order, 'created_at').slice(0, 10);
  day(created).placedOrders += 1;
  const cod = order['payment_method'] === 'COD';
  const paid = items[0]?.['payment_time'];
  if (!cod && paid === undefined) return;
  const sums = day(cod ? created : localDay(Number(paid)));
  sums.orders += 1;
  const classes = items.map((item) => classOfStatus[textAt(item, 'status')] ?? 'kept');
  items.forEach((item, position) => {
    const price = parseE4(textAt(item, 'item_price'));
    sums.gmv += price;
    if (classes[position] === 'cancelled') sums.cancelledValue += price;
    else if (classes[position] === 'failed') sums.failedValue += price;
    else if (classes[position] === 'returned') sums.returnedValue += price;
    else {
      sums.units += 1;
      sums.vouchers += parseE4(textAt(item, 'voucher_seller'));
    }
  });
  if (classes.includes('kept')) sums.validOrders += 1;
  if (classes.every((name) => name === 'cancelled')) sums.cancelledOrders += 1;
  if (classes.every((name) => name === 'failed')) sums.failedOrders += 1;
}

function expectSame(ledger: Json, sums: Sums): void {
  for (const name of [
    'placedOrders',
    'orders',
    'units',
    'validOrders',
    'cancelledOrders',
    'failedOrders',
  ] as const) {
    expect([ledger['date'], name, ledger[name]]).toEqual([ledger['date'], name, sums[name]]);
  }
  const nmv = sums.gmv - sums.cancelledValue - sums.failedValue - sums.returnedValue;
  const amounts = { ...sums, nmv, netSales: nmv - sums.vouchers };
  for (const name of [
    'gmv',
    'cancelledValue',
    'failedValue',
    'returnedValue',
    'nmv',
    'netSales',
  ] as const) {
    expect([ledger['date'], name, parseE4(textAt(ledger, name))]).toEqual([
      ledger['date'],
      name,
      amounts[name],
    ]);
  }
}

async function compare(sandbox: SandboxTestClient, shop: string): Promise<Json> {
  const token = await sandbox.token(shop);
  const orders = await readAll(sandbox, token);
  const items = await itemsOf(sandbox, token, [...orders.keys()]);
  const days = new Map<string, Sums>();
  for (const [id, order] of orders) addOrder(days, order, items.get(id) ?? []);
  const ledger = await sandbox.control(`ledger?platform=LAZADA&shop=${shop}&by=sku`);
  const rows = listAt(ledger, 'days');
  for (const row of rows) expectSame(row, days.get(textAt(row, 'date')) ?? empty());
  const known = new Set(rows.map((row) => row['date']));
  expect([...days.keys()].filter((day) => !known.has(day))).toEqual([]);
  const skus = listAt(ledger, 'skus');
  const gmv = skus.reduce((sum, sku) => sum + parseE4(textAt(sku, 'gmv')), 0n);
  expect(gmv).toBe(parseE4(textAt(objectAt(ledger, 'total'), 'gmv')));
  return ledger;
}

let sandbox: SandboxTestClient;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-ledger-'));
  const file = join(folder, 'đơn cũ.csv');
  await writeFile(
    file,
    [
      'order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer',
      'A-1,2021-03-05 23:30:00,completed,S1,"Áo, ""đẹp""",2,199000,VND,Lan',
      'A-1,2021-03-05 23:30:00,returned,S2,Quần,1,250000.5,VND,Lan',
      'A-2,2021-03-05T17:00:00Z,cancelled,S1,Áo,3,199000,VND,Minh',
      '415012345678901,2022-12-12T00:00:00+07:00,shipping,S3,Nón,1,0.1,VND,',
      'A-3,2023-01-01 00:00:00,unpaid,S1,Áo,1,199000,VND,Hoa',
      'A-1,2021-03-05 23:30:00,completed,S9,Hat,1,19.99,USD,Lan',
    ].join('\r\n'),
  );
  sandbox = await SandboxTestClient.start({
    clockMs: Date.parse(worldNow),
    size: 'small',
    replays: [{ platform: 'LAZADA', file }],
  });
  await sandbox.control('clock', 'PUT', { frozen: true });
});
afterAll(async () => {
  await sandbox.running.stop();
  await rm(folder, { recursive: true });
});

describe('the ledger', () => {
  it('equals the sum of all pages, day by day', async () => {
    // More orders than the largest offset.
    const ledger = await compare(sandbox, '200164502');
    expect(numberAt(objectAt(ledger, 'total'), 'orders')).toBeGreaterThan(5000);
  });

  it('equals it for a slow shop too, and again a week later', async () => {
    const before = await compare(sandbox, '200391240');
    await sandbox.control('clock', 'PUT', { advanceSeconds: 7 * 86_400 });
    const after = await compare(sandbox, '200391240');
    expect(numberAt(objectAt(after, 'total'), 'orders')).toBeGreaterThan(
      numberAt(objectAt(before, 'total'), 'orders'),
    );
    const back = await sandbox.control(
      `ledger?shop=200391240&as_of=${encodeURIComponent(textAt(before, 'asOf'))}&from=${String(before['from'])}&to=${String(before['to'])}`,
    );
    expect(objectAt(back, 'total')).toEqual(objectAt(before, 'total'));
  });

  it('equals it for a replayed file, to the last decimal', async () => {
    const replayed = (await sandbox.shops()).filter((shop) => shop['replayOf'] !== null);
    expect(replayed.map((shop) => shop['name'])).toEqual(['đơn cũ (VND)', 'đơn cũ (USD)']);
    const ledger = await compare(sandbox, textAt(replayed[0] ?? {}, 'externalShopId'));
    expect(objectAt(ledger, 'total')).toEqual({
      placedOrders: 4,
      orders: 3,
      gmv: '1245000.6',
      cancelledValue: '597000',
      failedValue: '0',
      returnedValue: '250000.5',
      nmv: '398000.1',
      netSales: '398000.1',
      units: 3,
      validOrders: 2,
      cancelledOrders: 1,
      failedOrders: 0,
    });
    const days = listAt(ledger, 'days').filter((day) => day['placedOrders'] !== 0);
    expect(days.map((day) => [day['date'], day['orders']])).toEqual([
      ['2021-03-05', 1],
      ['2021-03-06', 1],
      ['2022-12-12', 1],
      ['2023-01-01', 0],
    ]);
    const dollars = await compare(sandbox, textAt(replayed[1] ?? {}, 'externalShopId'));
    expect(dollars).toMatchObject({ currency: 'USD', total: { gmv: '19.99', orders: 1 } });
  });

  it('refuses unknown shops and invalid periods', async () => {
    const status = async (query: string): Promise<number> =>
      (await sandbox.controlResponse(`ledger?${query}`)).status;
    expect(await status('shop=1')).toBe(404);
    expect(await status('platform=SHOPEE&shop=1')).toBe(404);
    expect(await status('')).toBe(400);
    expect(await status('shop=200164501&from=2026-02-30')).toBe(400);
    expect(await status('shop=200164501&from=2026-02-02&to=2026-02-01')).toBe(400);
    expect(await status('shop=200164501&from=2026-02-01&to=2026-02-01')).toBe(200);
  });
});
