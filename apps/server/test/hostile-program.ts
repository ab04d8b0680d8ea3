import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { partnerSettings } from './partner-settings.ts';
import { environmentOf } from '../src/collector/testing/assembly.ts';
import { shopeePushUrl } from '../src/collector/testing/receiver.ts';
import { appOrigin } from '../src/identity/testing/origins.ts';
import { loadConfiguration } from '../src/platform/config/configuration.ts';
import { createHttp, type Http, type Session } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { createShutdown } from '../src/platform/process/shutdown.ts';
import { registerApiRoutes } from '../src/program/serve.ts';
import { createDomains } from '../src/program/domains.ts';
import { openResources } from '../src/program/resources.ts';
import { createReportAuthenticator } from '../src/reporting/index.ts';
import { createSampleTenant, type SampleTenant } from '../src/reporting/testing/sample-tenant.ts';
import { addMember, enterTeam } from '../src/sellers/team/membership.ts';
import { connectOwner } from './open-database.ts';
import { queryPrepared } from './query-prepared.ts';
import { checksumQuery } from './table-checksums.ts';

/** Shops as their marketplaces call them, and one shop of the sample for each. */
export const linkedShops = [
  { platform: 'LAZADA', externalShopId: '200240001' },
  { platform: 'SHOPEE', externalShopId: '300240001' },
  { platform: 'TIKTOK', externalShopId: '7495000000000000001' },
] as const;

export interface HostileProgram {
  http: Http;
  shops: SampleTenant;
  /** The headers of a call with this token. */
  authorizationOf(token: string): string;
  /** Returns a function that reads the checksums of the tables that `isIncluded`. */
  contentsOf(isIncluded?: (table: string) => boolean): Promise<() => Promise<unknown>>;
}

/**
 * Starts the calls of the program with a team whose owner has just signed in. The bearer tokens `owner`, `member`,
 * `viewer` and `staff` have sessions; `tool` is the reporting tool of the demo.
 */
export async function startHostileProgram(): Promise<HostileProgram> {
  const shops = await createSampleTenant(12);
  // No one listens at this address, so calls to a marketplace fail as if it were down.
  const away = 'http://127.0.0.1:9';
  const log = createLog('silent');
  const marketplaces = { shopeeUrl: away, tikiUrl: away, tiktokUrl: away, facebookUrl: away };
  const configuration = loadConfiguration({
    ...environmentOf({ lazadaUrl: away }),
    ...partnerSettings(marketplaces),
    SHOPEE_PUSH_URL: shopeePushUrl,
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: away,
    GOOGLE_TOKENINFO: `${away}/tokeninfo`,
    DEMO: '1',
    ROLES: 'api,identity',
    APP_ORIGIN: appOrigin,
    DATABASE_URL: shops.url,
    VAULT_KEYS: `test:${randomBytes(32).toString('base64')}`,
  });
  const shutdown = createShutdown(log);
  const resources = await openResources(configuration, log, shutdown, () => undefined);
  const domains = await createDomains(configuration, resources, { log, shutdown, buildFolder: '' });
  const admin = await connectOwner(shops.url);
  const sessions = await createSessions(admin, shops);
  await linkShops(admin, shops);

  const admission = createReportAuthenticator(resources.database, () => new Date());
  const http = await createHttp({
    log,
    authenticate: async (token) => sessions.get(token) ?? null,
    admitTool: admission.tool,
    async identify(token) {
      const owner = sessions.get('owner');
      const permissions = ['catalog:all:all', 'ppm:all:all'];
      return token === 'staff' && owner ? { ...owner, name: 'Staff', permissions } : null;
    },
  });
  await registerApiRoutes(http, configuration, resources, domains, { log, admission });
  await http.app.ready();
  afterAll(async () => {
    await http.app.close();
    await domains.identity.close();
    await shutdown.run();
  });
  const [tool] = configuration.reportingTools;
  const basic = Buffer.from(`${tool?.id}:${tool?.secret}`).toString('base64');
  return {
    http,
    shops,
    authorizationOf: (token) => (token === 'tool' ? `Basic ${basic}` : `Bearer ${token}`),
    async contentsOf(isIncluded = () => true) {
      const query = await checksumQuery(admin, isIncluded);
      return () => queryPrepared(admin, query);
    },
  };
}

/** Creates the members of the team. Their sign-in is fresh, so that it permits what cannot be undone. */
async function createSessions(
  admin: pg.Client,
  { database, tenantId }: SampleTenant,
): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>();
  for (const role of ['owner', 'member', 'viewer'] as const) {
    const accountId = newId();
    const expiresAt = new Date(Date.now() + 3_600_000);
    sessions.set(role, {
      tenantId,
      accountId,
      role,
      expiresAt,
      tokenHash: Buffer.alloc(32),
      signInId: role,
    });
    const email = `${role}@shop.test`;
    await admin.query(
      `insert into identity.account (id, tenant_id, name, email, email_key, email_verified_at, created_at, updated_at)
       values ($1, $2, $3, $4, $4, now(), now(), now())`,
      [accountId, tenantId, role, email],
    );
    await admin.query(
      `insert into identity.artifact (model, id_hash, payload, session_uid, account_id, created_at, expires_at)
       values ('Session', $1, jsonb_build_object('loginTs', extract(epoch from now())), $2, $3, now(), $4)`,
      [randomBytes(32), role, accountId, expiresAt],
    );
    await database.tenant(tenantId, async (tx) => {
      if (role === 'owner') await enterTeam(tx, accountId, 'Nón lá');
      else await addMember(tx, accountId, role, new Date());
    });
  }
  return sessions;
}

async function linkShops(admin: pg.Client, { tenantId, shopIds }: SampleTenant): Promise<void> {
  const registered = [shopIds[0], shopIds[1], shopIds[3]];
  for (const [at, { platform, externalShopId }] of linkedShops.entries()) {
    const connectionId = newId();
    await admin.query(
      `insert into partners.connection (tenant_id, connection_id, platform, state, sealed, fencing_token,
         token_revision, granted_at, changed_at) values ($1, $2, $3, 'connected', '\\x00ff', 1, 1, now(), now())`,
      [tenantId, connectionId, platform],
    );
    await admin.query(
      `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name, currency,
         time_zone, partner_status, linked_at, changed_at)
       values ($1, $2, $3, $4, 'VN', $5, 'Nón lá', 'VND', 'Asia/Ho_Chi_Minh', 'ACTIVE', now(), now())`,
      [tenantId, registered[at], connectionId, platform, externalShopId],
    );
    await admin.query(
      `insert into collector.stream (tenant_id, shop_id, stream, state, requested_at)
       select $1, $2, unnest(array['orders', 'returns', 'products', 'shop']), 'waiting', now()`,
      [tenantId, registered[at]],
    );
    const claim = `insert into partners.shop_claim values ($1, 'VN', $2, $3, now())`;
    await admin.query(claim, [platform, externalShopId, tenantId]);
  }
}
