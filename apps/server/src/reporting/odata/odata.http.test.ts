import { describe, expect, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { toDecimal } from '../../platform/money.ts';
import { dataSets } from '../query/data-sets.ts';
import { startReporting } from '../testing/reporting-http.ts';

const { shops, reporting } = await startReporting(60);
const { login, secret } = await reporting.newTool();
const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;

const get = (path: string, headers: Record<string, string> = {}) =>
  reporting.http.app.inject({
    url: path.startsWith('http') ? path.slice('https://app.test'.length) : `/odata/v1/${path}`,
    headers: { authorization, 'accept-language': 'en', ...headers },
  });

type Entity = Record<string, string | number | boolean | null>;
interface Feed {
  '@odata.context': string;
  '@odata.count'?: number | string;
  '@odata.nextLink'?: string;
  value: Entity[];
}

/** Follows next links to the end, as a client does. */
async function walk(path: string, headers: Record<string, string> = {}) {
  const entities: Entity[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; pages += 1) {
    const answer = await get(next, headers);
    expect(answer.statusCode).toBe(200);
    const feed: Feed = answer.json();
    entities.push(...feed.value);
    next = feed['@odata.nextLink'];
  }
  return { entities, pages };
}

/** The sample shops have no listings, payouts or ads. */
const withoutRows = new Set(['products', 'payout_day', 'payout_lines', 'ad_day']);

describe('service document and metadata', () => {
  it('list every entity set after sign-in', async () => {
    const service = await get('');
    expect(service.json().value.map((set: { url: string }) => set.url)).toEqual([
      ...dataSets.keys(),
    ]);
    expect(service.headers['odata-version']).toBe('4.0');
    const nobody = await get('', { authorization: '' });
    expect(nobody.statusCode).toBe(401);
    expect(nobody.headers['www-authenticate']).toContain('Basic realm=');
    expect(nobody.json()).toMatchObject({ error: { code: 'report_access_needed' } });
    // A seller's session is valid only in the application.
    expect((await get('', { authorization: 'Bearer owner' })).statusCode).toBe(401);
  });

  it('have ids as strings, money as exact decimals, days as dates, and every property', async () => {
    const metadata = await get('$metadata');
    expect(metadata.headers['content-type']).toContain('application/xml');
    const xml = metadata.body;
    expect(xml).toContain('<Property Name="order_id" Type="Edm.String" Nullable="false"/>');
    expect(xml).toContain(
      '<Property Name="gmv" Type="Edm.Decimal" Precision="19" Scale="4" Nullable="false"/>',
    );
    expect(xml).toContain('<Property Name="committed_day" Type="Edm.Date" Nullable="true"/>');
    for (const set of dataSets.keys()) {
      const type = new RegExp(`<EntityType Name="${set}_row">([\\s\\S]*?)</EntityType>`).exec(
        xml,
      )?.[1];
      const names = [...(type ?? '').matchAll(/<Property Name="(\w+)"/g)].map((match) => match[1]);
      const [first] = (await get(`${set}?$top=1`)).json().value;
      if (!withoutRows.has(set)) expect(Object.keys(first)).toEqual(names);
    }
  });
});

describe('an entity set', () => {
  it('is paged by links, each row once, to the same total as the orders', async () => {
    const { entities, pages } = await walk('orders?$select=order_id,gmv,currency,committed_day', {
      prefer: 'odata.maxpagesize=50',
    });
    expect(pages).toBe(5);
    expect(entities).toHaveLength(shops.orders.length);
    const gmv = entities
      .filter((each) => each['committed_day'] !== null && each['currency'] === 'VND')
      .reduce((sum, each) => sum + BigInt(Number(each['gmv'])) * 10_000n, 0n);
    const expected = shops.sold.filter(({ currency }) => currency === 'VND');
    expect(toDecimal(gmv)).toBe(toDecimal(expected.reduce((sum, each) => sum + each.gmv, 0n)));
  });

  it('keeps filter, order and size in its links, which are absolute and contain no secret', async () => {
    const path = `orders?$filter=${encodeURIComponent("currency eq 'VND' and units gt 0")}&$orderby=gmv desc,order_id&$top=40&$count=true`;
    const first = await get(path, { prefer: 'maxpagesize=15' });
    const link: string = first.json()['@odata.nextLink'];
    expect(link).toMatch(/^https:\/\/app\.test\/odata\/v1\/orders\?/);
    expect(link).not.toContain('scr_');
    expect(first.headers['preference-applied']).toBe('odata.maxpagesize=15');
    const { entities } = await walk(path, { prefer: 'maxpagesize=15' });
    expect(entities).toHaveLength(40);
    const amounts = entities.map((each) => Number(each['gmv']));
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    const whole = await walk(path);
    expect(whole.entities).toEqual(entities);
    const all = await walk(path.replace('$top=40', '$top=1000'));
    expect(first.json()['@odata.count']).toBe(all.entities.length);
    const count = await get(path.replace('orders?', 'orders/$count?'));
    expect(count.body).toBe(String(all.entities.length));
  });

  it('has at most 5000 rows per page, and says so where more are preferred', async () => {
    for (const preferred of ['5001', '123456789']) {
      const answer = await get('shops', { prefer: `odata.maxpagesize=${preferred}` });
      expect(answer.headers['preference-applied']).toBe('odata.maxpagesize=5000');
    }
  });

  it('is stable while rows are added and removed', async () => {
    const first = await get('orders?$select=order_id,shop_id', { prefer: 'maxpagesize=30' });
    const { value, '@odata.nextLink': link } = first.json();
    const again = await walk(link, { prefer: 'maxpagesize=30' });
    const ids = [...value, ...again.entities].map(
      (each: Entity) => `${each['shop_id']} ${each['order_id']}`,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(shops.orders.length);
  });

  it.each([
    ['orders', 'created_day', ''],
    ['orders', 'committed_day', ''],
    ['order_items', 'created_day', 'line_id'],
    ['order_payouts', 'committed_day', ''],
  ])('of %s is ordered by %s when filtered by it, page by page', async (set, day, last) => {
    const all = (await walk(set)).entities;
    const rank = (each: Entity) => [each[day], each['shop_id'], each['order_id'], each[last]];
    const expected = all
      .filter(
        (each) => String(each[day] ?? '') >= '2026-10-01' && String(each[day]) <= '2026-10-20',
      )
      .toSorted((a, b) => (rank(a).join('|') < rank(b).join('|') ? -1 : 1));
    const of = (filter: string) =>
      walk(`${set}?$filter=${encodeURIComponent(filter)}`, { prefer: 'maxpagesize=17' });
    const some = await of(`${day} ge 2026-10-01 and (${day} le 2026-10-20)`);
    expect(some.pages).toBeGreaterThan(3);
    expect(some.entities).toEqual(expected);
    const shop = expected[0]?.['shop_id'];
    const oneShop = await of(
      `shop_id eq '${shop}' and 2026-10-01 le ${day} and ${day} lt 2026-10-21`,
    );
    expect(oneShop.entities).toEqual(expected.filter((each) => each['shop_id'] === shop));
    // A condition that does not imply a day keeps the order by number.
    const other = await of(`${day} lt 2026-10-01 or ${day} eq null or ${day} gt 2026-10-20`);
    const rest = all.filter(
      (each) => !expected.some((one) => rank(one).join() === rank(each).join()),
    );
    expect(other.entities).toEqual(rest);
  });

  it('supports paging by offset, and returns missing values as null', async () => {
    const all = await walk('orders?$orderby=committed_day');
    const some = await walk('orders?$orderby=committed_day&$skip=7&$top=5');
    expect(some.entities).toEqual(all.entities.slice(7, 12));
    const unpaid = await walk('orders?$filter=committed_day eq null');
    expect(unpaid.entities.length).toBe(
      shops.orders.filter(({ order }) => !order.committedAt).length,
    );
    expect(unpaid.entities.every((each) => each['committed_at'] === null)).toBe(true);
  });

  it('writes decimals as strings for clients that require it', async () => {
    const accept = 'application/json;odata.metadata=minimal;IEEE754Compatible=true';
    const [text] = (await get('shop_day?$top=1&$orderby=gmv desc', { accept })).json().value;
    const [plain] = (await get('shop_day?$top=1&$orderby=gmv desc')).json().value;
    expect([typeof text.gmv, typeof text.orders]).toEqual(['string', 'string']);
    expect([typeof plain.gmv, typeof plain.orders]).toEqual(['number', 'number']);
    expect(Number(text.gmv)).toBe(plain.gmv);
  });

  it('supports ETags and compression', async () => {
    const first = await get('orders', { 'accept-encoding': 'gzip' });
    expect(first.headers['content-encoding']).toBe('gzip');
    const body: Feed = JSON.parse(gunzipSync(first.rawPayload).toString());
    expect(body.value).toHaveLength(shops.orders.length);
    const again = await get('orders', { 'if-none-match': String(first.headers['etag']) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(
      (await get('shops', { 'if-none-match': String(first.headers['etag']) })).statusCode,
    ).toBe(200);
  });
});

describe('requirements of Excel and Power BI', () => {
  const powerBi =
    'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/json;q=0.7,text/plain;q=0.7';

  it.each([
    ['', 'odata.metadata=minimal'],
    ['*/*', 'odata.metadata=minimal'],
    ['application/json', 'odata.metadata=minimal'],
    [powerBi, 'odata.metadata=minimal'],
    ['application/json;odata.metadata=full', 'odata.metadata=minimal'],
    ['application/json;odata.metadata=none', 'odata.metadata=none'],
  ])('respond in JSON for Accept: %s', async (accept, metadata) => {
    const answer = await get('shops?$top=1', { accept, 'odata-maxversion': '4.0' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain(`application/json;${metadata};`);
    expect(answer.headers['odata-version']).toBe('4.0');
    expect('@odata.context' in answer.json()).toBe(!metadata.endsWith('none'));
  });

  it('respond 406 where the client accepts no format of the feed', async () => {
    for (const accept of ['application/atom+xml', 'application/json;q=0', 'text/html']) {
      const answer = await get('shops', { accept });
      expect(answer.statusCode).toBe(406);
      expect(answer.json()).toMatchObject({ error: { code: 'not_acceptable' } });
    }
    const response = await get('shops?$format=json', { accept: 'application/atom+xml' });
    expect(response.statusCode).toBe(200);
    expect((await get('shops/$count', { accept: powerBi })).body).toBe('4');
  });

  it('list the selected properties in the context, and no others in the rows', async () => {
    const root = 'https://app.test/odata/v1/$metadata';
    const all = (await get('shops')).json();
    expect(all['@odata.context']).toBe(`${root}#shops`);
    const some = (await get('shops?$select=currency,shop_id')).json();
    expect(some['@odata.context']).toBe(`${root}#shops(shop_id,currency)`);
    expect(Object.keys(some.value[0])).toEqual(['shop_id', 'currency']);
  });

  it('count without rows, and page with $top and $skip to the same rows as by links', async () => {
    const none = await get('orders?$top=0&$count=true');
    expect(none.json()).toMatchObject({ '@odata.count': shops.orders.length, value: [] });
    expect(none.json()).not.toHaveProperty('@odata.nextLink');
    const byLinks = await walk('orders?$select=order_id', { prefer: 'odata.maxpagesize=70' });
    const bySkipping: Entity[] = [];
    for (let skip = 0; skip < shops.orders.length; skip += 70) {
      bySkipping.push(...(await get(`orders?$select=order_id&$top=70&$skip=${skip}`)).json().value);
    }
    expect(bySkipping).toEqual(byLinks.entities);
  });

  const counts = async (filter: string) =>
    Number((await get(`orders/$count?$filter=${encodeURIComponent(filter)}`)).body);

  it('take the id of a shop as text', async () => {
    const [shop = ''] = shops.shopIds;
    const ofShop = await counts(`shop_id eq '${shop}'`);
    expect(ofShop).toBeGreaterThan(0);
    for (const filter of [
      `tolower(shop_id) eq '${shop}'`,
      `contains(shop_id,'${shop.slice(1)}')`,
      `endswith(toupper(shop_id),'${shop.toUpperCase()}')`,
      `length(shop_id) eq 36 and shop_id eq '${shop}'`,
    ]) {
      expect({ filter, orders: await counts(filter) }).toEqual({ filter, orders: ofShop });
    }
  });

  it('accept the literals of days and instants of both clients', async () => {
    const since = shops.orders.filter(
      ({ order }) => order.createdAt >= new Date('2026-11-01T00:00:00Z'),
    ).length;
    for (const literal of [
      '2026-11-01T00:00:00Z',
      '2026-11-01T00:00:00.0000000Z',
      '2026-11-01T07:00:00+07:00',
    ]) {
      expect(await counts(`created_at ge ${literal}`)).toBe(since);
    }
    const days = 'committed_day ge 2026-11-01 and committed_day lt 2026-11-05';
    expect(await counts(days)).toBe(
      await counts(
        `year(committed_day) eq 2026 and month(committed_day) eq 11 and day(committed_day) lt 5`,
      ),
    );
  });

  it('refuse batches and changes', async () => {
    const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, type: string) =>
      reporting.http.app.inject({
        method,
        url: `/odata/v1/${url}`,
        headers: { authorization, 'content-type': type, 'accept-language': 'en' },
        payload: '--batch',
      });
    const batch = await send('POST', '$batch', 'multipart/mixed; boundary=batch');
    expect(batch.statusCode).toBe(501);
    expect(batch.json().error.message).toContain('$batch');
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      const refused = await send(method, 'orders', 'application/json');
      expect(refused.statusCode).toBe(405);
      expect(refused.headers).toMatchObject({ allow: 'GET, HEAD', 'odata-version': '4.0' });
      expect(refused.json()).toMatchObject({ error: { code: 'read_only' } });
    }
  });
});

describe('unsupported requests are refused with the reason', () => {
  it.each([
    ['values of another type', ['x', 'x', 'x']],
    ['a character that no text has', ['\0', '\0', '\0']],
    ['no values', []],
    ['too few values', ['00000000-0000-0000-0000-000000000000']],
    ['nulls', [null, null, null]],
  ])('a skip token whose cursor has %s', async (_, cursor) => {
    const answer = await get('orders?$select=order_id', { prefer: 'maxpagesize=30' });
    const next = new URL(answer.json()['@odata.nextLink']);
    const token = Buffer.from(next.searchParams.get('$skiptoken') ?? '', 'base64url').toString();
    const [signature, left] = JSON.parse(token);
    const changed = JSON.stringify([signature, left, cursor]);
    next.searchParams.set('$skiptoken', Buffer.from(changed).toString('base64url'));
    const refused = await get(next.href);
    expect(refused.json()).toMatchObject({ error: { code: 'option_invalid' } });
    expect(refused.statusCode).toBe(400);
  });

  it.each([
    ['orders?$expand=items', 501, 'not_supported', '$expand'],
    ['orders?$apply=aggregate(gmv with sum as x)', 501, 'not_supported', '$apply'],
    ['orders?$search=x', 501, 'not_supported', '$search'],
    ['orders?$format=xml', 501, 'not_supported', '$format=xml'],
    [`orders('1')`, 501, 'not_supported', 'key'],
    ['orders/items', 501, 'not_supported', '/odata/v1/orders/items'],
    ['nothing', 404, 'entity_set_unknown', 'nothing'],
    ['orders?$select=margin', 400, 'field_unknown', 'margin'],
    ['orders?$filter=margin eq 1', 400, 'field_unknown', 'margin'],
    ['orders?$filter=stage eq', 400, 'filter_syntax', 'position 9'],
    ['orders?$top=-1', 400, 'option_invalid', '$top'],
    ['orders?$orderby=gmv down', 400, 'option_invalid', '$orderby'],
    ['orders?$skiptoken=abc', 400, 'option_invalid', '$skiptoken'],
  ])('%s', async (path, status, code, mentioned) => {
    const answer = await get(path);
    expect(answer.json()).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error.message).toContain(mentioned);
  });
});
