import type { Platform, PushReader } from '@seller-connect/partners';
import type { Collector, LinkedShop } from '../collector/index.ts';
import type { Partners } from '../partners/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import {
  pollEventQueue,
  subscribeShop,
  type EventQueueDependencies,
  type QueuedPartner,
} from './event-queue.ts';
import { registerPushRoutes } from './routes.ts';
import { purgeMessages } from './messages.ts';
import { createDeliveryCounter } from './delivery-counts.ts';
export { pushEraser } from './erase.ts';

export interface PushesDependencies {
  database: Database;
  log: Log;
  partners: Pick<Partners, 'tenantsOf' | 'shopsNamed' | 'withShopAccess' | 'queuedPartners'>;
  collector: Pick<Collector, 'note' | 'look' | 'purgeHints'>;
  /** The receiving ends of the partners that call us. */
  readers: readonly PushReader[];
  /** Tells this installation's queues of events at the partners from those of others. */
  installation: string;
  now?: () => Date;
}

/** What partners tell by themselves: calls that they make to us, and queues of events that we ask. */
export interface Pushes {
  /** Opens the addresses that partners call. */
  routes(http: Http): Promise<void>;
  /** A linked shop's record was read: from then on its events are told, where a partner wants to be asked for them. */
  shopWasRead(tenantId: string, shop: Pick<LinkedShop, 'shopId' | 'platform'>): Promise<void>;
  /** Asks the queues of events until stopped, and forgets what is old. `eventsEveryMs` 0 asks none. */
  work(settings: { eventsEveryMs: number }): { stop(): Promise<void> };
  /** Writes what was counted, which otherwise happens every few seconds. */
  write(): Promise<void>;
  close(): Promise<void>;
}

const purgeIntervalMs = 3_600_000;

export function createPushes(dependencies: PushesDependencies): Pushes {
  const { database, log, partners, collector } = dependencies;
  const now = dependencies.now ?? (() => new Date());
  const deliveries = createDeliveryCounter({ database, log, now });
  const shared: EventQueueDependencies = {
    database,
    log,
    partners,
    collector,
    tally: deliveries,
    now,
    queueName: `seller-connect-${dependencies.installation.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`,
  };
  const queuedPartners = new Map<Platform, QueuedPartner>(
    partners.queuedPartners().map((partner) => [partner.platform, partner]),
  );

  return {
    routes: (http) => registerPushRoutes(http.app, dependencies.readers, shared),

    async shopWasRead(tenantId, { shopId, platform }) {
      const partner = queuedPartners.get(platform);
      if (!partner) return;
      try {
        await subscribeShop(shared, partner, (call) =>
          partners.withShopAccess(tenantId, shopId, (access) => call(access)),
        );
      } catch (error) {
        log.warn(
          { err: error, platform, shopId },
          'the events of a shop could not be subscribed to',
        );
      }
    },

    work({ eventsEveryMs: pollIntervalMs }) {
      const stopping = new AbortController();
      const polling = [...queuedPartners.values()].map((partner) =>
        pollIntervalMs === 0
          ? Promise.resolve()
          : pollEventQueue(shared, partner, pollIntervalMs, stopping.signal),
      );
      const purge = () => {
        Promise.all([purgeMessages(database, now()), collector.purgeHints()]).catch(
          (error: unknown) => log.warn({ err: error }, 'old messages were not forgotten'),
        );
      };
      const timer = setInterval(purge, purgeIntervalMs);
      timer.unref();
      return {
        async stop() {
          stopping.abort();
          clearInterval(timer);
          await Promise.all(polling);
        },
      };
    },

    write: () => deliveries.write(),
    close: () => deliveries.close(),
  };
}
