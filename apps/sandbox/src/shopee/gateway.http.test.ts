import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  isJson,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const partnerId = '1000240';
const partnerKey = 'sc-shopee-partner-key-0001';
const shopId = '310391241';
const callbackUrl = 'http://localhost:3000/oauth/callback/shopee';
const worldNow = '2026-11-12T05:00:00Z';
const firstSecond = Date.parse('2025-05-01T00:00:00Z') / 1000;
const endSecond = Date.parse(worldNow) / 1000 + 1;

describe('the Shopee API of the sandbox', () => {
  let sandbox: SandboxTestClient;
  let token = '';
  let refreshToken = '';

  beforeAll(async () => {
    sandbox = await SandboxTestClient.start({ clockMs: Date.parse(worldNow), size: 'small' });
    await sandbox.control('clock', 'PUT', { frozen: true });
    const linked = await exchange(await code());
    token = textAt(linked, 'access_token');
    refreshToken = textAt(linked, 'refresh_token');
  });
  afterEach(async () => {
    await sandbox.control('faults', 'DELETE');
  });
  afterAll(async () => {
    await sandbox.running.stop();
  });

  async function code(): Promise<string> {
    const body = { platform: 'SHOPEE', shop: shopId, redirectUri: callbackUrl };
    return textAt(await sandbox.control('authorize', 'POST', body), 'code');
  }

  async function send(
    path: string,
    business: readonly (readonly [string, string])[],
    given: { access?: string; body?: unknown; changes?: Record<string, string> } = {},
  ): Promise<{ status: number; answer: Json }> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const shop = given.access === undefined ? '' : shopId;
    const text = `${partnerId}${path}${timestamp}${given.access ?? ''}${shop}`;
    const query = new URLSearchParams({
      partner_id: partnerId,
      timestamp,
      sign: createHmac('sha256', partnerKey).update(text).digest('hex'),
      ...(given.access !== undefined && { access_token: given.access, shop_id: shopId }),
      ...given.changes,
    });
    for (const [name, value] of business) query.append(name, value);
    const response = await fetch(`${sandbox.running.shopeeUrl}${path}?${query.toString()}`, {
      ...(given.body !== undefined && {
        method: 'POST',
        body: JSON.stringify(given.body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const answer: unknown = await response.json();
    if (!isJson(answer)) throw new TypeError('the answer is not an object');
    return { status: response.status, answer };
  }

  async function ask(path: string, business: Record<string, string> = {}, body?: unknown) {
    const { answer } = await send(`/api/v2${path}`, Object.entries(business), {
      access: token,
      ...(body !== undefined && { body }),
    });
    return answer;
  }

  async function exchange(given: string, shop = shopId, by = 'shop_id'): Promise<Json> {
    const body = { code: given, partner_id: Number(partnerId), [by]: Number(shop) };
    return (await send('/api/v2/auth/token/get', [], { body })).answer;
  }

  async function refresh(given: string, shop = shopId): Promise<Json> {
    const body = { refresh_token: given, partner_id: Number(partnerId), shop_id: Number(shop) };
    return (await send('/api/v2/auth/access_token/get', [], { body })).answer;
  }

  async function page(from: number, to: number, more: Record<string, string> = {}): Promise<Json> {
    return ask('/order/get_order_list', {
      time_range_field: 'create_time',
      time_from: String(from),
      time_to: String(to),
      page_size: '100',
      ...more,
    });
  }

  async function allNames(): Promise<string[]> {
    const names: string[] = [];
    for (let from = firstSecond; from < endSecond; from += 15 * 86_400) {
      let cursor = '';
      do {
        const answer = objectAt(
          await page(from, Math.min(from + 15 * 86_400 - 1, endSecond), { cursor }),
          'response',
        );
        names.push(...listAt(answer, 'order_list').map((row) => textAt(row, 'order_sn')));
        cursor = textAt(answer, 'next_cursor');
      } while (cursor !== '');
    }
    return names;
  }

  const fields =
    'item_list,pay_time,total_amount,cancel_by,cancel_reason,package_list,buyer_user_id,payment_method';

  it('returns the shop without an envelope', async () => {
    expect(await ask('/shop/get_shop_info')).toMatchObject({
      error: '',
      shop_name: 'Trà & Đặc Sản Sương Mai',
      region: 'VN',
      status: 'NORMAL',
    });
  });

  it('has orders that match the ledger, line by line', async () => {
    const names = await allNames();
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^\d{6}[0-9A-Z]{8}$/.test(name))).toBe(true);
    let gmv = 0;
    let units = 0;
    let committed = 0;
    for (let at = 0; at < names.length; at += 50) {
      const answer = await ask('/order/get_order_detail', {
        order_sn_list: names.slice(at, at + 50).join(','),
        response_optional_fields: fields,
      });
      for (const order of listAt(objectAt(answer, 'response'), 'order_list')) {
        if (order['cod'] !== true && order['pay_time'] === null) continue;
        committed += 1;
        const status = textAt(order, 'order_status');
        for (const line of listAt(order, 'item_list')) {
          const quantity = numberAt(line, 'model_quantity_purchased');
          gmv += quantity * numberAt(line, 'model_discounted_price');
          const gone = numberAt(line, 'cancelled_qty') + numberAt(line, 'returned_qty');
          if (status !== 'CANCELLED') units += quantity - gone;
        }
      }
    }
    const { total } = await sandbox.control(`ledger?platform=SHOPEE&shop=${shopId}`);
    expect(total).toMatchObject({ orders: committed, gmv: String(gmv), units });
    expect(committed).toBeGreaterThan(300);
  });

  it('splits the income of an order by who paid which discount', async () => {
    const names = (await allNames()).slice(0, 50);
    const answer = await ask('/payment/get_escrow_detail_batch', {}, { order_sn_list: names });
    const incomes = listAt(answer, 'response');
    expect(incomes.length).toBeGreaterThan(40);
    for (const row of incomes) {
      const income = objectAt(row, 'escrow_detail');
      const whole = objectAt(income, 'order_income');
      const parts = listAt(whole, 'items');
      const shares = parts.map((line) => numberAt(line, 'discount_from_voucher_seller'));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(
        numberAt(whole, 'voucher_from_seller'),
      );
    }
  });

  it('names unknown orders in a warning and refuses a batch of unknown orders only', async () => {
    const strangers = ['260101NOBODY00', '260101NOBODY01'];
    const [known = ''] = await allNames();
    const details = (names: readonly string[]) =>
      ask('/order/get_order_detail', { order_sn_list: names.join(',') });
    const incomes = (names: readonly string[]) =>
      ask('/payment/get_escrow_detail_batch', {}, { order_sn_list: names });
    const mixed = await details([known, ...strangers]);
    expect(listAt(objectAt(mixed, 'response'), 'order_list')).toHaveLength(1);
    for (const name of strangers) expect(textAt(mixed, 'warning')).toContain(name);
    expect(listAt(await incomes([known, ...strangers]), 'response')).toHaveLength(1);
    expect(await details(strangers)).toMatchObject({
      error: 'error_not_found',
      message: 'Wrong parameters, detail: the order is not found.',
    });
    expect((await incomes(strangers))['error']).toBe('common.error_not_found');
    await sandbox.control('shopee', 'PUT', { wholeBatches: true });
    expect((await details([known, ...strangers]))['error']).toBe('error_not_found');
    expect((await incomes([known, ...strangers]))['error']).toBe('common.error_not_found');
    await sandbox.control('shopee', 'PUT', { wholeBatches: false });
  });

  it('lists products and their variants', async () => {
    const listItems = async (statuses: readonly string[]) => {
      const given = statuses.map((status) => ['item_status', status] as const);
      const { answer } = await send(
        '/api/v2/product/get_item_list',
        [['offset', '0'], ['page_size', '100'], ...given],
        { access: token },
      );
      return answer;
    };
    const items = listAt(objectAt(await listItems(['NORMAL', 'UNLIST']), 'response'), 'item');
    expect(items.length).toBeGreaterThan(10);
    // Lists repeat the parameter. A value with commas is one unknown status.
    expect((await listItems(['NORMAL,UNLIST']))['error']).toBe('error_param_item_status');
    const ids = items.map((item) => String(item['item_id']));
    const answer = await ask('/product/get_item_base_info', { item_id_list: ids.join(',') });
    const details = listAt(objectAt(answer, 'response'), 'item_list');
    expect(new Set(details.map((item) => item['has_model']))).toEqual(new Set([true, false]));
    for (const item of details.slice(0, 5)) {
      const models = objectAt(
        await ask('/product/get_model_list', { item_id: String(item['item_id']) }),
        'response',
      );
      expect(listAt(models, 'model').length > 0).toBe(item['has_model']);
      expect('price_info' in item).toBe(item['has_model'] === false);
    }
  });

  it('enforces the limits of windows, pages and batches', async () => {
    const days = (count: number) => count * 86_400;
    expect((await page(endSecond - days(15) - 1, endSecond))['error']).toBe(
      'order.order_list_invalid_time',
    );
    expect((await page(endSecond, endSecond))['error']).toBe('order.order_list_invalid_time');
    expect((await page(endSecond - days(15), endSecond, { page_size: '101' }))['error']).toBe(
      'error_param',
    );
    const names = Array.from({ length: 51 }, (_, index) => `261101${'A'.repeat(7)}${index % 10}`);
    const unique = names.map((name, index) => `${name.slice(0, 10)}${1000 + index}`);
    const details = { order_sn_list: unique.join(',') };
    expect((await ask('/order/get_order_detail', details))['error']).toBe('error_param');
    expect(
      (await ask('/payment/get_escrow_detail_batch', {}, { order_sn_list: unique }))['error'],
    ).toBe('exceed_max_limit');
  });

  it('refuses invalid signatures, times, tokens and paths', async () => {
    const path = '/api/v2/shop/get_shop_info';
    const refused = async (changes: Record<string, string>) => {
      const { status, answer } = await send(path, [], { access: token, changes });
      return [status, answer['error']];
    };
    expect(await refused({ sign: 'f'.repeat(64) })).toEqual([403, 'error_sign']);
    expect(await refused({ timestamp: '1700000000' })).toEqual([200, 'error_param']);
    expect(await refused({ partner_id: '7' })).toEqual([403, 'invalid_partner_id']);
    const wrong = await send(path, [], { access: 'f'.repeat(32) });
    expect(wrong.answer['error']).toBe('invalid_acceess_token');
    expect((await ask('/shop/get_nothing'))['error']).toBe('error_param');
  });

  it('accepts a code once and for its own shop, and rotates refresh tokens', async () => {
    const one = await code();
    expect((await exchange(one, '310164501'))['error']).toBe('invalid_shop_id');
    expect((await exchange(one))['error']).toBe('');
    expect((await exchange(one))['error']).toBe('invalid_code');
    const next = await refresh(refreshToken);
    expect(next).toMatchObject({ error: '', expire_in: 14_400, shop_id: Number(shopId) });
    expect((await refresh(refreshToken))['error']).toBe('error_shop_refresh_token');
    // The previous token works for another five minutes.
    expect((await ask('/shop/get_shop_info'))['error']).toBe('');
    await sandbox.control('clock', 'PUT', { advanceSeconds: 301 });
    expect((await ask('/shop/get_shop_info'))['error']).toBe('invalid_acceess_token');
    await sandbox.control('clock', 'PUT', { now: worldNow });
    token = textAt(next, 'access_token');
    refreshToken = textAt(next, 'refresh_token');
  });

  it('can be throttled and can truncate pages', async () => {
    const rule = (kind: string) => ({ platform: 'SHOPEE', kind, count: 1, seconds: 0 });
    await sandbox.control('faults', 'PUT', [rule('throttle')]);
    expect((await ask('/shop/get_shop_info'))['error']).toBe('error_rate_limit');
    const span = [endSecond - 10 * 86_400, endSecond] as const;
    const whole = listAt(objectAt(await page(...span), 'response'), 'order_list');
    await sandbox.control('faults', 'PUT', [rule('truncated_page')]);
    const short = listAt(objectAt(await page(...span), 'response'), 'order_list');
    expect(short.length).toBe(Math.floor(whole.length / 2));
  });

  it('enforces the ban of a shop for its token refreshes too', async () => {
    const ban = { platform: 'SHOPEE', kind: 'throttle', count: 1, seconds: 60 };
    await sandbox.control('faults', 'PUT', [ban]);
    expect((await refresh(refreshToken))['error']).toBe('error_rate_limit');
    expect((await refresh(refreshToken))['error']).toBe('error_rate_limit');
    await sandbox.control('faults', 'DELETE');
    const next = await refresh(refreshToken);
    expect(next['error']).toBe('');
    token = textAt(next, 'access_token');
    refreshToken = textAt(next, 'refresh_token');
  });

  it('issues a main account one token pair for all shops, and each shop its own chain', async () => {
    const body = { platform: 'SHOPEE', shop: shopId, mainAccount: true, redirectUri: callbackUrl };
    const consent = await sandbox.control('authorize', 'POST', body);
    expect(textAt(consent, 'redirectTo')).toContain('main_account_id=');
    const [one, main] = [textAt(consent, 'code'), textAt(consent, 'main_account_id')];
    expect((await exchange(one))['error']).toBe('invalid_shop_id');
    expect((await exchange(one, '1', 'main_account_id'))['error']).toBe('invalid_main_acount_id');
    const first = await exchange(one, main, 'main_account_id');
    expect(first['shop_id_list']).toEqual([310391240, Number(shopId)]);
    const shared = textAt(first, 'refresh_token');
    const own = await refresh(shared);
    expect(own).toMatchObject({ error: '', shop_id: Number(shopId) });
    expect((await refresh(shared))['error']).toBe('error_shop_refresh_token');
    expect(await refresh(shared, '310391240')).toMatchObject({ error: '', shop_id: 310391240 });
    const others = await refresh(textAt(own, 'refresh_token'), '310391240');
    expect(others['error']).toBe('error_shop_refresh_token');
  });

  it('asks the seller for consent and redirects with code, shop and state', async () => {
    const query = new URLSearchParams({
      partner_id: partnerId,
      auth_type: 'seller',
      redirect_uri: callbackUrl,
      response_type: 'code',
      state: 'one',
    });
    const address = `${sandbox.running.shopeeUrl}/auth?${query.toString()}`;
    const response = await fetch(address);
    expect(await response.text()).toContain('Trà &amp; Đặc Sản Sương Mai');
    const agreed = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'agree', shop: shopId }),
    });
    const target = new URL(agreed.headers.get('location') ?? '');
    expect(target.searchParams.get('shop_id')).toBe(shopId);
    expect(target.searchParams.get('state')).toBe('one');
    expect((await exchange(target.searchParams.get('code') ?? ''))['error']).toBe('');
    query.set('redirect_uri', 'http://localhost:3000/elsewhere');
    expect((await fetch(`${sandbox.running.shopeeUrl}/auth?${query.toString()}`)).status).toBe(400);
  });
});
