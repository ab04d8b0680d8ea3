import type { Platform, PushReader } from '@seller-connect/partners';
import type { Collector, LinkedShop } from '../collector/index.ts';
import type { Partners } from '../partners/index.ts';
import { type Database, sql } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { startPolling } from '../platform/poll.ts';
import {
  pollEventQueue,
  subscribeShop,
  type EventQueueDependencies,
  type QueuedPartner,
} from './event-queue.ts';
import { registerPushRoutes } from './routes.ts';
import { waitForAll } from '../platform/process/shutdown.ts';
import { createDeliveryCounter } from './delivery-counts.ts';
import { createEraser } from '../platform/database/eraser.ts';

export const pushEraser = createEraser([{ table: 'pushes.message' }]);

export interface PushesDependencies {
  database: Database;
  log: Log;
  partners: Pick<Partners, 'tenantsOf' | 'shopsNamed' | 'withShopAccess' | 'queuedPartners'>;
  collector: Pick<Collector, 'enqueueHint' | 'wake' | 'purgeHints'>;
  /** Verify and parse the deliveries of partners that call a webhook. */
  readers: readonly PushReader[];
  /** Distinguishes this installation's event queues at partners from those of other installations. */
  installation: string;
}

/** Pushes of partners: webhooks that they call, and event queues that we poll. */
export interface Pushes {
  /** Registers the webhooks. */
  routes(http: Http): Promise<void>;
  /** Subscribes a shop to its partner's event queue, if there is one. Called after each sync of the shop's record. */
  subscribe(tenantId: string, shop: Pick<LinkedShop, 'shopId' | 'platform'>): Promise<void>;
  /** Polls the event queues until stopped, and purges old messages and hints. With `pollIntervalMs` 0 it polls none. */
  work(settings: { pollIntervalMs: number }): { stop(): Promise<void> };
  /** Writes the delivery counts now instead of at the next interval. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than any partner retries: Shopee keeps undelivered pushes for three days. */
const retentionMs = 4 * 86_400_000;

const purgeStatement = sql('pushes.purge_messages', 'select pushes.purge_messages($1)');

/** Deletes messages older than four days. Partners retry for three; processing a later duplicate again is harmless. */
async function purgeMessages(database: Database, now: Date): Promise<void> {
  await database.query(purgeStatement, [new Date(now.getTime() - retentionMs)]);
}

const purgeIntervalMs = 3_600_000;

export function createPushes(dependencies: PushesDependencies): Pushes {
  const { database, log, partners, collector } = dependencies;
  const now = () => new Date();
  const deliveries = createDeliveryCounter({ database, log, now });
  const shared: EventQueueDependencies = {
    database,
    log,
    partners,
    collector,
    deliveries,
    now,
    queueName: `seller-connect-${dependencies.installation.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`,
  };
  const queuedPartners = new Map<Platform, QueuedPartner>(
    partners.queuedPartners().map((partner) => [partner.platform, partner]),
  );

  return {
    routes: (http) => registerPushRoutes(http.app, dependencies.readers, shared),

    async subscribe(tenantId, { shopId, platform }) {
      const partner = queuedPartners.get(platform);
      if (!partner) return;
      try {
        await subscribeShop(shared, partner, (call) =>
          partners.withShopAccess(tenantId, shopId, (access) => call(access)),
        );
      } catch (error) {
        log.warn(
          { event: 'pushes.subscription_failed', err: error, platform, shopId },
          "Shop could not be subscribed to the partner's events",
        );
      }
    },

    work({ pollIntervalMs }) {
      const purge = () => waitForAll([purgeMessages(database, now()), collector.purgeHints()]);
      const pollings = [
        startPolling(purge, {
          intervalMs: purgeIntervalMs,
          isDelayed: true,
          onError: (error) =>
            log.warn(
              { event: 'pushes.purge_failed', err: error },
              'Old push records were not deleted',
            ),
        }),
      ];
      if (pollIntervalMs > 0) {
        for (const partner of queuedPartners.values()) {
          pollings.push(pollEventQueue(shared, partner, pollIntervalMs));
        }
      }
      return {
        async stop() {
          await Promise.all(pollings.map((polling) => polling.stop()));
        },
      };
    },

    write: () => deliveries.write(),
    close: () => deliveries.close(),
  };
}
