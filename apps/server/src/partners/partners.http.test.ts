import { Shop } from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { callJson } from '../../test/call-json.ts';
import { linkDemoShops } from '../demo/index.ts';
import { testUser, startTestBed } from './testing/test-bed.ts';

const lan = testUser('lan');
const minh = testUser('minh');
const colleague = testUser('colleague', lan.tenantId, 'member');
const viewer = testUser('viewer', lan.tenantId, 'viewer');
const shop = '200164501';
const otherShop = '200164502';
const thirdShop = '200283117';

/** Fields of the responses below. */
const Answer = Type.Partial(
  Type.Object({
    error: Type.String(),
    message: Type.String(),
    shops: Type.Array(Shop),
    items: Type.Array(Type.Unknown()),
    total: Type.Integer(),
    status: Type.String(),
    url: Type.String(),
    state: Type.String(),
    expiresAt: Type.String(),
  }),
);
type Answer = Static<typeof Answer>;

let now: Date | null = null;
const linked: [string, readonly string[]][] = [];
const world = await startTestBed([lan, minh, colleague, viewer], {
  clock: () => now ?? new Date(),
  startSync: async ({ tenantId }, shops) => {
    const shopIds = shops.map(({ shopId }) => shopId);
    return async () => void linked.push([tenantId, shopIds]);
  },
});

describe('linking a shop', () => {
  const as = (name: string, language = 'en') => ({
    authorization: `Bearer ${name}`,
    'accept-language': language,
  });

  async function call(
    method: 'GET' | 'POST',
    url: string,
    who: string,
    payload?: object,
    language?: string,
  ): Promise<{ status: number; body: Answer }> {
    const { status, body } = await callJson(world.http, who, method, url, payload, language);
    return { status, body: Value.Parse(Answer, body) };
  }

  async function authorize(who: string) {
    const { status, body } = await call('GET', '/partner/authorize?platform=lazada', who);
    expect(status).toBe(200);
    return { url: body.url ?? '', state: body.state ?? '', expiresAt: body.expiresAt ?? '' };
  }

  async function link(who: string, externalShopId: string, language?: string) {
    const { state } = await authorize(who);
    const accessToken = await world.sandbox.authorize(externalShopId);
    const body = { platform: 'LAZADA', accessToken, state };
    return call('POST', '/partner/credential', who, body, language);
  }

  async function shopsOf(who: string): Promise<Shop[]> {
    const { body } = await call('GET', '/partner/shops', who);
    const shops = Value.Parse(Type.Array(Shop), body.items);
    expect(body.total).toBe(shops.length);
    return shops;
  }

  it('spec 1: lists the partners that can be linked', async () => {
    const { body } = await call('GET', '/partner/available', 'lan');
    expect(body.items).toEqual([
      { platform: 'LAZADA', available: true },
      { platform: 'SHOPEE', available: true },
      { platform: 'TIKI', available: true },
      { platform: 'TIKTOK', available: true },
      { platform: 'FACEBOOK', available: true },
    ]);
  });

  it.each(['SENDO', 'amazon', 'AMAZON', '%20', 'constructor'])(
    'spec 8: returns "Unavailable partner" for %s',
    async (platform) => {
      const english = await call('GET', `/partner/authorize?platform=${platform}`, 'lan');
      expect(english.status).toBe(404);
      expect(english.body).toMatchObject({
        error: 'unavailable_partner',
        message: 'Unavailable partner',
      });
      const body = { platform, accessToken: 'x' };
      const vietnamese = await call('POST', '/partner/credential', 'lan', body, 'vi');
      expect(vietnamese.body.message).toBe('Đối tác chưa khả dụng');
    },
  );

  it('refuses properties outside the contract, such as a redirect URI for the exchange', async () => {
    const { state } = await authorize('lan');
    const body = {
      platform: 'LAZADA',
      accessToken: 'x',
      state,
      redirect_uri: 'https://evil.test/',
    };
    const answer = await call('POST', '/partner/credential', 'lan', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'validation']);
  });

  it('redirects the seller to the consent page of the partner with a fresh state', async () => {
    const first = await authorize('lan');
    const second = await authorize('lan');
    expect(first.state).not.toBe(second.state);
    const url = new URL(first.url);
    expect(url.origin + url.pathname).toBe(world.sandbox.lazada.authorizeUrl);
    expect(url.searchParams.get('state')).toBe(first.state);
    expect(url.searchParams.get('redirect_uri')).toBe(
      'http://localhost:3000/oauth/callback/lazada',
    );
    const minutes = (Date.parse(first.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(10);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  it('spec 7: exchanges the code of the redirect, platform in any case, and lists the shop', async () => {
    const { state } = await authorize('lan');
    const accessToken = await world.sandbox.authorize(shop);
    const body = { platform: ' Lazada ', accessToken, state };
    const answer = await call('POST', '/partner/credential', 'lan', body);
    expect(answer.status).toBe(200);
    expect(answer.body.shops).toEqual([
      {
        id: expect.any(String),
        platform: 'LAZADA',
        externalShopId: shop,
        name: 'Hoa Mai Fashion',
        region: 'VN',
        currency: 'VND',
        timeZone: 'Asia/Ho_Chi_Minh',
        status: 'connected',
        linkedAt: expect.any(String),
        lastSyncedAt: null,
        permissionEndsAt: expect.any(String),
        reauthorization: null,
      },
    ]);
    const shops = await shopsOf('lan');
    expect(shops).toEqual(answer.body.shops);
    expect(linked).toEqual([[lan.tenantId, [shops[0]?.id]]]);
  });

  it('hides the shops of other tenants', async () => {
    expect(await shopsOf('minh')).toEqual([]);
    const [mine] = await shopsOf('lan');
    const url = `/partner/shops/${mine?.id}/disconnect`;
    expect(await call('POST', url, 'minh')).toMatchObject({ status: 404 });
    await expect(
      world.partners.withShopAccess(minh.tenantId, mine?.id ?? '', async () => 'read'),
    ).rejects.toMatchObject({ status: 'not_found' });
    expect((await shopsOf('lan'))[0]?.status).toBe('connected');
  });

  it('lets a viewer read but not change, and names who can', async () => {
    const { body } = await call('GET', '/partner/shops', 'viewer');
    expect(body.total).toBeGreaterThan(0);
    const [first] = (body.items ?? []).filter((item) => Value.Check(Shop, item));
    const changes = [
      call('GET', '/partner/authorize?platform=LAZADA', 'viewer'),
      call('POST', '/partner/credential', 'viewer', { platform: 'LAZADA', accessToken: 'x' }),
      call('POST', `/partner/shops/${first?.id}/disconnect`, 'viewer'),
    ];
    for (const refused of await Promise.all(changes)) {
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        error: 'members_only',
        message: 'You have view-only access to this team. Ask a team owner to make you a member.',
      });
    }
    expect((await call('GET', '/partner/shops', 'viewer')).body).toEqual(body);
  });

  it('refuses a shop of another tenant, naming the shop and not the owner', async () => {
    const answer = await link('minh', shop, 'vi');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: 'shop_linked_elsewhere',
      message: expect.stringMatching(
        /^Gian hàng “Hoa Mai Fashion” đang được liên kết với một nhóm khác\..*sau 14 ngày/,
      ),
    });
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain(lan.tenantId);
    expect(text).not.toContain('hoamai');
    expect(await shopsOf('minh')).toEqual([]);
  });

  it('gives a shop that two tenants link concurrently to one of them', async () => {
    const answers = await Promise.all([link('lan', thirdShop), link('minh', thirdShop)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('links again in place: the same shop, new tokens, the same history', async () => {
    const [before] = await shopsOf('lan');
    const answer = await link('colleague', shop);
    expect(answer.body.shops?.[0]).toEqual({ ...before, permissionEndsAt: expect.any(String) });
    const events = await world.owner(
      `select e.kind, e.account_id from partners.credential_event e
       join partners.shop s using (tenant_id, connection_id)
       where s.external_shop_id = '${shop}' order by e.occurred_at`,
    );
    expect(events).toEqual([
      { kind: 'linked', account_id: 'account-lan' },
      { kind: 'linked_again', account_id: 'account-colleague' },
    ]);
  });

  it.each([
    ['no state', undefined],
    ['a made-up state', 'A'.repeat(43)],
  ])('refuses %s', async (_name, state) => {
    const accessToken = await world.sandbox.authorize(otherShop);
    const body = { platform: 'LAZADA', accessToken, ...(state && { state }) };
    const answer = await call('POST', '/partner/credential', 'lan', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'state_mismatch']);
  });

  it('refuses a state of another tenant and of a colleague', async () => {
    for (const other of ['minh', 'colleague']) {
      const { state } = await authorize('lan');
      const accessToken = await world.sandbox.authorize(otherShop);
      const body = { platform: 'LAZADA', accessToken, state };
      const answer = await call('POST', '/partner/credential', other, body);
      expect(answer.body.error).toBe('state_mismatch');
    }
  });

  it('accepts a state once, even concurrently', async () => {
    const { state } = await authorize('lan');
    const accessToken = await world.sandbox.authorize(otherShop);
    const body = { platform: 'LAZADA', accessToken, state };
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/partner/credential', 'lan', body)),
    );
    const outcomes = answers.map((answer) => answer.body.error ?? 'linked');
    expect(outcomes.toSorted()).toEqual(['linked', 'state_used', 'state_used']);
  });

  it('refuses an expired state', async () => {
    const { state } = await authorize('lan');
    now = new Date(Date.now() + 31 * 60_000);
    const body = { platform: 'LAZADA', accessToken: 'x', state };
    const answer = await call('POST', '/partner/credential', 'lan', body);
    now = null;
    expect([answer.status, answer.body.error]).toEqual([400, 'state_expired']);
  });

  it('explains a refused code and a partner that does not respond', async () => {
    const attempt = async (accessToken: string) => {
      const { state } = await authorize('lan');
      const body = { platform: 'LAZADA', accessToken, state };
      return call('POST', '/partner/credential', 'lan', body);
    };
    const refused = await attempt('0_100240_nonsense');
    expect([refused.status, refused.body.error]).toEqual([400, 'code_refused']);
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ kind: 'http_5xx', path: '/auth/token/create' }],
    });
    const down = await attempt(await world.sandbox.authorize(shop));
    await world.sandbox.control('DELETE', '/_sandbox/faults');
    expect([down.status, down.body.error]).toEqual([502, 'partner_unavailable']);
  });

  it('explains a refused code even if the seller cannot be notified', async () => {
    await world.owner(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse before insert on notifications.event for each row execute function refuse()`,
    );
    const { state } = await authorize('lan');
    const body = { platform: 'LAZADA', accessToken: '0_100240_nonsense', state };
    const refused = await call('POST', '/partner/credential', 'lan', body);
    await world.owner('drop function refuse cascade');
    expect([refused.status, refused.body.error]).toEqual([400, 'code_refused']);
    expect(world.logged()).toContain('partners.failure_not_announced');
  });

  it('destroys the tokens of a disconnected shop, which stays and can be linked again', async () => {
    const [mine] = await shopsOf('lan');
    const url = `/partner/shops/${mine?.id}/disconnect`;
    const ended = await call('POST', url, 'lan');
    expect(ended.body.status).toBe('disconnected');
    expect((await call('POST', url, 'lan')).body.status).toBe('disconnected');
    const sealed = await world.owner(
      `select c.sealed from partners.connection c join partners.shop s using (tenant_id, connection_id)
       where s.external_shop_id = '${shop}'`,
    );
    expect(sealed).toEqual([{ sealed: null }]);
    await expect(
      world.partners.withShopAccess(lan.tenantId, mine?.id ?? '', async () => 'read'),
    ).rejects.toMatchObject({ status: 'disconnected' });
    const again = await link('lan', shop);
    expect(again.body.shops?.[0]).toMatchObject({ id: mine?.id, status: 'connected' });
    expect(
      await world.partners.withShopAccess(lan.tenantId, mine?.id ?? '', async () => 'read'),
    ).toBe('read');
  });

  it('isolates rows, claims and tokens of other tenants from the application role', async () => {
    const tables = [
      'connection',
      'shop',
      'authorization_attempt',
      'credential_event',
      'tenant_key',
    ];
    for (const table of tables) {
      const name = `test.read_${table}`;
      const text = `select 1 from partners.${table} where tenant_id = '${lan.tenantId}'`;
      expect(await world.database.tenantRead(minh.tenantId, { name, text })).toEqual([]);
      expect(await world.database.query({ name, text })).toEqual([]);
    }
    const steal = { name: 'test.read_claims', text: 'select * from partners.shop_claim' };
    await expect(world.database.query(steal)).rejects.toMatchObject({ code: '42501' });
    const claim = {
      name: 'test.claim',
      text: `select partners.claim_shop('LAZADA', 'VN', 'x', now())`,
    };
    await expect(world.database.query(claim)).rejects.toThrow('tenant');
  });

  it('links the demo shops and ad account of every partner once, and leaves other shops free', async () => {
    const demo = testUser('demo').tenantId;
    const dependencies = { ...world, sandboxUrl: world.sandbox.controlUrl };
    const linkAll = () => linkDemoShops(dependencies, demo, new AbortController().signal);
    await Promise.all([linkAll(), linkAll()]);
    const shops = await world.partners.listShops(demo);
    expect(new Set(shops.map((each) => each.platform))).toEqual(
      new Set(['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK']),
    );
    // Sales and ad spend are comparable.
    expect(new Set(shops.map((each) => each.currency))).toEqual(new Set(['VND']));
    expect(new Set(shops.map((each) => each.externalShopId)).size).toBe(shops.length);
    expect(shops.map((each) => each.externalShopId)).not.toContain(otherShop);
    await linkAll();
    expect(await world.partners.listShops(demo)).toEqual(shops);
    // No user is recorded, because the history would otherwise show a member that the team does not have.
    const accountIdsQuery = `select account_id from partners.credential_event
       where tenant_id = '${demo}' and account_id is not null`;
    expect(await world.owner(accountIdsQuery)).toEqual([]);
  });

  it('exposes no token, code or secret in responses, log lines or stored rows', async () => {
    const [mine] = await shopsOf('lan');
    const secrets = await world.partners.withShopAccess(
      lan.tenantId,
      mine?.id ?? '',
      async (access) => [access.accessToken],
    );
    expect(secrets[0]).toMatch(/^5000/);
    const rows = await world.owner(
      `select t::text as line from partners.connection t
       union all select t::text from partners.credential_event t
       union all select t::text from partners.authorization_attempt t
       union all select t::text from pgboss.job t`,
    );
    const list = await world.http.app.inject({ url: '/partner/shops', headers: as('lan') });
    // Sealed bytes are printed in hex, which may contain any run of digits.
    const lines = JSON.stringify(rows).replaceAll(/\\+x[0-9a-f]+/g, '');
    const text = world.logged() + lines + list.body;
    expect(text).toContain('"linkedAt"');
    for (const secret of [...secrets, 'sc-lazada-secret-0001']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/5000[01][A-Za-z0-9]{40}/);
    expect(text).not.toMatch(/0_100240_[A-Za-z0-9]{20}/);
  });
});
