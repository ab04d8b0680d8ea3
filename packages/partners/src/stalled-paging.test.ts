import { describe, expect, it } from 'vitest';
import { createFacebookConnector } from './facebook/connector.ts';
import { createLazadaConnector } from './lazada/connector.ts';
import { createTestEnvironment } from './testing/environment.ts';
import { createTikiConnector } from './tiki/connector.ts';

// Shopee's and TikTok Shop's lists have tests of their own: shopee/responses.test.ts and tiktok/stalled-paging.test.ts.

const access = { accessToken: 't', externalShopId: '1', region: 'VN' };
const window = {
  field: 'created',
  from: new Date('2026-11-01T00:00:00Z'),
  to: new Date('2026-11-02T00:00:00Z'),
} as const;
const days = { since: '2026-11-01', until: '2026-11-02' };
const api = 'https://api.example.test';
const standsStill = { kind: 'protocol', code: 'paging_stands_still' };
type Answer = (path: string, query: URLSearchParams) => object;

/** Creates connectors to a partner that answers by path and fails after too many calls. */
function onWire(answer: Answer) {
  let calls = 0;
  const environment = createTestEnvironment(
    { shortenedBy: 1000 },
    {
      fetch: async (input) => {
        calls += 1;
        if (calls > 100) throw new Error('The connector made more than 100 calls');
        const url = new URL(input instanceof Request ? input.url : input);
        return Response.json(answer(url.pathname, url.searchParams));
      },
    },
  );
  const app = { appKey: 'k', appSecret: 's', authorizeUrl: api };
  return {
    lazada: createLazadaConnector({ ...app, authApi: api, apiFor: () => api }, environment),
    tiki: createTikiConnector(
      {
        clientId: '1',
        clientSecret: 's',
        clientAuthentication: 'client_secret_post',
        authorizeUrl: api,
        tokenUrl: api,
        api,
      },
      environment,
    ),
    facebook: createFacebookConnector(
      { appId: '1', appSecret: 's', dialogUrl: api, graph: api },
      environment,
    ),
  };
}
type Wire = ReturnType<typeof onWire>;

/** Rows that no list can read: a list is refused for its paging, whatever it holds. */
const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ row }));
const lazada = (data: object) => ({ code: '0', request_id: 'r', data });
const tiki = { data: rows(50), paging: { total: 100_000 } };
const graph = (after: string, data: object[] = rows(2)) => ({
  data,
  paging: { cursors: { after }, next: `${api}/next` },
});
const offered = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('The connector does not offer it');
  return part;
};

type Read = (wire: Wire, from: string | null) => Promise<{ next: string | null }>;
const readEntities: Read = ({ facebook }, from) => facebook.readEntities(access, 'ad', from);

it.each<[string, Answer, Read]>([
  [
    'orders of Lazada',
    () => lazada({ countTotal: '100000', orders: rows(100) }),
    (wire, from) => wire.lazada.readOrders(access, window, from),
  ],
  [
    'products of Lazada',
    () => lazada({ total_products: '9000', products: rows(50) }),
    (wire, from) => wire.lazada.readProducts(access, from),
  ],
  [
    'returns of Lazada',
    () => ({ code: '0', request_id: 'r', result: { total: '100000', items: rows(100) } }),
    (wire, from) => offered(wire.lazada.returns).readReturns(access, window, from),
  ],
  [
    'transactions of Lazada',
    () => ({ code: '0', request_id: 'r', data: rows(3) }),
    (wire, from) => offered(wire.lazada.settlements).readSettlements(access, window, from),
  ],
  ['orders of Tiki', () => tiki, (wire, from) => wire.tiki.readOrders(access, window, from)],
  ['products of Tiki', () => tiki, (wire, from) => wire.tiki.readProducts(access, from)],
  ['ads of Facebook', () => graph('again'), readEntities],
  [
    'days of Facebook',
    () => graph('again'),
    (wire, from) => wire.facebook.readDays(access, days, from),
  ],
])('refuses %s whose pages are all the same', async (_, answer, read) => {
  const wire = onWire(answer);
  const readAll = async () => {
    for (let from: string | null = null; ;) {
      const { next }: { next: string | null } = await read(wire, from);
      if (next === null) return;
      from = next;
    }
  };
  await expect(readAll()).rejects.toMatchObject(standsStill);
});

describe('a list of Facebook', () => {
  it('continues after the cursor of an earlier release, and after its own', async () => {
    const cursors: (string | null)[] = [];
    const wire = onWire((_, query) => {
      cursors.push(query.get('after'));
      return graph(`${query.get('after')}1`);
    });
    await expect(readEntities(wire, 'QVFI')).resolves.toMatchObject({ next: '1 QVFI1' });
    await expect(readEntities(wire, '1 QVFI1')).resolves.toMatchObject({ next: '2 QVFI11' });
    expect(cursors).toEqual(['QVFI', 'QVFI1']);
  });

  it('is refused after the maximum number of pages', async () => {
    const wire = onWire((_, query) => graph(`${query.get('after')}1`));
    await expect(readEntities(wire, '20000 QVFI')).rejects.toMatchObject(standsStill);
  });

  it.each<[string, (after: string) => string, object[]]>([
    ['cycle', (after) => (after === 'a' ? 'b' : 'a'), [{ account_id: '1' }]],
    ['are new for the same accounts', (after) => `${after}a`, [{ account_id: '1' }]],
    ['are new without accounts', (after) => `${after}a`, []],
  ])('of accounts is refused while linking if its cursors %s', async (_, following, accounts) => {
    const wire = onWire((path, query) =>
      path === '/me/adaccounts'
        ? graph(following(query.get('after') ?? ''), accounts)
        : path === '/debug_token'
          ? { data: { app_id: '1', is_valid: true, scopes: ['ads_read'] } }
          : { access_token: 'EAAa' },
    );
    await expect(wire.facebook.exchangeCode('EAAa')).rejects.toMatchObject(standsStill);
  });
});
