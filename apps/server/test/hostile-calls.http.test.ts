import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditRoutes } from '../src/audit/index.ts';
import { createCatalogue } from '../src/catalogue/index.ts';
import { assemble, type Assembly } from '../src/collector/testing/assembly.ts';
import { createTestPushes } from '../src/collector/testing/receiver.ts';
import {
  appOrigin,
  startIdentity,
  type TestIdentity,
} from '../src/identity/testing/start-identity.ts';
import { createNotifications } from '../src/notifications/index.ts';
import { createHttp, type Http, type Session } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { createKeyring, createVault } from '../src/platform/vault/vault.ts';
import { createPricing } from '../src/pricing/index.ts';
import {
  createReportAuthenticator,
  listRoutes,
  reconciliationRoutes,
  reportingRoutes,
} from '../src/reporting/index.ts';
import { createSampleTenant, type SampleTenant } from '../src/reporting/testing/sample-tenant.ts';
import { createSellers } from '../src/sellers/index.ts';
import { addMember, enterTeam } from '../src/sellers/team/membership.ts';
import { createFakeIdentityDirectory } from '../src/sellers/testing/fake-identity-directory.ts';
import { hostileCalls, hostileText, type Document } from './hostile-calls.ts';
import { queryPrepared } from './query-prepared.ts';
import { noPictures } from '../src/reporting/testing/no-pictures.ts';

/** Most calls use a role that is permitted to make them. */
const tokens = ['owner', 'owner', 'owner', 'staff', 'staff', 'member', 'viewer', 'nobody'] as const;
/** Live events do not end; sign-ins and partner calls would leave this machine. */
const skip = new Set(['collectionEvents', 'identityLogin', 'googleLogin']);
const log = createLog('silent');

let shops: SampleTenant;
let assembly: Assembly;
let admin: pg.Client;
let http: Http;
let identity: TestIdentity;

beforeAll(async () => {
  [shops, identity] = await Promise.all([createSampleTenant(12), startIdentity()]);
  const { database, tenantId } = shops;
  // No one listens at this address, so calls to a marketplace fail as if it were down.
  const away = 'http://127.0.0.1:9';
  assembly = await assemble({ databaseUrl: shops.url, lazadaUrl: away });
  admin = new pg.Client({ connectionString: shops.url });
  await admin.connect();

  const directory = createFakeIdentityDirectory();
  const sessions = new Map<string, Session>();
  for (const role of ['owner', 'member', 'viewer'] as const) {
    const { sub: accountId } = directory.add(role, { tenantId });
    const expiresAt = new Date(Date.now() + 3_600_000);
    sessions.set(role, { tenantId, accountId, role, expiresAt, tokenHash: Buffer.alloc(32) });
  }
  const admission = createReportAuthenticator(database, () => new Date());
  const sellers = createSellers({
    database,
    directory,
    appOrigin,
    countLinkedShops: async () => 0,
  });
  const owner = sessions.get('owner');
  await database.tenant(tenantId, async (tx) => {
    await enterTeam(tx, owner?.accountId ?? '', 'owner');
    for (const role of ['member', 'viewer'] as const) {
      await addMember(tx, sessions.get(role)?.accountId ?? '', role, new Date());
    }
  });
  http = await createHttp({
    log,
    authenticate: async (token) => sessions.get(token) ?? null,
    admitTool: admission.tool,
    identify: async (token) =>
      token === 'staff' && owner
        ? { ...owner, name: 'Staff', permissions: ['catalog:all:all', 'ppm:all:all'] }
        : null,
  });
  const account = async () => null;
  sellers.routes(http);
  assembly.partners.routes(http);
  assembly.collector.routes(http);
  await createTestPushes(assembly).routes(http);
  await createNotifications({
    database,
    appOrigin,
    recipients: async () => [],
    listShops: async () => [],
    muteAlertUrl: () => '',
    canSendEmails: false,
    vault: createVault(createKeyring([{ id: 'test', bytes: randomBytes(32) }])),
    zalo: { settings: null, channel: null, routes: () => undefined },
    pushTransport: { contact: appOrigin, post: () => Promise.reject(new Error('not sent')) },
    log,
  }).routes(http);
  auditRoutes(http, { database, log, account });
  const reporting = { ...shops.dependencies, database, log, account, appOrigin, admission };
  reportingRoutes(http, {
    ...reporting,
    pictures: noPictures,
    isSignInFresh: async () => true,
    lookerStudioConnector: null,
  });
  reconciliationRoutes(http, { ...reporting, refreshOrders: async () => new Set() });
  listRoutes(http, {
    database,
    log,
    pictures: noPictures,
    readRawResponses: assembly.collector.orderAnswers,
  });
  const catalogue = createCatalogue({ database });
  catalogue.routes(http);
  createPricing({ database, catalogue }).routes(http);
  await http.app.ready();
});
afterAll(async () => {
  await http.app.close();
  await assembly.stop();
  await admin.end();
  await identity.stop();
  await shops.drop();
});

/** Returns a query of the checksums of all tables. Omits those that only count calls, which are written a moment later. */
async function contentsQuery(): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'pgboss', 'platform')
        and tablename not in ('tally', 'rate_limit_bucket', 'shop_circuit', 'partner_circuit') order by 1`,
  );
  const sums = rows.map(({ name }) => `(select sum(hashtext(t::text)) from ${name} t)`);
  return `select array[${sums.join(', ')}]::text as sums`;
}

it('answers any call of its document in words, and a refused one leaves no trace', async () => {
  const document = await http.app.inject('/openapi.json');
  const known = [...shops.shopIds, String(shops.orders[0]?.order.orderId)];
  const calls = hostileCalls(document.json<Document>(), { tokens, skip, known });
  const query = await contentsQuery();
  const contents = () => queryPrepared(admin, query);
  await fc.assert(
    fc.asyncProperty(calls, async ({ method, url, token, contentType, payload }) => {
      const isChange = method !== 'GET';
      const before = isChange ? await contents() : [];
      const answer = await http.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
        ...(isChange && { payload }),
      });
      // Failures of an unreachable marketplace have error codes of their own.
      const isOurs = answer.statusCode >= 500 && answer.json().error === 'internal';
      expect(isOurs ? answer.body : 'fine').toBe('fine');
      if (isChange && answer.statusCode >= 400) expect(await contents()).toEqual(before);
    }),
    { numRuns: 250 },
  );
});

it('answers any question of OData in words', async () => {
  const option = fc.constantFrom(
    '$filter',
    '$select',
    '$orderby',
    '$top',
    '$skip',
    '$skiptoken',
    '$count',
    '$expand',
    '$apply',
  );
  const part = fc.oneof(
    fc.constantFrom(
      'day',
      'gmv',
      'shop_id',
      'eq',
      'ge',
      'and',
      'or',
      'not',
      '(',
      ')',
      ',',
      "'a'",
      '1',
      '2026-11-01',
      'null',
      'in',
      'contains(',
      ' ',
    ),
    hostileText,
  );
  const question = fc.tuple(
    fc.constantFrom('shop_day', 'orders', 'products', '$metadata', 'nothing'),
    fc.array(fc.tuple(option, fc.array(part, { maxLength: 8 })), { maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(question, async ([set, options]) => {
      const query = options.map(
        ([name, parts]) => `${name}=${encodeURIComponent(parts.join(' ').toWellFormed())}`,
      );
      const answer = await http.app.inject({
        url: `/odata/v1/${set}?${query.join('&')}`,
        headers: { authorization: 'Bearer owner' },
      });
      expect(answer.statusCode < 500 ? 'fine' : answer.body).toBe('fine');
    }),
    { numRuns: 120 },
  );
});

it('answers any call of the identity endpoints without a failure', async () => {
  const origin = identity.origin;
  const path = fc.constantFrom(
    '/oauth/authorize',
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/refresh',
    '/oauth/interaction/a',
    '/oauth/interaction/a/login',
    '/oauth/interaction/a/google',
    '/oauth/callback/google',
    '/oauth/logout',
    '/register',
    '/forgot-password',
    '/verify-email',
    '/unlock',
    '/first-administrator',
    '/userinfo',
    '/api/v1.0/roles',
    '/api/v1.0/users',
    '/api/v1.0/role_changes',
  );
  const name = fc.constantFrom(
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code',
    'token',
    'grant_type',
    'refresh_token',
    'username',
    'password',
    'email',
    'prompt',
    'id_token_hint',
    'response_type',
    'code_challenge',
    'return_to',
    'secret',
  );
  const fields = fc.array(fc.tuple(name, hostileText), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      path,
      fc.constantFrom('GET', 'form', 'json'),
      fields,
      async (to, how, given) => {
        const parameters = new URLSearchParams(
          given.map(([key, text]): [string, string] => [key, text.toWellFormed()]),
        );
        const answer =
          how === 'GET'
            ? await fetch(`${origin}${to}?${parameters.toString()}`.slice(0, 8000), {
                redirect: 'manual',
              })
            : await fetch(`${origin}${to}`, {
                method: 'POST',
                redirect: 'manual',
                headers: {
                  origin,
                  'content-type':
                    how === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
                },
                body:
                  how === 'form'
                    ? parameters.toString()
                    : JSON.stringify(Object.fromEntries(given)),
              });
        await answer.arrayBuffer();
        // The login pages are not built here, which results in 503.
        expect(answer.status < 500 || answer.status === 503 ? 'fine' : answer.status).toBe('fine');
      },
    ),
    { numRuns: 120 },
  );
});
