import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  isJson,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const callbackUrl = 'http://localhost:3000/oauth/callback/tiki';
const shopId = '186501';
/** The header that other clients' documentation gives for these credentials. */
const basicAuthorization = 'Basic MTAwMDAwMDAwMDAwMDAwMTpzYW5kYm94LXNlY3JldC0wMDAx';
const clock = Date.parse('2026-03-16T05:00:00Z');

interface Answer {
  status: number;
  body: Json;
}

let sandbox: SandboxTestClient;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ size: 'small', clockMs: clock });
  await sandbox.control('clock', 'PUT', { frozen: true });
});
afterAll(() => sandbox.running.stop());
beforeEach(async () => {
  await sandbox.control('faults', 'DELETE');
});

async function read(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  if (!isJson(body)) throw new TypeError('the answer is not an object');
  return { status: response.status, body };
}

async function tokenCall(
  fields: Record<string, string>,
  authorization = basicAuthorization,
): Promise<Answer> {
  return read(
    await fetch(`${sandbox.running.tikiUrl}/sc/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: authorization === '' ? {} : { authorization },
    }),
  );
}

async function code(scope?: string): Promise<string> {
  const consent = {
    platform: 'TIKI',
    shop: shopId,
    redirectUri: callbackUrl,
    ...(scope && { scope }),
  };
  return textAt(await sandbox.control('authorize', 'POST', consent), 'code');
}

async function link(scope?: string): Promise<Json> {
  const grant = {
    grant_type: 'authorization_code',
    code: await code(scope),
    redirect_uri: callbackUrl,
  };
  const { status, body } = await tokenCall(grant);
  expect(status).toBe(200);
  return body;
}

async function get(
  path: string,
  token: string,
  query: Record<string, string> = {},
): Promise<Answer> {
  const search = new URLSearchParams(query).toString();
  return read(
    await fetch(`${sandbox.running.tikiUrl}/integration${path}?${search}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );
}

describe('tokens', () => {
  it('exchanges a code once, for its own redirect URI only', async () => {
    const once = await code();
    const grant = { grant_type: 'authorization_code', code: once };
    const other = await tokenCall({ ...grant, redirect_uri: 'http://localhost:3000/elsewhere' });
    expect(other).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', status_code: 400 },
    });
    const first = await tokenCall({ ...grant, redirect_uri: callbackUrl });
    expect(first).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 86_400 },
    });
    const again = await tokenCall({ ...grant, redirect_uri: callbackUrl });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('rotates the refresh token and revokes the consent when a used one is sent again', async () => {
    const spent = textAt(await link(), 'refresh_token');
    const renewed = await tokenCall({ grant_type: 'refresh_token', refresh_token: spent });
    expect(renewed.status).toBe(200);
    const token = textAt(renewed.body, 'access_token');
    expect((await get('/v2/sellers/me', token)).status).toBe(200);
    const reused = await tokenCall({ grant_type: 'refresh_token', refresh_token: spent });
    expect(reused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await get('/v2/sellers/me', token)).toMatchObject({ status: 401 });
  });

  it('issues no refresh token without the scope offline and no orders without the scope order', async () => {
    const narrow = await link('product');
    expect(narrow).not.toHaveProperty('refresh_token');
    expect((await get('/v2/orders', textAt(narrow, 'access_token'))).status).toBe(403);
  });

  it('authenticates the client by header, or by body when registered so', async () => {
    const refused = await tokenCall({ grant_type: 'client_credentials' }, 'Basic Zm9vOmJhcg==');
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const own = await tokenCall({ grant_type: 'client_credentials', scope: '' });
    expect(own.status).toBe(200);
    expect(own.body).not.toHaveProperty('refresh_token');
    await sandbox.control('tiki', 'PUT', { clientAuthentication: 'client_secret_post' });
    const inBody = { client_id: '1000000000000001', client_secret: 'sandbox-secret-0001' };
    const posted = await tokenCall({ grant_type: 'client_credentials', ...inBody }, '');
    expect(posted.status).toBe(200);
    expect((await tokenCall({ grant_type: 'client_credentials' })).status).toBe(401);
    await sandbox.control('tiki', 'PUT', { clientAuthentication: 'client_secret_basic' });
  });

  it('expires an access token', async () => {
    await sandbox.control('tiki', 'PUT', { accessTokenSeconds: 0 });
    const token = textAt(await link(), 'access_token');
    await sandbox.control('tiki', 'PUT', { accessTokenSeconds: 86_400 });
    const { status, body } = await get('/v2/orders', token);
    expect(status).toBe(401);
    expect(body['errors']).toEqual([expect.any(String)]);
  });
});

describe('the consent page', () => {
  const address = (changes: Record<string, string> = {}): string =>
    `${sandbox.running.tikiUrl}/sc/oauth2/auth?${new URLSearchParams({
      response_type: 'code',
      client_id: '1000000000000001',
      redirect_uri: callbackUrl,
      scope: 'order offline',
      state: 'eight-or-more',
      ...changes,
    }).toString()}`;

  it('lists the shops of Tiki and redirects with a code', async () => {
    const html = await (await fetch(address())).text();
    expect(html).toContain('Hoa Mai Store');
    expect(html).toContain('action="/sc/oauth2/auth"');
    expect(html).not.toContain('Hoa Mai Fashion');
    const agreed = await fetch(address(), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'agree', shop: shopId }),
    });
    const target = new URL(agreed.headers.get('location') ?? '');
    expect(target.searchParams.get('state')).toBe('eight-or-more');
    expect(target.searchParams.get('code')).toMatch(/^[\w-]{40,}$/);
  });

  it.each([
    [{ state: 'short' }, 'invalid_state'],
    [{ scope: 'everything' }, 'invalid_scope'],
  ])('redirects with an error for %j: %s', async (changes, error) => {
    const answer = await fetch(address(changes), { redirect: 'manual' });
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.searchParams.get('error')).toBe(error);
  });

  it('does not redirect for an unknown client or redirect URI', async () => {
    expect((await fetch(address({ client_id: '42' }))).status).toBe(400);
    expect((await fetch(address({ redirect_uri: 'https://evil.example/' }))).status).toBe(400);
  });
});

describe('orders and products', () => {
  let token: string;
  beforeAll(async () => {
    token = textAt(await link(), 'access_token');
  });

  async function everyPage(path: string, query: Record<string, string>): Promise<Json[]> {
    const rows: Json[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await get(path, token, { ...query, limit: '50', page: String(page) });
      rows.push(...listAt(body, 'data'));
      const paging = objectAt(body, 'paging');
      if (page >= numberAt(paging, 'last_page')) {
        expect(rows).toHaveLength(numberAt(paging, 'total'));
        return rows;
      }
    }
  }

  it('have orders of a month that add up to the ledger', async () => {
    const rows = await everyPage('/v2/orders', {
      created_from_date: '2026-01-31 23:59:59',
      created_to_date: '2026-03-01 00:00:00',
      order_by: 'created_at|asc',
      include: 'status_histories,item.fees',
    });
    expect(new Set(rows.map((row) => row['code'])).size).toBe(rows.length);
    const ledger = await sandbox.control(
      `ledger?platform=TIKI&shop=${shopId}&from=2026-02-01&to=2026-02-28`,
    );
    const total = objectAt(ledger, 'total');
    expect(rows).toHaveLength(numberAt(total, 'placedOrders'));
    // An independent definition of "committed": cash on delivery, or past payment. All were placed within the month.
    const committed = rows.filter(
      (row) =>
        objectAt(row, 'payment')['method'] === 'cod' ||
        listAt(row, 'status_histories').some(({ status }) => status === 'queueing'),
    );
    const moved = Math.abs(committed.length - numberAt(total, 'orders'));
    expect(moved).toBeLessThanOrEqual(3);
    for (const row of rows) {
      const lines = listAt(row, 'items').map((item) => objectAt(item, 'invoice'));
      const invoice = objectAt(row, 'invoice');
      const sum = (name: string) => lines.reduce((all, line) => all + numberAt(line, name), 0);
      expect(sum('subtotal')).toBe(numberAt(invoice, 'subtotal'));
      expect(sum('row_total')).toBe(sum('subtotal') - sum('discount_amount'));
      expect(sum('seller_fee')).toBe(numberAt(invoice, 'total_seller_fee'));
      expect(sum('seller_fee')).toBeLessThan(0);
    }
  });

  it('limit pages to fifty rows; an empty list has no pages', async () => {
    const { body } = await get('/v2/orders', token, { limit: '100' });
    expect(listAt(body, 'data')).toHaveLength(50);
    const empty = await get('/v2/orders', token, { created_to_date: '2010-01-01 00:00:00' });
    expect(objectAt(empty.body, 'paging')).toMatchObject({ total: 0, last_page: 0, from: null });
    expect((await get('/v2/orders', token, { limit: '101' })).status).toBe(400);
    expect((await get('/v2/orders', token, { created_from_date: '2026-02-30' })).status).toBe(400);
    expect((await get('/v2/orders', token, { status: 'in|nonsense' })).status).toBe(400);
  });

  it('treat date bounds as exclusive, or as inclusive when configured', async () => {
    const { body } = await get('/v2/orders', token, { limit: '1', order_by: 'created_at|desc' });
    const [newest = {}] = listAt(body, 'data');
    const query = { created_from_date: textAt(newest, 'created_at') };
    const total = async () =>
      numberAt(objectAt((await get('/v2/orders', token, query)).body, 'paging'), 'total');
    expect(await total()).toBe(0);
    await sandbox.control('tiki', 'PUT', { inclusiveDates: true });
    expect(await total()).toBe(1);
    await sandbox.control('tiki', 'PUT', { inclusiveDates: false });
  });

  it('filter by set expressions and read one order by its code', async () => {
    const open = await everyPage('/v2/orders', { status: 'in|queueing,waiting_payment' });
    const rest = await everyPage('/v2/orders', { status: 'nin|queueing,waiting_payment' });
    const all = await everyPage('/v2/orders', {});
    expect(open.length).toBeGreaterThan(0);
    expect(open.length + rest.length).toBe(all.length);
    const [first = {}] = open;
    const one = await get(`/v2/orders/${textAt(first, 'code')}`, token);
    expect(one.body).toEqual(first);
    expect((await get('/v2/orders/123', token)).status).toBe(404);
  });

  it('list each variant as a product, with the SKU shared across marketplaces', async () => {
    const products = await everyPage('/v2/products', { include: 'inventory' });
    expect(products.map((row) => row['original_sku'])).toContain('ATC-S');
    const [first = {}] = products;
    const id = String(numberAt(first, 'product_id'));
    const [stock = {}] = listAt(objectAt(first, 'inventory'), 'warehouse_stocks');
    expect(numberAt(stock, 'quantity_sellable')).toBe(
      numberAt(stock, 'quantity_available') - numberAt(stock, 'quantity_reserved'),
    );
    const one = await get(`/v2.1/products/${id}`, token, { includes: 'inventory' });
    expect(one.body).toMatchObject({ id: Number(id), name: first['name'] });
  });

  it('are subject to faults: a ban, a broken response, a lost row, an expired token', async () => {
    const fault = (kind: string, more: Json = {}) =>
      sandbox.control('faults', 'PUT', [{ platform: 'TIKI', kind, count: 1, ...more }]);
    await fault('throttle', { seconds: 1 });
    expect((await get('/v2/sellers/me', token)).status).toBe(429);
    await sandbox.control('faults', 'DELETE');
    await fault('http_5xx', { code: '503' });
    const broken = await fetch(`${sandbox.running.tikiUrl}/integration/v2/sellers/me`);
    expect(broken.status).toBe(503);
    await fault('truncated_page', { path: '/integration/v2/orders' });
    const { body } = await get('/v2/orders', token, { limit: '20' });
    expect(listAt(body, 'data')).toHaveLength(10);
    await fault('expired_token');
    expect((await get('/v2/sellers/me', token)).status).toBe(401);
    const calls = listAt(await sandbox.control('calls'), 'items');
    expect(calls.some(({ platform }) => platform === 'TIKI')).toBe(true);
  });
});
