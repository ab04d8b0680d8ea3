import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listAt, numberAt, objectAt, textAt } from '../testing/sandbox-client.ts';
import { worldNow, shopId, TiktokTestClient } from '../testing/tiktok-client.ts';

const appKey = '6sc100240tts';
const serviceId = '7100240000000000001';

describe('the TikTok Shop API of the sandbox', () => {
  let caller: TiktokTestClient;

  beforeAll(async () => {
    caller = await TiktokTestClient.start();
  });
  afterEach(async () => {
    await caller.sandbox.control('faults', 'DELETE');
  });
  afterAll(async () => {
    await caller.sandbox.running.stop();
  });

  it('names the shop only after the consent, and refuses a cipher there', async () => {
    const { answer } = await caller.send('GET', '/authorization/202309/shops', {});
    expect(listAt(objectAt(answer, 'data'), 'shops')).toMatchObject([
      { id: shopId, name: 'Trà & Đặc Sản Sương Mai', region: 'VN', seller_type: 'LOCAL' },
    ]);
    const withCipher = { shop_cipher: caller.cipher };
    expect(
      (await caller.send('GET', '/authorization/202309/shops', withCipher)).answer['code'],
    ).toBe(36_009_004);
  });

  it('has orders that match the ledger line by line, with returns apart', async () => {
    const listed = await caller.orders();
    expect(new Set(listed.map((order) => order['id'])).size).toBe(listed.length);
    expect(listed.every((order) => /^576\d{15}$/.test(textAt(order, 'id')))).toBe(true);
    const returned = new Set(
      (await caller.returns())
        .filter(
          ({ return_status: status, return_type: type }) =>
            status === 'RETURN_OR_REFUND_REQUEST_COMPLETE' ||
            status === 'REPLACEMENT_REQUEST_REFUND_SUCCESS' ||
            (status === 'RETURN_OR_REFUND_REQUEST_SUCCESS' && type === 'RETURN_AND_REFUND'),
        )
        .flatMap((each) => listAt(each, 'return_line_items').map((l) => l['order_line_item_id'])),
    );
    expect(returned.size).toBeGreaterThan(3);
    const sums = { orders: 0, gmv: 0, returnedValue: 0, units: 0 };
    const failures = new Set<unknown>();
    for (const order of listed) {
      if (order['is_cod'] !== true && order['paid_time'] === undefined) continue;
      sums.orders += 1;
      for (const line of listAt(order, 'line_items')) {
        const price = Number(textAt(line, 'original_price'));
        const isOver = line['display_status'] === 'CANCELLED';
        if (isOver && line['cancel_user'] === 'SYSTEM') failures.add(line['cancel_reason']);
        sums.gmv += price;
        if (returned.has(line['id'])) sums.returnedValue += price;
        else if (!isOver) sums.units += 1;
      }
    }
    const { total } = await caller.sandbox.control(`ledger?platform=TIKTOK&shop=${shopId}`);
    expect(total).toMatchObject({
      orders: sums.orders,
      gmv: String(sums.gmv),
      returnedValue: String(sums.returnedValue),
      units: sums.units,
    });
    expect(failures).toContain('Package delivery failed');
  });

  it('adds up the payment of an order', async () => {
    for (const order of (await caller.orders()).slice(0, 100)) {
      const payment = objectAt(order, 'payment');
      const amount = (name: string) => Number(textAt(payment, name));
      const lines = listAt(order, 'line_items');
      const sale = lines.reduce((sum, line) => sum + Number(textAt(line, 'sale_price')), 0);
      expect(amount('sub_total')).toBe(sale);
      expect(amount('total_amount')).toBe(sale + amount('shipping_fee'));
    }
  });

  it('puts an order on hold for its first hour', async () => {
    const cash = (await caller.orders()).filter((order) => order['is_cod'] === true).at(-10) ?? {};
    const placed = numberAt(cash, 'create_time');
    const seen: unknown[] = [];
    for (const after of [60, 3600]) {
      const now = new Date((placed + after) * 1000).toISOString();
      await caller.sandbox.control('clock', 'PUT', { now });
      const at = await caller.ask('GET', '/order/202309/orders', { ids: textAt(cash, 'id') });
      const [order = {}] = listAt(at, 'orders');
      seen.push([order['status'], order['is_on_hold_order'], order['update_time']]);
    }
    await caller.sandbox.control('clock', 'PUT', { now: worldNow });
    expect(seen).toEqual([
      ['ON_HOLD', true, placed],
      ['AWAITING_SHIPMENT', false, placed + 3600],
    ]);
  });

  it('does not change an order when it is returned', async () => {
    const listed = await caller.orders();
    const now = Date.parse(worldNow) / 1000;
    const done = await caller.returns({ update_time_ge: now - 90 * 86_400 });
    for (const each of done) {
      const order = listed.find(({ id }) => id === each['order_id']);
      expect(['DELIVERED', 'COMPLETED']).toContain(order?.['status']);
    }
    const late = done.filter((each) => {
      const order = listed.find(({ id }) => id === each['order_id']);
      return numberAt(order ?? {}, 'update_time') < numberAt(each, 'update_time');
    });
    expect(late.length).toBeGreaterThan(0);
  });

  it('returns partial refund offers, and replacements that end in a refund or in nothing', async () => {
    const cases = await caller.returns();
    const offers = cases.filter((each) => each['partial_refund'] !== undefined);
    expect(offers.length).toBeGreaterThan(1);
    for (const offer of offers) {
      const waits = offer['return_status'] === 'AWAITING_BUYER_RESPONSE';
      expect(offer['buyer_rejected_partial_refund']).toBe(!waits);
      expect(Number(textAt(objectAt(offer, 'partial_refund'), 'amount'))).toBeGreaterThan(0);
    }
    const replacements = cases.filter((each) => each['return_type'] === 'REPLACEMENT');
    const statuses = new Set(replacements.map((each) => each['return_status']));
    expect([...statuses].filter((status) => String(status).startsWith('REPLACEMENT_'))).not.toEqual(
      [],
    );
  });

  it('finds orders by change time with an exclusive end, by status and by id', async () => {
    const now = Date.parse(worldNow) / 1000;
    const listed = await caller.orders();
    const times = listed.map((order) => numberAt(order, 'update_time'));
    const last = Math.max(...times);
    const within = (end: number) =>
      caller
        .orders({ update_time_ge: now - 20 * 86_400, update_time_lt: end })
        .then((o) => o.length);
    expect((await within(last)) + 1).toBe(await within(last + 1));
    const cancelled = await caller.orders({ order_status: 'CANCELLED' });
    expect(cancelled).toHaveLength(
      listed.filter((order) => order['status'] === 'CANCELLED').length,
    );
    const ids = listed.slice(0, 3).map((order) => textAt(order, 'id'));
    const read = await caller.ask('GET', '/order/202309/orders', { ids: ids.join(',') });
    expect(listAt(read, 'orders')).toEqual(listed.slice(0, 3));
    const foreign = await caller.send('GET', '/order/202309/orders', {
      shop_cipher: caller.cipher,
      ids: '576461413038785752',
    });
    expect(foreign.answer['code']).toBe(21_008_111);
  });

  it('lists products with their variants, and one in detail', async () => {
    const products = await caller.rows(
      'POST',
      '/product/202502/products/search',
      'products',
      { page_size: '100' },
      { status: 'ALL' },
    );
    expect(products.length).toBeGreaterThan(10);
    const [first] = products;
    expect(textAt(first ?? {}, 'id')).toMatch(/^1729\d{15}$/);
    const detail = await caller.ask('GET', `/product/202309/products/${textAt(first ?? {}, 'id')}`);
    expect(detail).toMatchObject({ title: first?.['title'], product_status: first?.['status'] });
  });

  it('refuses invalid requests with the documented code and status', async () => {
    const path = '/order/202309/orders/search';
    const refused = async (changes: Record<string, string>, headers = {}, business = {}) => {
      const sent = { body: {}, changes, headers };
      const parameters = { shop_cipher: caller.cipher, ...business };
      const { status, answer } = await caller.send('POST', path, parameters, sent);
      return [status, answer['code']];
    };
    expect(await refused({ sign: 'f'.repeat(64) })).toEqual([401, 106_001]);
    expect(await refused({ app_key: 'x' })).toEqual([400, 36_009_004]);
    expect(await refused({ timestamp: '1767225600' })).toEqual([400, 36_009_004]);
    expect(await refused({}, { 'x-tts-access-token': 'ROW_no' })).toEqual([401, 105_001]);
    expect(await refused({}, { 'content-type': 'text/plain' })).toEqual([400, 36_009_023]);
    expect(await refused({}, {}, { shop_cipher: '' })).toEqual([400, 106_013]);
    expect(await refused({}, {}, { shop_cipher: 'ROW_another' })).toEqual([400, 36_009_004]);
    expect(await refused({}, {}, { page_size: '101' })).toEqual([400, 36_009_004]);
    expect(await refused({}, {}, { page_size: '50', page_token: 'abc' })).toEqual([
      400, 36_009_004,
    ]);
    expect((await caller.send('GET', '/order/202309/nothing', {})).status).toBe(404);
    expect((await caller.send('GET', path, {})).status).toBe(405);
    const small = { shop_cipher: caller.cipher, page_size: '9' };
    const { answer } = await caller.send('POST', '/return_refund/202309/returns/search', small, {
      body: {},
    });
    expect(answer['code']).toBe(36_009_004);
    await caller.sandbox.control('tiktok', 'PUT', { deniedScopes: ['seller.order.info'] });
    expect(await refused({})).toEqual([401, 105_005]);
    await caller.sandbox.control('tiktok', 'PUT', { deniedScopes: [] });
  });

  it('accepts a code once, sends expiries as instants, and rotates refresh tokens with a grace', async () => {
    const one = await caller.code();
    const first = objectAt(await caller.exchange(one), 'data');
    const now = Date.parse(worldNow) / 1000;
    expect(first).toMatchObject({
      access_token_expire_in: now + 7 * 86_400,
      refresh_token_expire_in: now + 365 * 86_400,
      user_type: 0,
      seller_base_region: 'VN',
    });
    expect((await caller.exchange(one))['code']).toBe(36_004_004);
    const wrong = await caller.tokens('get', { auth_code: 'x', grant_type: 'authorization_code' });
    expect(wrong['code']).toBe(98_001_004);
    const next = objectAt(await caller.refresh(caller.refreshToken), 'data');
    // The published client sends the other grant type here.
    expect((await caller.refresh(caller.refreshToken, 'authorized_code'))['code']).toBe(0);
    await caller.sandbox.control('clock', 'PUT', { advanceSeconds: 61 });
    expect((await caller.refresh(caller.refreshToken))['code']).toBe(36_004_005);
    await caller.sandbox.control('clock', 'PUT', { advanceSeconds: 366 * 86_400 });
    const expired = await caller.refresh(textAt(next, 'refresh_token'));
    expect([36_004_001, 36_004_005]).toContain(expired['code']);
    const stale = await caller.send('GET', '/authorization/202309/shops', {});
    expect([stale.status, stale.answer['code']]).toEqual([401, 105_002]);
    await caller.sandbox.control('clock', 'PUT', { now: worldNow });
  });

  it('can grant every shop of an account at once', async () => {
    await caller.sandbox.control('tiktok', 'PUT', { wholeAccount: true });
    const granted = objectAt(
      await caller.exchange(await caller.code('7494049642642441602')),
      'data',
    );
    await caller.sandbox.control('tiktok', 'PUT', { wholeAccount: false });
    const headers = { 'x-tts-access-token': textAt(granted, 'access_token') };
    const { answer } = await caller.send('GET', '/authorization/202309/shops', {}, { headers });
    expect(listAt(objectAt(answer, 'data'), 'shops').map(({ id }) => id)).toEqual([
      '7494049642642441602',
      '7494049642642441601',
    ]);
  });

  it('can be throttled, with and without Retry-After, and can truncate pages', async () => {
    const rule = (kind: string) => ({ platform: 'TIKTOK', kind, count: 1, seconds: 0 });
    const path = '/order/202309/orders/search';
    const search = () =>
      caller.send('POST', path, { shop_cipher: caller.cipher, page_size: '50' }, { body: {} });
    for (const sendsRetryAfter of [false, true]) {
      await caller.sandbox.control('tiktok', 'PUT', { sendsRetryAfter });
      await caller.sandbox.control('faults', 'PUT', [rule('throttle')]);
      const { status, answer, retryAfter } = await search();
      expect([status, answer['code'], retryAfter]).toEqual([
        429,
        36_009_002,
        sendsRetryAfter ? '1' : null,
      ]);
    }
    await caller.sandbox.control('tiktok', 'PUT', {
      sendsRetryAfter: false,
      emptyPageToken: false,
    });
    await caller.sandbox.control('faults', 'PUT', [rule('truncated_page')]);
    const { answer } = await search();
    expect(listAt(objectAt(answer, 'data'), 'orders')).toHaveLength(25);
    const rest = await caller.send('GET', '/order/202309/orders', {
      shop_cipher: caller.cipher,
      ids: textAt(listAt(objectAt(answer, 'data'), 'orders')[0] ?? {}, 'id'),
    });
    expect(Object.keys(objectAt(rest.answer, 'data'))).toEqual(['orders']);
    await caller.sandbox.control('tiktok', 'PUT', { emptyPageToken: true });
  });

  it('enforces a ban from the list of shops until it ends', async () => {
    const ban = { platform: 'TIKTOK', kind: 'throttle', count: 1, seconds: 60 };
    await caller.sandbox.control('faults', 'PUT', [ban]);
    const listShops = () => caller.send('GET', '/authorization/202309/shops', {});
    expect((await listShops()).status).toBe(429);
    expect((await listShops()).status).toBe(429);
    await caller.sandbox.control('faults', 'DELETE');
    expect((await listShops()).status).toBe(200);
  });

  it('asks the seller for consent and redirects to the registered URI', async () => {
    const query = new URLSearchParams({ service_id: serviceId, state: 'one' });
    const address = `${caller.sandbox.running.tiktokUrl}/open/authorize?${query.toString()}`;
    expect(await (await fetch(address)).text()).toContain('Trà &amp; Đặc Sản Sương Mai');
    const decide = async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      const sent = await fetch(address, { method: 'POST', redirect: 'manual', body });
      return new URL(sent.headers.get('location') ?? '');
    };
    const agreed = await decide({ decision: 'agree', shop: shopId });
    expect(agreed.origin + agreed.pathname).toBe('http://localhost:3000/oauth/callback/tiktok');
    expect(agreed.searchParams.get('state')).toBe('one');
    expect((await caller.exchange(agreed.searchParams.get('code') ?? ''))['code']).toBe(0);
    const refused = await decide({ decision: 'refuse' });
    expect(refused.search).toBe('?code=null&error=auth_denied&state=one');
    const unknown = `${caller.sandbox.running.tiktokUrl}/open/authorize?service_id=${appKey}`;
    expect((await fetch(unknown)).status).toBe(400);
  });
});
