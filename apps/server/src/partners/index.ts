import { platforms } from '@seller-connect/contract';
import type { EventQueue, Platform } from '@seller-connect/partners';
import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import { toPageRequest, type Http } from '../platform/http/http.ts';
import { isUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Language } from '../platform/http/problem.ts';
import type { Vault } from '../platform/vault/vault.ts';
import { withAccessToken, type ShopOperation } from './tokens/shop-access.ts';
import { notifyExpiringConsents, notifyLinkFailed } from './shops/link-notifications.ts';
import { rateLimits, createConnectors, type Connectors } from './connectors.ts';
import { disconnectAll } from './links/disconnect-all.ts';
import { disconnectShop } from './links/disconnect.ts';
import { readShopHistory, type LinkActor } from './links/link-history.ts';
import { linkShops, consumeState, startAttempt } from './links/linking.ts';
import { findShopIds, findTenants, type ShopReference } from './shops/shop-references.ts';
import { runInBackground, createRateLimiter } from './limits/rate-limiter.ts';
import { listShops, toShopResponse, type LinkedShop } from './shops/shops.ts';
import { rewrapTenant } from './tokens/sealed-tokens.ts';
import { unavailablePartnerProblem } from './shops/link-problems.ts';
import type { LinkDependencies, StartSync } from './links/link-store.ts';

export { deleteLink, erasePartnerRows, shopsDisconnectedBefore } from './links/delete-link.ts';
export { ShopAccessError, type ShopOperation } from './tokens/shop-access.ts';
export { listSpentTokens } from './tokens/spent-tokens.ts';
export { partnerCircuitOpen, shopCircuitOpen } from './limits/circuit-breaker.ts';
export { pushPath, pushReaders } from './connectors.ts';
export { registerPartnerMetrics } from './limits/metrics.ts';
export type { ShopReference } from './shops/shop-references.ts';
export type { LinkActor } from './links/link-history.ts';
export type { LinkedShop } from './shops/shops.ts';
export {
  reauthorizationMessages,
  shopNotFoundProblem,
  type ReauthorizationReason,
} from './shops/link-problems.ts';

export interface PartnersDependencies {
  configuration: Configuration;
  database: Database;
  vault: Vault;
  log: Log;
  startSync?: StartSync;
  /** When each shop was last synced completely, by shop id. */
  lastSynced?: (tenantId: string) => Promise<ReadonlyMap<string, Date>>;
  clock?: () => Date;
  /** Duration of the lease of a token refresh, in milliseconds; 15 s by default. */
  refreshLeaseMs?: number;
  /** How long an expired lease must stay expired before it is taken over, in milliseconds; 5 s by default. */
  refreshTakeoverDelayMs?: number;
  /**
   * How long a valid token is used after a failed refresh before the next attempt, in milliseconds; 5 minutes by
   * default.
   */
  refreshCooldownMs?: number;
  /** How long storing refreshed tokens is retried, in milliseconds; 10 minutes by default. */
  storeTimeoutMs?: number;
}

/** The parameters with which a partner redirects the seller after the consent. */
interface ConsentRedirect {
  platform: string;
  code: string;
  state: string | undefined;
  extras?: Readonly<Record<string, string>>;
}

export interface Partners {
  routes(http: Http): void;
  listShops(tenantId: string): Promise<LinkedShop[]>;
  /**
   * Runs `work` with a valid access token. With `inBackground`, calls leave a share of the application's rate limit to
   * others.
   */
  withShopAccess<T>(
    tenantId: string,
    shopId: string,
    work: ShopOperation<T>,
    options?: { inBackground?: boolean },
  ): Promise<T>;
  /** Returns the tenants of a shop that a push names; almost always one or none. */
  tenantsOf(shop: ShopReference): Promise<string[]>;
  /** Returns the ids of the linked shops of this transaction's tenant that match the reference. */
  shopsNamed(tx: TenantTransaction, shop: ShopReference): Promise<string[]>;
  /** Returns the partners whose event queues we poll. */
  queuedPartners(): { platform: Platform; events: EventQueue }[];
  /**
   * Starts the linking of shops at a partner.
   * @param shopId the shop to link again; null for any
   * @returns the address of the partner's consent page
   * @throws Problem `unavailable_partner`
   */
  authorize(
    linker: LinkActor,
    platform: string,
    shopId: string | null,
  ): Promise<{ url: string; redirectUri: string; state: string; expiresAt: Date }>;
  /** Links the shops of a consent, as the partner's redirect names it. @throws Problem */
  link(linker: LinkActor, redirect: ConsentRedirect): Promise<LinkedShop[]>;
  /** Disconnects all shops of a removed team and destroys their tokens. */
  disconnectAll(tenantId: string): Promise<void>;
  /** Notifies teams whose consents end within days, once, and again on the last day, until stopped. */
  notifyExpiringConsents(stopping: AbortSignal): Promise<void>;
  /** Runs `work` for every tenant with linked or not yet erased shops, one after the other, until stopped. */
  eachTenant(work: (tenantId: string) => Promise<void>, stopping: AbortSignal): Promise<void>;
  /**
   * Rewraps the stored secrets of a tenant with the newest vault key. Logs those that do not open. Returns the number of
   * changed secrets.
   */
  rewrapSecrets(tenantId: string): Promise<number>;
  /** Waits until running code exchanges are finished or their failures notified, and refreshed tokens are stored. */
  close(): Promise<void>;
}

const linkedTenants = sql(
  'partners.linked_tenants',
  'select tenant_id from partners.linked_tenants($1, $2)',
);

export function createPartners(dependencies: PartnersDependencies): Partners {
  const { configuration, database, vault, log } = dependencies;
  const clock = dependencies.clock ?? (() => new Date());
  const rateLimiter = createRateLimiter({ database, rates: rateLimits(configuration) });
  const connectors = createConnectors(configuration, { rateLimiter, log });
  const linking: LinkDependencies & { connectors: Connectors } = {
    connectors,
    database,
    vault,
    log,
    clock,
    inFlight: new Map(),
    expiredLeases: new Map(),
    leaseMs: dependencies.refreshLeaseMs,
    takeoverDelayMs: dependencies.refreshTakeoverDelayMs,
    cooldownMs: dependencies.refreshCooldownMs,
    storeTimeoutMs: dependencies.storeTimeoutMs,
    startSync: dependencies.startSync,
  };

  const inFlightExchanges = new Set<Promise<unknown>>();

  /**
   * Compares in upper case, as the specification requires. All platforms that cannot be linked cause the same problem.
   */
  function requireConnector(text: string) {
    const platform = platforms.find((each) => each === text.trim().toUpperCase());
    const connector = platform && connectors.get(platform);
    if (connector === undefined) throw unavailablePartnerProblem();
    return connector;
  }

  async function toShopResponses(
    tenantId: string,
    shops: readonly LinkedShop[],
    language: Language,
  ) {
    const last = (await dependencies.lastSynced?.(tenantId)) ?? new Map<string, Date>();
    return shops.map((shop) => toShopResponse(shop, last.get(shop.shopId) ?? null, language));
  }

  const authorize: Partners['authorize'] = async (linker, text, shopId) => {
    const connector = requireConnector(text);
    const { platform } = connector;
    const { state, expiresAt } = await startAttempt(linking, linker, { platform, shopId });
    const redirectUri = callbackUrl(configuration, platform);
    return { url: connector.authorizeUrl({ state, redirectUri }), redirectUri, state, expiresAt };
  };

  async function link(linker: LinkActor, redirect: ConsentRedirect): Promise<LinkedShop[]> {
    const connector = requireConnector(redirect.platform);
    const expected = await consumeState(linking, linker, connector.platform, redirect.state);
    // Our redirect URI overrides the caller's, because the marketplace compares it.
    const extras = {
      ...redirect.extras,
      redirect_uri: callbackUrl(configuration, connector.platform),
    };
    const linked = linkShops(linking, connector, linker, redirect.code, { extras, expected }).catch(
      async (error: unknown) => {
        await notifyLinkFailed(linking, connector.platform, linker, error);
        throw error;
      },
    );
    inFlightExchanges.add(linked);
    return linked.finally(() => inFlightExchanges.delete(linked));
  }

  return {
    routes(http) {
      http.handle('listShops', async ({ session: { tenantId }, language }) => {
        const items = await toShopResponses(
          tenantId,
          await listShops(database, tenantId),
          language,
        );
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
        const started = await authorize(session, query.platform, query.shopId ?? null);
        const { url, state, expiresAt } = started;
        return { url, state, expiresAt: expiresAt.toISOString() };
      });

      http.handle('saveCredential', async ({ session, body, language }) => {
        const { platform, accessToken: code, state, ...extras } = body;
        const shops = await link(session, { platform, code, state, extras });
        return { shops: await toShopResponses(session.tenantId, shops, language) };
      });

      http.handle('shopHistory', ({ session, params, query }) =>
        readShopHistory(database, session, params.shopId, toPageRequest(query)),
      );

      http.handle('disconnectShop', async ({ session, params, language }) => {
        const shop = await disconnectShop(linking, session, params.shopId);
        const [first] = await toShopResponses(session.tenantId, [shop], language);
        return first;
      });
    },

    listShops: (tenantId) => listShops(database, tenantId),

    withShopAccess(tenantId, shopId, work, options) {
      const run = () => withAccessToken(linking, tenantId, shopId, work);
      return options?.inBackground ? runInBackground(run) : run();
    },

    tenantsOf: (shop) => findTenants(database, shop),
    shopsNamed: findShopIds,
    queuedPartners: () =>
      [...connectors.values()].flatMap((connector) =>
        connector.kind === 'marketplace' && connector.events
          ? [{ platform: connector.platform, events: connector.events }]
          : [],
      ),

    authorize,
    link,

    disconnectAll: (tenantId) => disconnectAll(linking, tenantId),
    notifyExpiringConsents: (stopping) =>
      notifyExpiringConsents({ database, log }, clock(), stopping),

    async eachTenant(work, stopping) {
      let after: string | null = null;
      for (;;) {
        const page: { tenantId: string }[] = await database.query(linkedTenants, [after, 500]);
        for (const { tenantId } of page) {
          if (stopping.aborted) return;
          if (isUuid(tenantId)) await work(tenantId);
          after = tenantId;
        }
        if (page.length < 500) return;
      }
    },

    async rewrapSecrets(tenantId) {
      const { changed, failures } = await database.tenant(tenantId, (tx) =>
        rewrapTenant(tx, vault),
      );
      if (failures.length > 0) {
        log.error(
          {
            event: 'vault.rewrap_failed',
            err: failures[0],
            tenantId,
            secrets: failures.length,
          },
          'Secrets of a team could not be re-encrypted under the current key',
        );
      }
      return changed;
    },

    async close() {
      await Promise.allSettled([...linking.inFlight.values(), ...inFlightExchanges]);
    },
  };
}

function callbackUrl(configuration: Configuration, platform: Platform): string {
  return `${configuration.appOrigin}/oauth/callback/${platform.toLowerCase()}`;
}
