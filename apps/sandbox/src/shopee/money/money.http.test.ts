import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  isJson,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../../testing/sandbox-client.ts';
import type { Json } from '../../testing/sandbox-client.ts';

const partnerId = '1000240';
const partnerKey = 'sc-shopee-partner-key-0001';
const shopId = '310164501';
const worldNow = Date.parse('2026-06-20T03:00:00Z') / 1000;
const maxSpanSeconds = 15 * 86_400;
/** Before the opening day of the world. */
const firstFrom = worldNow - 40 * maxSpanSeconds;

let sandbox: SandboxTestClient;
let token = '';

beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ clockMs: worldNow * 1000, size: 'tiny' });
  await sandbox.control('clock', 'PUT', { frozen: true });
  const redirectUri = 'http://localhost:3000/oauth/callback/shopee';
  const consent = await sandbox.control('authorize', 'POST', {
    platform: 'SHOPEE',
    shop: shopId,
    redirectUri,
  });
  const body = {
    code: textAt(consent, 'code'),
    partner_id: Number(partnerId),
    shop_id: Number(shopId),
  };
  token = textAt(await ask('/auth/token/get', {}, body), 'access_token');
});
afterAll(() => sandbox.running.stop());

async function ask(name: string, business: Record<string, string>, body?: unknown): Promise<Json> {
  const path = `/api/v2${name}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const shop = token === '' ? {} : { access_token: token, shop_id: shopId };
  const text = [partnerId, path, timestamp, ...Object.values(shop)].join('');
  const sign = createHmac('sha256', partnerKey).update(text).digest('hex');
  const query = new URLSearchParams({
    partner_id: partnerId,
    timestamp,
    sign,
    ...shop,
    ...business,
  });
  const response = await fetch(`${sandbox.running.shopeeUrl}${path}?${query.toString()}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  const answer: unknown = await response.json();
  if (!isJson(answer)) throw new TypeError('the answer is not an object');
  return answer;
}

/** Fetches all rows of a list, in periods of 15 days and page by page. */
async function all(
  path: string,
  list: string,
  span: readonly [string, string],
  firstPage: number,
): Promise<Json[]> {
  const rows: Json[] = [];
  for (let from = firstFrom; from < worldNow; from += maxSpanSeconds) {
    for (let page = firstPage; ; page += 1) {
      const [start, end] = span;
      const answer = await ask(path, {
        [start]: String(from),
        [end]: String(from + maxSpanSeconds - 1),
        page_no: String(page),
        page_size: '100',
      });
      const response = objectAt(answer, 'response');
      rows.push(...listAt(response, list));
      if (response['more'] !== true) break;
    }
  }
  return rows;
}

function total(rows: readonly Json[], field: string): number {
  return rows.reduce((sum, row) => sum + numberAt(row, field), 0);
}

describe('the settlements of a Shopee shop', () => {
  it('release order by order, with matching wallet transactions', async () => {
    const releases = await all(
      '/payment/get_escrow_list',
      'escrow_list',
      ['release_time_from', 'release_time_to'],
      1,
    );
    expect(releases.length).toBeGreaterThan(20);
    const moves = await all(
      '/payment/get_wallet_transaction_list',
      'transaction_list',
      ['create_time_from', 'create_time_to'],
      0,
    );
    const ofEscrow = moves.filter((row) => textAt(row, 'transaction_type').startsWith('ESCROW_'));
    expect(total(ofEscrow, 'amount')).toBe(total(releases, 'payout_amount'));
    const ledger = await sandbox.control(`money?platform=SHOPEE&shop=${shopId}`);
    expect(total(moves, 'amount')).toBe(Number(textAt(ledger, 'payout')));
  });

  it('equal the sum of the fields of an escrow', async () => {
    const releases = await all(
      '/payment/get_escrow_list',
      'escrow_list',
      ['release_time_from', 'release_time_to'],
      1,
    );
    for (const release of releases.slice(0, 30)) {
      const name = textAt(release, 'order_sn');
      const answer = await ask('/payment/get_escrow_detail', { order_sn: name });
      const income = objectAt(objectAt(answer, 'response'), 'order_income');
      const of = (field: string) => numberAt(income, field);
      expect(
        of('original_cost_of_goods_sold') +
          of('seller_return_refund') -
          of('voucher_from_seller') +
          of('buyer_paid_shipping_fee') -
          of('actual_shipping_fee') +
          of('shopee_shipping_rebate') -
          of('reverse_shipping_fee') -
          of('commission_fee') -
          of('service_fee') -
          of('seller_transaction_fee') -
          of('seller_order_processing_fee'),
      ).toBe(of('escrow_amount'));
      expect(of('escrow_amount')).toBe(numberAt(release, 'payout_amount'));
    }
  });

  it('have returns with the same list entry and detail', async () => {
    const cases = await all(
      '/returns/get_return_list',
      'return',
      ['create_time_from', 'create_time_to'],
      0,
    );
    expect(cases.length).toBeGreaterThan(0);
    const [first] = cases;
    const name = first ? textAt(first, 'return_sn') : '';
    const detail = objectAt(
      await ask('/returns/get_return_detail', { return_sn: name }),
      'response',
    );
    expect(detail).toMatchObject(first ?? {});
    expect((await ask('/returns/get_return_detail', { return_sn: 'none' }))['error']).toBe(
      'error_param',
    );
  });

  it('refuse ranges that are too long', async () => {
    const wallet = { create_time_from: '1', create_time_to: '9999999' };
    expect((await ask('/payment/get_wallet_transaction_list', wallet))['error']).toBe(
      'time_period_too_large',
    );
    const cases = { ...wallet, page_no: '0' };
    expect((await ask('/returns/get_return_list', cases))['error']).toBe('error_param');
  });
});
