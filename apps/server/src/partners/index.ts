import { platforms } from '@seller-connect/contract';
import type { Platform } from '@seller-connect/partners';
import { sql, type Database, type TenantTransaction } from '../platform/database.ts';
import type { Configuration } from '../platform/configuration.ts';
import type { Http } from '../platform/http.ts';
import { isUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Language } from '../platform/problem.ts';
import type { Vault } from '../platform/vault/index.ts';
import { withShopAccess, type ShopWork } from './access.ts';
import { announceEndingConsents, announceLinkFailed } from './announcements.ts';
import { callsPerSecond, createConnectors } from './connectors.ts';
import { linkDemoShops } from './demo.ts';
import { disconnectAll } from './disconnect-all.ts';
import { disconnectShop } from './disconnect.ts';
import { readShopHistory } from './history.ts';
import { linkShops, spendState, startAttempt, type Linker, type LinkingDeps } from './linking.ts';
import { createQuota } from './quota.ts';
import { listShops, toAnswer, type LinkedShop } from './shops.ts';
import { rewrapTenant } from './tokens.ts';
import { unavailablePartner } from './words.ts';

export { ShopAccessError, type ShopWork } from './access.ts';
export type { LinkedShop } from './shops.ts';
export { reauthorizationWords, shopNotFound, type ReauthorizationReason } from './words.ts';

export interface PartnersDeps {
  configuration: Configuration;
  database: Database;
  vault: Vault;
  log: Log;
  /** Runs inside the transaction that links a shop, also when it is linked again. */
  onLink?: (tx: TenantTransaction, shop: LinkedShop) => Promise<void>;
  /** Runs after shops were linked: the collection starts. A failure is logged; the link stands. */
  onLinked?: (tenantId: string, shopIds: readonly string[]) => Promise<void>;
  /** When each shop was last read to the end, by shop id. */
  lastSynchronised?: (tenantId: string) => Promise<ReadonlyMap<string, Date>>;
  clock?: () => Date;
  /** How long a refresh whose process fell silent keeps others waiting, milliseconds; 15 s by default. */
  refreshLeaseMs?: number;
}

export interface Partners {
  routes(http: Http): void;
  listShops(tenantId: string): Promise<LinkedShop[]>;
  withShopAccess<T>(tenantId: string, shopId: string, work: ShopWork<T>): Promise<T>;
  /** Links the sandbox's shops to the demo's second account; does what is missing, and retries. */
  linkDemoShops(tenantId: string, signal?: AbortSignal): Promise<void>;
  /** The team is no more: its shops are disconnected, its tokens destroyed. */
  disconnectAll(tenantId: string): Promise<void>;
  /** Tells teams whose consents end within days; each of them once, and once more on the last day. */
  announceEndingConsents(): Promise<void>;
  /** Wraps stored secrets with the newest vault key, tenant by tenant. Returns how many changed. */
  rewrapSecrets(): Promise<number>;
}

const linkedTenants = sql(
  'partners.linked_tenants',
  'select tenant_id from partners.linked_tenants($1, $2)',
);

export function createPartners(deps: PartnersDeps): Partners {
  const { configuration, database, vault, log } = deps;
  const clock = deps.clock ?? (() => new Date());
  const quota = createQuota({ database, callsPerSecond: callsPerSecond(configuration) });
  const connectors = createConnectors(configuration, { quota, log });
  const linking: LinkingDeps = {
    database,
    vault,
    log,
    clock,
    ...(deps.refreshLeaseMs !== undefined && { leaseMs: deps.refreshLeaseMs }),
    onLink: deps.onLink ?? (async () => undefined),
  };

  /** Upper-cased, as the specification wants it; anything that cannot be linked now is one and the same. */
  function available(text: string) {
    const platform = platforms.find((each) => each === text.trim().toUpperCase());
    const connector = platform && connectors.get(platform);
    if (connector === undefined) throw unavailablePartner();
    return connector;
  }

  async function answer(tenantId: string, shops: readonly LinkedShop[], language: Language) {
    const last = (await deps.lastSynchronised?.(tenantId)) ?? new Map<string, Date>();
    return shops.map((shop) => toAnswer(shop, last.get(shop.shopId) ?? null, language));
  }

  async function link(
    linker: Linker,
    given: { platform: string; code: string; state: string | undefined; shopId?: string },
  ): Promise<LinkedShop[]> {
    const connector = available(given.platform);
    const expected = await spendState(linking, linker, connector.platform, given.state);
    const extras = {
      redirect_uri: callbackOf(configuration, connector.platform),
      ...(given.shopId !== undefined && { shop_id: given.shopId }),
    };
    const shops = await linkShops(linking, connector, linker, given.code, {
      extras,
      expected,
    }).catch(async (error: unknown) => {
      await announceLinkFailed(database, connector.platform, linker, error, clock());
      throw error;
    });
    const shopIds = shops.map((shop) => shop.shopId);
    await deps.onLinked?.(linker.tenantId, shopIds).catch((error: unknown) => {
      log.error({ err: error, tenantId: linker.tenantId, shopIds }, 'a collection was not started');
    });
    return shops;
  }

  return {
    routes(http) {
      http.handle('listShops', async ({ session: { tenantId }, language }) => {
        const items = await answer(tenantId, await listShops(database, tenantId), language);
        return { items, total: items.length };
      });

      http.handle('listPartners', async () => {
        const items = platforms.map((platform) => ({
          platform,
          available: connectors.has(platform),
        }));
        return { items, total: items.length };
      });

      http.handle('authorizePartner', async ({ session, query }) => {
        const connector = available(query.platform);
        const { state, expiresAt } = await startAttempt(linking, session, {
          platform: connector.platform,
          shopId: query.shopId ?? null,
        });
        const redirectUri = callbackOf(configuration, connector.platform);
        const url = connector.authorizeUrl({ state, redirectUri });
        return { url, state, expiresAt: expiresAt.toISOString() };
      });

      http.handle('saveCredential', async ({ session, body, language }) => {
        const shops = await link(session, {
          platform: body.platform,
          code: body.accessToken,
          state: body.state,
          ...(body.shop_id !== undefined && { shopId: body.shop_id }),
        });
        return { shops: await answer(session.tenantId, shops, language) };
      });

      http.handle('shopHistory', ({ session, params, query }) =>
        readShopHistory(database, session, params.shopId, {
          page: query.page ?? 1,
          pageSize: query.pageSize ?? 20,
        }),
      );

      http.handle('disconnectShop', async ({ session, params, language }) => {
        const shop = await disconnectShop(linking, session, params.shopId);
        const [first] = await answer(session.tenantId, [shop], language);
        return first;
      });
    },

    listShops: (tenantId) => listShops(database, tenantId),

    withShopAccess: (tenantId, shopId, work) =>
      withShopAccess({ ...linking, connectors }, tenantId, shopId, work),

    linkDemoShops: (tenantId, signal) =>
      linkDemoShops({
        sandboxUrl: `http://localhost:${configuration.SANDBOX_PORT}`,
        redirectUri: callbackOf(configuration, 'LAZADA'),
        log,
        tenantId,
        linkedShops: () => listShops(database, tenantId),
        startAttempt: (linker) =>
          startAttempt(linking, linker, { platform: 'LAZADA', shopId: null }),
        link: (linker, code, state) => link(linker, { platform: 'LAZADA', code, state }),
        ...(signal && { signal }),
      }),

    disconnectAll: (tenantId) => disconnectAll(linking, tenantId),
    announceEndingConsents: () => announceEndingConsents(database, clock()),

    async rewrapSecrets() {
      let changed = 0;
      let after: string | null = null;
      for (;;) {
        const page: { tenant_id: string }[] = await database.query(linkedTenants, [after, 500]);
        for (const { tenant_id: tenantId } of page) {
          if (isUuid(tenantId))
            changed += await database.tenant(tenantId, (tx) => rewrapTenant(tx, vault));
          after = tenantId;
        }
        if (page.length < 500) return changed;
      }
    },
  };
}

function callbackOf(configuration: Configuration, platform: Platform): string {
  return `${configuration.appOrigin}/oauth/callback/${platform.toLowerCase()}`;
}
