import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../connector/partner-error.ts';
import {
  createRecordingEnvironment,
  recordingNow,
  type WireAnswer,
} from '../../testing/recording-environment.ts';
import { createLazadaConnector } from '../connector.ts';

const access = { accessToken: '5000secret', externalShopId: '1000011', region: 'VN' };

/** Creates a connector to a platform that gives these responses in order. */
function onWire(...answers: WireAnswer[]) {
  const { environment, ...recorded } = createRecordingEnvironment(answers, { timeoutMs: 40 });
  const connector = createLazadaConnector(
    {
      appKey: '100240',
      appSecret: 'sc-lazada-secret-0001',
      authorizeUrl: 'https://auth.example.test/oauth/authorize',
      authApi: 'https://auth.example.test/rest',
      apiFor: (country) => `https://${country.toLowerCase()}.example.test/rest`,
    },
    environment,
  );
  return { connector, ...recorded };
}

const seller = {
  body: '{"code":"0","data":{"seller_id":1000011,"name":"Nhà Sách","status":"ACTIVE"},"request_id":"r"}',
};
const fault = (code: string, message = '', type = 'ISV') => ({
  body: JSON.stringify({ code, type, message, request_id: 'r-9' }),
});
const token = (extra: object) => ({
  body: JSON.stringify({
    access_token: '5000a',
    expires_in: 604800,
    refresh_token: '5000r',
    refresh_expires_in: 1209600,
    country: 'vn',
    account: 'shop@example.test',
    code: '0',
    ...extra,
  }),
});
const vietnam = { country: 'vn', seller_id: '1000011', user_id: '7', short_code: 'VN1' };

describe('the authorization URL', () => {
  it('carries the platform’s parameters and the state', () => {
    const { connector } = onWire();
    const url = new URL(
      connector.authorizeUrl({
        state: 's&1',
        redirectUri: 'https://app.example.test/oauth/callback/lazada',
      }),
    );
    expect(url.origin + url.pathname).toBe('https://auth.example.test/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: '100240',
      redirect_uri: 'https://app.example.test/oauth/callback/lazada',
      force_auth: 'true',
      state: 's&1',
    });
  });
});

describe('a code exchange', () => {
  it('sends the code once, in the body, signed and without an access token', async () => {
    const wire = onWire(token({ country_user_info: [vietnam] }));
    const grant = await wire.connector.exchangeCode('0_100240_x');
    expect(grant).toEqual({
      accessToken: '5000a',
      refreshToken: '5000r',
      accessExpiresAt: new Date('2026-11-28T00:00:00Z'),
      refreshExpiresAt: new Date('2026-12-05T00:00:00Z'),
      shops: [{ externalShopId: '1000011', region: 'VN' }],
      account: 'shop@example.test',
    });
    expect(wire.sent).toHaveLength(1);
    expect(wire.sent[0]).toMatchObject({
      method: 'POST',
      url: new URL('https://auth.example.test/rest/auth/token/create'),
    });
    const body = new URLSearchParams(wire.sent[0]?.body);
    expect(body.get('code')).toBe('0_100240_x');
    expect(body.has('access_token')).toBe(false);
    expect(body.get('sign')).toMatch(/^[0-9A-F]{64}$/);
  });

  it.each([
    ['the refresh table’s name', { country_user_info_list: [vietnam] }],
    ['an object keyed by country', { country_user_info: { vn: vietnam } }],
    ['keys without a country inside', { country_user_info: { vn: { seller_id: 1000011 } } }],
    ['a cross-border token', { country: 'cb', country_user_info: [vietnam] }],
  ])('accepts the shops under %s', async (_name, extra) => {
    const grant = await onWire(token(extra)).connector.refresh('5000r');
    expect(grant.shops).toEqual([{ externalShopId: '1000011', region: 'VN' }]);
  });

  it('returns no refresh token if the platform says that it is unusable', async () => {
    const wire = onWire(token({ country_user_info: [vietnam], refresh_expires_in: 0 }));
    const grant = await wire.connector.exchangeCode('c');
    expect(grant).toMatchObject({ refreshToken: null, refreshExpiresAt: null });
  });

  it.each([
    ['without its list of shops', { country_user_info: null }],
    ['with a shop that has no id', { country_user_info: [{ country: 'vn' }] }],
    ['without a lifetime', { expires_in: null, refresh_expires_in: undefined }],
  ])('a refresh %s still returns the new tokens', async (_name, extra) => {
    const grant = await onWire(token(extra)).connector.refresh('5000old');
    expect(grant).toMatchObject({ accessToken: '5000a', refreshToken: '5000r', shops: [] });
  });

  it('a refresh without a new refresh token keeps the old one', async () => {
    const grant = await onWire(token({ refresh_token: null })).connector.refresh('5000old');
    expect(grant.refreshToken).toBe('5000old');
  });

  it.each([
    ['IllegalRefreshToken', 'needs_reauthorization'],
    ['AUTH_TYPE_UNSUPPORTED', 'needs_reauthorization'],
    ['ApiCallLimit', 'throttled'],
    ['ServiceTimeout', 'unavailable'],
  ])('is never retried: %s', async (code, kind) => {
    const wire = onWire(fault(code));
    await expect(wire.connector.refresh('5000r')).rejects.toMatchObject({ kind, code });
    expect(wire.sent).toHaveLength(1);
  });

  it('refuses a token without a shop or of another shape', async () => {
    await expect(onWire(token({})).connector.exchangeCode('c')).rejects.toMatchObject({
      kind: 'protocol',
      code: 'token_without_shop',
    });
    await expect(
      onWire({ body: '{"code":"0"}' }).connector.exchangeCode('c'),
    ).rejects.toMatchObject({
      kind: 'protocol',
      code: 'token_shape',
    });
  });
});

describe('a fetch', () => {
  it('is sent to the shop’s country, after a permit for every call', async () => {
    const wire = onWire(seller);
    const { shop } = await wire.connector.readShop(access);
    expect(shop).toEqual({
      externalShopId: '1000011',
      name: 'Nhà Sách',
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'ACTIVE',
    });
    expect(wire.sent[0]?.url.href).toMatch(/^https:\/\/vn\.example\.test\/rest\/seller\/get\?/);
    expect(wire.calls).toEqual([
      { platform: 'LAZADA', app: '100240', shop: 'VN:1000011', endpoint: '/seller/get' },
    ]);
  });

  it.each<[string, WireAnswer]>([
    ['a server error', { status: 502, body: 'Bad gateway' }],
    ['a broken connection', new TypeError('fetch failed')],
    ['a request that hangs', 'hang'],
    ['a body that ends early', { body: seller.body.slice(0, 40) }],
    ['a page that is not JSON', { body: '<html>' }],
    ['a system error', fault('ServiceTimeout', '', 'ISP')],
  ])('is retried after %s', async (_name, answer) => {
    const wire = onWire(answer, seller);
    await wire.connector.readShop(access);
    expect(wire.sent).toHaveLength(2);
    expect(wire.waits).toHaveLength(1);
    expect(wire.calls).toHaveLength(2);
  });

  it('fails after a limited number of attempts', async () => {
    const wire = onWire({ status: 500, body: '' });
    await expect(wire.connector.readShop(access)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'http_500',
    });
    expect(wire.sent).toHaveLength(5);
    expect(wire.waits.toSorted((a, b) => a - b)).toEqual(wire.waits);
  });

  it('waits out a short ban, reports the throttle, and continues', async () => {
    const wire = onWire(
      fault('ApiCallLimit', 'Api access frequency exceeds the limit. this ban will last 1 seconds'),
      seller,
    );
    await wire.connector.readShop(access);
    expect(wire.throttles).toEqual([{ scope: 'endpoint', waitMs: 2000 }]);
    expect(wire.waits[0]).toBeGreaterThanOrEqual(2000);
  });

  it('passes a long ban to the caller instead of waiting', async () => {
    const wire = onWire(fault('AppCallLimit', 'this ban will last 50400 seconds'));
    await expect(wire.connector.readShop(access)).rejects.toMatchObject({
      kind: 'throttled',
      scope: 'app',
      retryAfterMs: 50_401_000,
    });
    expect(wire.waits).toEqual([]);
    expect(wire.throttles).toEqual([{ scope: 'app', waitMs: 50_401_000 }]);
  });

  it('treats HTTP 429 as a throttle', async () => {
    const wire = onWire({ status: 429, body: '' }, seller);
    await wire.connector.readShop(access);
    expect(wire.throttles).toEqual([{ scope: 'shop', waitMs: 1000 }]);
  });

  it.each([
    ['seconds', '7'],
    ['a date', new Date(Date.now() + 8000).toUTCString()],
  ])('waits as long as a gateway says in %s, throttled or unavailable', async (_how, wait) => {
    const headers = { 'retry-after': wait };
    for (const status of [429, 503]) {
      const wire = onWire({ status, body: '', headers }, seller);
      await wire.connector.readShop(access);
      // The date has a resolution of one second, and some seconds have passed.
      expect(wire.waits[0]).toBeGreaterThan(4000);
      expect(wire.throttles).toHaveLength(status === 429 ? 1 : 0);
    }
    const wire = onWire({ status: 503, body: '', headers: { 'retry-after': '600' } });
    await expect(wire.connector.readShop(access)).rejects.toMatchObject({
      kind: 'unavailable',
      retryAfterMs: 600_000,
    });
    expect(wire.sent).toHaveLength(1);
  });

  it('is not retried if the token or the request is refused', async () => {
    for (const code of ['IllegalAccessToken', 'InsufficientPermission', 'SellerNotActive']) {
      const wire = onWire(fault(code));
      await expect(wire.connector.readShop(access)).rejects.toMatchObject({ code });
      expect(wire.sent).toHaveLength(1);
    }
  });

  it('refuses a response about another shop', async () => {
    const wire = onWire(seller);
    await expect(wire.connector.readShop({ ...access, externalShopId: '2' })).rejects.toMatchObject(
      { kind: 'protocol', code: 'other_shop' },
    );
  });

  it.each(['null', '[]', '"0"', '{"data":{}}', '{"code":"0"}'])(
    'refuses the response %s as a protocol error',
    async (body) => {
      await expect(onWire({ body }).connector.readShop(access)).rejects.toMatchObject({
        kind: 'protocol',
      });
    },
  );

  it('ends at once with the caller’s reason on abort', async () => {
    const controller = new AbortController();
    const wire = onWire('hang');
    const pendingRead = wire.connector.readShop(access, controller.signal);
    controller.abort(new Error('the worker stops'));
    await expect(pendingRead).rejects.toThrow('the worker stops');
    expect(wire.sent).toHaveLength(1);
  });

  it('reveals no secret in an error or a log line', async () => {
    const wire = onWire(
      fault('ApiCallLimit'),
      new TypeError('fetch failed https://x/?access_token=5000secret'),
    );
    const failure = await wire.connector.readShop(access).then(
      () => null,
      (error: unknown) =>
        error instanceof Error ? [error.message, error.stack, error.cause] : error,
    );
    const text = JSON.stringify([wire.logged, failure]);
    expect(failure).not.toBeNull();
    expect(wire.logged.length).toBeGreaterThan(0);
    expect(text).not.toContain('5000secret');
    expect(text).not.toContain('sc-lazada-secret');
  });
});

describe('hostile responses', () => {
  const order =
    '{"order_id":1,"created_at":"2026-01-01 00:00:00 +0700","updated_at":"2026-01-01 00:00:00 +0700","items_count":1}';
  const item = '{"order_item_id":2,"status":"pending","item_price":"1.00","currency":"VND"}';
  const listing =
    '{"item_id":3,"updated_time":"1767225600000","skus":[{"SkuId":4,"price":5.5,"quantity":1}]}';
  const honest = [
    `{"code":"0","data":{"count":1,"countTotal":1,"orders":[${order}]}}`,
    `{"code":"0","data":[{"order_id":1,"order_items":[${item}]}]}`,
    `{"code":"0","data":{"total_products":1,"products":[${listing}]}}`,
  ];
  const window = { field: 'created', from: new Date(0), to: recordingNow } as const;

  it('end in a page, a rejected item or a PartnerError, and in nothing else', async () => {
    const cut = fc.record({ which: fc.nat(2), at: fc.nat(200), length: fc.nat(12) });
    const put = fc.oneof(
      fc.json({ maxDepth: 2 }),
      fc.constantFrom(
        '',
        '"',
        '[',
        '}',
        ',',
        '-',
        '1e999',
        '\\',
        '9'.repeat(40),
        '{"__proto__":1}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(cut, put, async ({ which, at, length }, text) => {
        const bodies = honest.map((body, index) =>
          index === which ? body.slice(0, at) + text + body.slice(at + length) : body,
        );
        const [orders = '', items = '', products = ''] = bodies;
        const { connector } = onWire({ body: orders }, { body: items });
        const reads = [
          connector.readOrders(access, window, null),
          onWire({ body: products }).connector.readProducts(access, null),
        ];
        const outcomes = await Promise.allSettled(reads);
        const odd = outcomes.filter((outcome) =>
          outcome.status === 'rejected'
            ? !(outcome.reason instanceof PartnerError)
            : outcome.value.rejects.some((reject) => reject.reason === ''),
        );
        expect(odd).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('fail if they are too large', async () => {
    const { connector } = onWire({ body: `{"code":"0","a":"${'x'.repeat(33 * 1024 * 1024)}"}` });
    await expect(connector.exchangeCode('c')).rejects.toMatchObject({ code: 'answer_too_large' });
  });
});
