import {
  PartnerError,
  type AdsConnector,
  type Connector,
  type MarketplaceConnector,
  type PartnerConnector,
  type ShopAccess,
  type Platform,
} from '@seller-connect/partners';
import type { Events } from '../../platform/events.ts';
import { renewPeriodically } from '../../platform/poll.ts';
import type { Log } from '../../platform/log.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { countRows } from '../metrics.ts';
import { readPendingHints, type PendingHint } from './hint-store.ts';
import type { PushReliability } from './sync-interval.ts';
import { newestDaysBegin, type TimeRange } from '../planning/window-plan.ts';
import {
  isBackfilling,
  isLongBackfill,
  renew,
  saveStream,
  StaleLease,
  type LeasedStream,
} from './stream-store.ts';
import type { ReauthorizationReason } from '../../partners/index.ts';

/** Topic under which changes of a tenant's progress are published. */
export const progressTopic = 'collector';

/** A worker's lease of one stream. Calls to the partner and commits go through it. */
export interface StreamLease {
  readonly stream: LeasedStream;
  readonly shop: LinkedShop;
  readonly pushes: PushReliability;
  /** Aborted when another worker has acquired the stream or the process stops. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /**
   * Runs one call to the marketplace, or a few that belong together.
   * @param about the range of the requested orders; calls for old ones run in the background
   */
  callMarketplace<T>(
    call: (connector: MarketplaceConnector, access: ShopAccess) => Promise<T>,
    about?: TimeRange,
  ): Promise<T>;
  /** Runs calls that every partner has. */
  callPartner<T>(call: (connector: PartnerConnector, access: ShopAccess) => Promise<T>): Promise<T>;
  /** Runs one call to an ad platform, or a few that belong together. */
  callAdPlatform<T>(call: (connector: AdsConnector, access: ShopAccess) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction: renews the lease and locks the stream, lets `work` write and change `next`, then
   * saves the stream. If the transaction fails, the stream in memory stays unchanged too. Listeners are notified after
   * the commit.
   * @throws StaleLease if another worker has acquired the stream
   */
  commit<T>(work: (tx: TenantTransaction, next: LeasedStream) => Promise<T>): Promise<T>;
  /** Returns the hints of the stream that are due. */
  readPendingHints(): Promise<readonly PendingHint[]>;
  end(): void;
}

/** Tells when a time slice is over, so that a large shop does not block small ones. */
export interface Budget {
  isSpent: () => boolean;
}

/** Whether the partner refused a request: it would refuse the same one again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PartnerError && error.kind === 'invalid_request';
}

export function createStreamLease(options: {
  database: Database;
  shopAccess: ShopAccessProvider;
  events: Pick<Events, 'publish'>;
  pushes: PushReliability;
  stream: LeasedStream;
  shop: LinkedShop;
  leaseMs: number;
  stopping: AbortSignal;
  now: () => Date;
  log: Pick<Log, 'warn'>;
}): StreamLease {
  const { database, shopAccess, leaseMs } = options;
  const leaseLost = new AbortController();
  const signal = AbortSignal.any([leaseLost.signal, options.stopping]);
  let leased = options.stream;

  // Keeps the lease while a partner responds slowly. Commits renew it themselves and lock the row: a renewal beside one
  // would only wait for it on another connection.
  let pendingCommits = 0;
  const stopRenewing = renewPeriodically(
    async () => {
      if (pendingCommits > 0) return;
      await database.tenant(leased.tenantId, (tx) => renew(tx, leased, leaseMs));
    },
    leaseMs / 3,
    (error) => {
      if (error instanceof StaleLease) return leaseLost.abort(error);
      const { shopId, stream } = leased;
      options.log.warn(
        { event: 'collector.lease_not_renewed', err: error, shopId, stream },
        'Lease of a stream was not renewed',
      );
    },
  );

  async function commit<T>(
    work: (tx: TenantTransaction, next: LeasedStream) => Promise<T>,
  ): Promise<T> {
    const next = { ...leased };
    pendingCommits += 1;
    try {
      const committed = await database.tenant(leased.tenantId, async (tx) => {
        await renew(tx, leased, leaseMs);
        const value = await work(tx, next);
        await saveStream(tx, next, leaseMs);
        return value;
      });
      options.events.publish(progressTopic, next.tenantId);
      countRows(options.shop.platform, leased.stream, next.rows - leased.rows);
      leased = next;
      return committed;
    } finally {
      pendingCommits -= 1;
    }
  }
  async function withAccess<T>(
    work: (access: ShopAccess, connector: Connector) => Promise<T>,
    range?: TimeRange,
  ): Promise<T> {
    signal.throwIfAborted();
    const newestFrom = range ? newestDaysBegin(leased, options.shop.timeZone) : null;
    const isHistorical = range !== undefined && newestFrom !== null && range.to <= newestFrom;
    return shopAccess.withShopAccess(leased.tenantId, leased.shopId, work, {
      inBackground: isBackfilling(leased) || (isHistorical && isLongBackfill(leased)),
    });
  }
  // Commits run one after another: each builds on the stream state of the one before.
  let lastCommit: Promise<void> = Promise.resolve();
  const ignore = () => undefined;

  return {
    get stream() {
      return leased;
    },
    shop: options.shop,
    pushes: options.pushes,
    signal,
    now: options.now,
    callMarketplace: (call, range) =>
      withAccess((access, connector) => {
        if (connector.kind !== 'marketplace') throw new Error(wrongPartnerMessage(leased));
        return call(connector, access);
      }, range),
    callPartner: (call) => withAccess((access, connector) => call(connector, access)),
    callAdPlatform: (call) =>
      withAccess((access, connector) => {
        if (connector.kind !== 'ads') throw new Error(wrongPartnerMessage(leased));
        return call(connector, access);
      }),
    commit: (work) => {
      const pending = lastCommit.then(() => commit(work));
      lastCommit = pending.then(ignore, ignore);
      return pending;
    },
    readPendingHints: () => readPendingHints(database, leased),
    end: stopRenewing,
  };
}

function wrongPartnerMessage(leased: LeasedStream): string {
  return `The stream ${leased.stream} does not belong to this partner`;
}

/** A linked shop, as `partners` provides it. */
export interface LinkedShop {
  shopId: string;
  platform: Platform;
  name: string;
  region: string;
  currency: string;
  timeZone: string;
  status: 'connected' | 'needs_reauthorization' | 'disconnected';
  /** Set with `needs_reauthorization`. */
  reason: ReauthorizationReason | null;
}

/** What the collector needs from `partners`; `createPartners` in `partners/index.ts` implements it. */
export interface ShopAccessProvider {
  listShops(tenantId: string): Promise<LinkedShop[]>;
  /**
   * Runs `work` with the shop's access, for one or a few calls. Refreshes the tokens if they are due or refused; `work`
   * may run again after a refresh.
   * @throws ShopAccessError if only the seller can help; PartnerError as the connector throws it
   */
  withShopAccess<T>(
    tenantId: string,
    shopId: string,
    work: (access: ShopAccess, connector: Connector) => Promise<T>,
    options?: {
      /** Calls of a backfill, which leave a share of the partner's rate limit to others. */
      inBackground?: boolean;
    },
  ): Promise<T>;
}
