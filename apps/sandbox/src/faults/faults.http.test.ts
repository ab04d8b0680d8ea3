import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  SandboxTestClient,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const shopId = '200164501';
const query = { created_after: '2024-01-01T00:00:00+07:00', limit: '20' };

let sandbox: SandboxTestClient;
let token: string;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ size: 'small' });
  token = await sandbox.token(shopId);
});
afterEach(async () => {
  vi.useRealTimers();
  await sandbox.control('faults', 'DELETE');
});
afterAll(() => sandbox.running.stop());

async function put(...faults: readonly Json[]): Promise<Json> {
  return sandbox.control('faults', 'PUT', { faults });
}

async function orders(): Promise<Json> {
  return sandbox.call('/orders/get', query, token);
}

function idsOf(answer: Json): readonly number[] {
  return listAt(objectAt(answer, 'data'), 'orders').map((order) => numberAt(order, 'order_id'));
}

describe('faults', () => {
  it('latency delays the response', async () => {
    await put({ kind: 'latency', ms: 120, count: 1 });
    const begun = performance.now();
    expect((await orders())['code']).toBe('0');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(115);
  });

  it.each(['ApiCallLimit', 'SellerCallLimit', 'AppCallLimit', 'AppApiCallLimit'])(
    'throttle %s names its ban and enforces it until it ends',
    async (code) => {
      // Bans last by the machine's clock, which the test moves.
      vi.useFakeTimers({ toFake: ['Date'] });
      const ban = { kind: 'throttle', code, seconds: 1, count: 1 };
      await put(ban);
      const refused = await orders();
      expect(refused['code']).toBe(code);
      expect(textAt(refused, 'message')).toContain('this ban will last 1 seconds');
      vi.setSystemTime(Date.now() + 999);
      expect((await orders())['code']).toBe(code);
      vi.setSystemTime(Date.now() + 1);
      expect((await orders())['code']).toBe('0');
      await put(ban);
      expect((await orders())['code']).toBe(code);
      await sandbox.control('faults', 'DELETE');
      expect((await orders())['code']).toBe('0');
    },
  );

  it('throttle enforces its ban for token refreshes too', async () => {
    const refresh_token = textAt(await sandbox.link(shopId), 'refresh_token');
    const refresh = () => sandbox.call('/auth/token/refresh', { refresh_token });
    await put({ kind: 'throttle', path: '/auth/token/refresh', seconds: 60, count: 1 });
    expect((await refresh())['code']).toBe('ApiCallLimit');
    expect((await refresh())['code']).toBe('ApiCallLimit');
    await sandbox.control('faults', 'DELETE');
    expect((await refresh())['code']).toBe('0');
  });

  it('throttle accepts code 901, and api_error any documented code', async () => {
    await put({ kind: 'throttle', code: '901', seconds: 0, count: 1 });
    expect(await orders()).toMatchObject({ code: '901', type: 'ISP' });
    await put({ kind: 'api_error', code: 'SellerNotVerified', path: '/orders/get' });
    expect((await orders())['code']).toBe('SellerNotVerified');
    expect((await sandbox.call('/seller/get', {}, token))['code']).toBe('0');
  });

  it('http_5xx, broken_json and drop_connection break the transport', async () => {
    await put({ kind: 'http_5xx', code: 503, count: 1 });
    expect((await sandbox.callResponse('/orders/get', query, token)).status).toBe(503);
    await put({ kind: 'broken_json', count: 1 });
    await expect(orders()).rejects.toThrow(SyntaxError);
    await put({ kind: 'drop_connection', count: 1 });
    await expect(orders()).rejects.toThrow('fetch failed');
    expect((await orders())['code']).toBe('0');
  });

  it('truncated_page leaves rows out without changing the total', async () => {
    const whole = await orders();
    await put({ kind: 'truncated_page', count: 1 });
    const half = await orders();
    expect(idsOf(half)).toEqual(idsOf(whole).slice(0, 10));
    expect(objectAt(half, 'data')).toMatchObject({ count: 10 });
    const total = numberAt(objectAt(whole, 'data'), 'countTotal');
    expect(numberAt(objectAt(half, 'data'), 'countTotal')).toBeGreaterThanOrEqual(total);
  });

  it('duplicate_items duplicates rows and reorder_items shuffles them', async () => {
    const whole = idsOf(await orders());
    await put({ kind: 'duplicate_items' });
    const doubled = idsOf(await orders());
    expect(doubled.length).toBeGreaterThan(whole.length);
    expect(new Set(doubled)).toEqual(new Set(whole));
    const order_ids = JSON.stringify(whole.slice(0, 3));
    const entries = listAt(await sandbox.call('/orders/items/get', { order_ids }, token), 'data');
    for (const entry of entries) {
      const items = listAt(entry, 'order_items').map((item) => numberAt(item, 'order_item_id'));
      expect(items.length).toBeGreaterThan(new Set(items).size);
    }
    await put({ kind: 'reorder_items' });
    const shuffled = idsOf(await orders());
    expect(shuffled).not.toEqual(whole);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(whole.toSorted((a, b) => a - b));
  });

  it('an expired_token can be refreshed, a revoked_token cannot', async () => {
    const first = await sandbox.link(shopId);
    await put({ kind: 'expired_token', path: '/seller/get', count: 1 });
    const access = textAt(first, 'access_token');
    expect((await sandbox.call('/seller/get', {}, access))['code']).toBe('IllegalAccessToken');
    expect((await sandbox.call('/seller/get', {}, access))['code']).toBe('IllegalAccessToken');
    const renewed = await sandbox.call('/auth/token/refresh', {
      refresh_token: textAt(first, 'refresh_token'),
    });
    const fresh = textAt(renewed, 'access_token');
    expect((await sandbox.call('/seller/get', {}, fresh))['code']).toBe('0');
    await put({ kind: 'revoked_token', count: 1 });
    expect((await sandbox.call('/seller/get', {}, fresh))['code']).toBe('IllegalAccessToken');
    const refused = await sandbox.call('/auth/token/refresh', {
      refresh_token: textAt(renewed, 'refresh_token'),
    });
    expect(refused['code']).toBe('IllegalRefreshToken');
    expect((await orders())['code']).toBe('0');
  });

  it('hits the same calls for the same seed, and the named shop only', async () => {
    const pattern = async (): Promise<string> => {
      await put({ kind: 'api_error', code: '6', probability: 0.4 });
      let matchedFaults = '';
      for (let call = 0; call < 20; call += 1) {
        matchedFaults += (await sandbox.call('/seller/get', {}, token))['code'] === '0' ? '.' : 'x';
      }
      return matchedFaults;
    };
    const first = await pattern();
    expect(first).toMatch(/x/);
    expect(first).toMatch(/\./);
    expect(await pattern()).toBe(first);
    await put({ kind: 'api_error', code: '6', shop: '200283117' });
    expect((await orders())['code']).toBe('0');
  });

  it.each([
    [{ kind: 'explode' }],
    [{ kind: 'latency', probability: 2 }],
    [{ kind: 'latency', speed: 1 }],
    [{ kind: 'latency', count: -1 }],
  ])('refuses the rule %j', async (rule) => {
    const response = await sandbox.controlResponse('faults', 'PUT', { faults: [rule] });
    expect(response.status).toBe(400);
    expect(listAt(await sandbox.control('faults'), 'faults')).toEqual([]);
  });
});

describe('rate limits and counters', () => {
  it('limits calls per second and seller, and counts them', async () => {
    await sandbox.control('calls', 'DELETE');
    await sandbox.control('lazada', 'PUT', { callsPerSecondPerSeller: 5 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => sandbox.call('/seller/get', {}, token)),
    );
    await sandbox.control('lazada', 'PUT', { callsPerSecondPerSeller: 0 });
    const served = answers.filter((answer) => answer['code'] === '0').length;
    // The burst may span two seconds of the clock, and more on a very slow machine.
    expect(served).toBeGreaterThanOrEqual(5);
    expect(served).toBeLessThan(30);
    expect(answers.some((answer) => answer['code'] === 'SellerCallLimit')).toBe(true);
    const [count] = listAt(await sandbox.control('calls?per=second'), 'items');
    expect(count).toMatchObject({
      platform: 'LAZADA',
      path: '/seller/get',
      shop: shopId,
      total: 30,
      failed: 30 - served,
    });
    const seconds = listAt(count ?? {}, 'seconds');
    expect(seconds.reduce((sum, second) => sum + numberAt(second, 'calls'), 0)).toBe(30);
  });

  it('does not limit calls when no limit is set', async () => {
    const calls = Array.from({ length: 100 }, () => sandbox.call('/seller/get', {}, token));
    for (const answer of await Promise.all(calls)) expect(answer['code']).toBe('0');
  });
});
