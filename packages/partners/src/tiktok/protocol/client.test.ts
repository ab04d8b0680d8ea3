import { describe, expect, it } from 'vitest';
import {
  createRecordingEnvironment,
  recordingNow,
  type WireAnswer,
} from '../../testing/recording-environment.ts';
import { createTikTokConnector } from '../connector.ts';

const access = { accessToken: 'ROW_secret', externalShopId: '7494049642642441621', region: 'VN' };

/** Creates a connector to a platform that gives these responses in order. */
function onWire(...answers: WireAnswer[]) {
  const { environment, ...recorded } = createRecordingEnvironment(answers, { random: () => 0 });
  const connector = createTikTokConnector(
    {
      appKey: '6abc1d2e3f4g5',
      appSecret: 'very-secret',
      serviceId: '7100',
      authorizeUrl: 'https://services.example.test/open/authorize',
      authApi: 'https://auth.example.test',
      api: 'https://api.example.test',
    },
    environment,
  );
  return { connector, ...recorded };
}

const ok = (data: object) => ({
  body: JSON.stringify({ code: 0, message: 'Success', request_id: 'r', data }),
});
const fault = (code: number, message = '', status = 200) => ({
  status,
  body: JSON.stringify({ code, message, request_id: 'r-9', data: null }),
});
const shop = { id: access.externalShopId, name: 'Nhà Sách', region: 'VN', cipher: 'ROW_c+/=' };
const shops = ok({ shops: [shop] });
const token = (changes: object = {}) =>
  ok({
    access_token: 'ROW_a',
    access_token_expire_in: 1_795_824_000,
    refresh_token: 'ROW_r',
    refresh_token_expire_in: 1_826_755_200,
    seller_name: 'Công ty Sách',
    ...changes,
  });
const none = ok({ orders: [], total_count: 0, next_page_token: '' });
const window = {
  field: 'created',
  from: new Date('2026-11-01T00:00:00Z'),
  to: new Date('2026-11-02T00:00:00.500Z'),
} as const;

describe('linking at TikTok Shop', () => {
  it('links to the page of the service, not of the app key', () => {
    const { connector } = onWire();
    const address = connector.authorizeUrl({ state: 's&1', redirectUri: 'https://app.test/x' });
    expect(address).toBe(
      'https://services.example.test/open/authorize?service_id=7100&state=s%261',
    );
  });

  it('reads token expiries as instants, and fetches the shops by a call of its own', async () => {
    const { connector, sent, calls } = onWire(token(), shops);
    expect(await connector.exchangeCode('ROW_code')).toEqual({
      accessToken: 'ROW_a',
      refreshToken: 'ROW_r',
      accessExpiresAt: new Date(1_795_824_000_000),
      refreshExpiresAt: new Date(1_826_755_200_000),
      shops: [{ externalShopId: access.externalShopId, region: 'VN' }],
      account: 'Công ty Sách',
    });
    expect(sent[0]?.url.searchParams.get('grant_type')).toBe('authorized_code');
    expect(sent[1]?.url.searchParams.has('shop_cipher')).toBe(false);
    expect(sent[1]?.headers.get('x-tts-access-token')).toBe('ROW_a');
    expect(calls.map((call) => call.shop)).toEqual([null, null]);
  });

  it('corrects token expiries if the platform’s clock is ahead', async () => {
    const ahead = new Date(recordingNow.getTime() + 700_000);
    const lives = { access_token_expire_in: ahead.getTime() / 1000 + 3 };
    const { connector } = onWire({ ...token(lives), headers: { date: ahead.toUTCString() } });
    expect((await connector.refresh('ROW_r')).accessExpiresAt).toEqual(
      new Date(recordingNow.getTime() + 3000),
    );
  });

  it('accepts lifetimes instead of instants', async () => {
    const lives = { access_token_expire_in: 604_800, refresh_token_expire_in: null };
    const { connector } = onWire(token(lives));
    expect(await connector.refresh('ROW_r')).toMatchObject({
      accessExpiresAt: new Date('2026-11-28T00:00:00Z'),
      refreshExpiresAt: null,
      shops: [],
    });
  });

  it.each([
    [fault(36_004_004, 'Invalid auth code.'), 'invalid_request', 'invalid_code'],
    [fault(98_001_004), 'invalid_request', '98001004'],
    [fault(36_009_004, 'app key/secret invalid'), 'invalid_request', '36009004'],
    [fault(36_004_005), 'needs_reauthorization', '36004005'],
    [fault(36_004_001), 'needs_reauthorization', '36004001'],
    [ok({ access_token: '' }), 'protocol', 'token_shape'],
    [{ status: 502, body: '<html>' }, 'unavailable', 'http_502'],
    [{ status: 429, body: '<html>' }, 'throttled', 'http_429'],
  ])('refused with %j is %s (%s), sent once, and reveals no secret', async (answer, kind, code) => {
    const { connector, sent, logged } = onWire(answer);
    const error: unknown = await connector.refresh('ROW_held').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind, code });
    expect(sent).toHaveLength(1);
    expect(`${String(error)} ${JSON.stringify(error)} ${logged.join()}`).not.toMatch(
      /very-secret|ROW_held/,
    );
  });

  it('reports that an account has no usable shop', async () => {
    const empty = onWire(token(), ok({ shops: [] }));
    await expect(empty.connector.exchangeCode('x')).rejects.toMatchObject({ code: 'shop_missing' });
    const far = onWire(token(), ok({ shops: [{ ...shop, region: 'XX' }] }));
    await expect(far.connector.exchangeCode('x')).rejects.toMatchObject({ code: 'unknown_region' });
  });
});

describe('a call about a shop', () => {
  it('fetches the cipher once, and sends what it signs', async () => {
    const { connector, sent, calls } = onWire(shops, none);
    expect(await connector.countOrders(access, window)).toBe(0);
    expect(await connector.countOrders(access, window)).toBe(0);
    expect(sent.map(({ url }) => url.pathname)).toEqual([
      '/authorization/202309/shops',
      '/order/202309/orders/search',
      '/order/202309/orders/search',
    ]);
    expect(sent[1]?.url.searchParams.get('shop_cipher')).toBe('ROW_c+/=');
    expect(sent[1]?.headers.get('content-type')).toBe('application/json');
    expect(sent[1]?.body).toBe('{"create_time_ge":1793491200,"create_time_lt":1793577601}');
    expect(new Set(calls.map((call) => call.shop))).toEqual(
      new Set([`VN:${access.externalShopId}`]),
    );
  });

  it.each([
    fault(106_013, 'shop_cipher missing', 400),
    fault(36_009_004, 'The shop_cipher is invalid', 400),
  ])('refetches the cipher if it is refused (%j)', async (refusal) => {
    const renewed = ok({ shops: [{ ...shop, cipher: 'ROW_new' }] });
    const { connector, sent } = onWire(shops, none, refusal, renewed, none);
    await connector.countOrders(access, window);
    await connector.countOrders(access, window);
    expect(sent.at(-1)?.url.searchParams.get('shop_cipher')).toBe('ROW_new');
  });

  it('requires reauthorization if the shop is no longer authorized', async () => {
    const { connector } = onWire(ok({ shops: [{ ...shop, id: '1' }] }));
    await expect(connector.readShop(access)).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: 'shop_not_authorized',
      isOfOneShop: true,
    });
  });

  it.each([
    [fault(105_002, 'access token is expired', 401), 'unauthorized'],
    [fault(105_001, '', 200), 'unauthorized'],
    [fault(105_999, '', 401), 'unauthorized'],
    [fault(36_009_004, 'Invalid access token in header', 400), 'unauthorized'],
    [fault(36_009_004, 'The timestamp is too late', 400), 'invalid_request'],
    [fault(105_005, 'you should apply auth pkg for this api', 401), 'not_permitted'],
    [fault(106_001, "The 'sign' query parameter is invalid", 401), 'invalid_request'],
    [fault(36_009_033, '', 403), 'not_permitted'],
    [fault(36_009_014, 'The API version is not available', 400), 'not_permitted'],
    [fault(12_345_678, 'something new', 200), 'invalid_request'],
    [ok({ orders: 'none' }), 'protocol'],
    [{ body: '{"message":"hello"}' }, 'protocol'],
  ])('with the response %j is %s, and not retried', async (answer, kind) => {
    const { connector, sent } = onWire(shops, answer);
    await expect(connector.countOrders(access, window)).rejects.toMatchObject({ kind });
    expect(sent).toHaveLength(2);
  });

  it.each([
    fault(36_009_003, '', 500),
    fault(36_009_007, '', 504),
    fault(10_037_002),
    fault(99_999_999, 'unheard of', 503),
    { status: 502, body: '<html>' },
    { body: '{"code":0,"da' },
  ])('is retried after %j', async (answer) => {
    const { connector, waits } = onWire(shops, answer, none);
    expect(await connector.countOrders(access, window)).toBe(0);
    expect(waits).toHaveLength(1);
  });

  it.each([
    [{ ...fault(36_009_002, '', 429), headers: { 'retry-after': '4' } }, 4000],
    [fault(36_009_002, '', 429), 1000],
    [{ status: 429, body: '{"code":0}' }, 1000],
  ])('throttled with %j waits %d ms, and reports that', async (answer, waitMs) => {
    const { connector, waits, throttles } = onWire(shops, answer, none);
    expect(await connector.countOrders(access, window)).toBe(0);
    expect(waits).toEqual([waitMs]);
    expect(throttles).toEqual([{ scope: 'endpoint', waitMs }]);
  });

  it('follows a page token with special characters, and ends without one', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: String(1000 + from + index),
        status: 'UNPAID',
        create_time: 1_793_500_000 + from + index,
        update_time: 1_793_500_000,
        line_items: [{ id: '1', sale_price: '1000' }],
      }));
    const { connector, sent } = onWire(
      shops,
      ok({ orders: rows(0, 50), total_count: 53, next_page_token: 'aDU2+w/8A==' }),
      ok({ orders: rows(50, 3), total_count: 53 }),
    );
    const first = await connector.readOrders(access, window, null);
    const second = await connector.readOrders(access, window, first.next);
    expect([first.orders.length, second.orders.length, second.next]).toEqual([50, 3, null]);
    expect(sent[2]?.url.search).toContain('page_token=aDU2%2Bw%2F8A%3D%3D');
  });
});
