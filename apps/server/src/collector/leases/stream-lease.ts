import type {
  AdsConnector,
  Connector,
  MarketplaceConnector,
  PartnerConnector,
  ShopAccess,
} from '@seller-connect/partners';
import { notify } from '../../platform/events.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { countRows } from '../metrics.ts';
import type { LinkedShop, ShopGate } from './shop-access.ts';
import { newestDaysFrom, type Span } from '../planning/window-plan.ts';
import {
  isFilling,
  isLongHistory,
  renew,
  save,
  Superseded,
  type HeldStream,
} from './stream-store.ts';

/** The topic of `events` under which a tenant's progress is told. */
export const progressTopic = 'collector';

/** A worker's hold on one stream: calls to the partner and commits go through it. */
export interface Holding {
  readonly held: HeldStream;
  readonly shop: LinkedShop;
  /** Aborted when another worker took over, the time is up to stop, or the program ends. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /**
   * One call to the marketplace, or a few that belong together.
   * @param about the orders that are asked for: old ones are not waited for as the newest days are
   */
  ask<T>(
    call: (connector: MarketplaceConnector, access: ShopAccess) => Promise<T>,
    about?: Span,
  ): Promise<T>;
  /** What every partner can be asked for. */
  askAny<T>(call: (connector: PartnerConnector, access: ShopAccess) => Promise<T>): Promise<T>;
  /** One call to an ad platform, or a few that belong together. */
  askAds<T>(call: (connector: AdsConnector, access: ShopAccess) => Promise<T>): Promise<T>;
  /**
   * One transaction: the hold is proven and locked, then `work` writes, then what `work` changed in the
   * stream is stored and listeners are told. All or nothing, the stream in memory too.
   */
  commit<T>(work: (tx: TenantTransaction, next: HeldStream) => Promise<T>): Promise<T>;
  end(): void;
}

export function hold(options: {
  database: Database;
  gate: ShopGate;
  held: HeldStream;
  shop: LinkedShop;
  leaseMs: number;
  stopping: AbortSignal;
  now: () => Date;
}): Holding {
  const { database, gate, leaseMs } = options;
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, options.stopping]);
  let held = options.held;

  // A slow partner must not cost the hold. A commit renews it by itself, and keeps the row locked meanwhile:
  // renewals beside it would only wait for it, each on a connection of its own.
  let writes = 0;
  const timer = setInterval(() => {
    if (writes > 0) return;
    writes += 1;
    database
      .tenant(held.tenantId, (tx) => renew(tx, held, leaseMs))
      .catch((error: unknown) => {
        if (error instanceof Superseded) lost.abort(error);
      })
      .finally(() => {
        writes -= 1;
      });
  }, leaseMs / 3);

  async function commit<T>(
    work: (tx: TenantTransaction, next: HeldStream) => Promise<T>,
  ): Promise<T> {
    const next = { ...held };
    writes += 1;
    try {
      const answer = await database.tenant(held.tenantId, async (tx) => {
        await renew(tx, held, leaseMs);
        const done = await work(tx, next);
        await Promise.all([save(tx, next, leaseMs), notify(tx, progressTopic, next.tenantId)]);
        return done;
      });
      countRows(options.shop.platform, held.stream, next.rows - held.rows);
      held = next;
      return answer;
    } finally {
      writes -= 1;
    }
  }
  async function lend<T>(
    work: (access: ShopAccess, connector: Connector) => Promise<T>,
    about?: Span,
  ): Promise<T> {
    signal.throwIfAborted();
    const newest = about ? newestDaysFrom(held, options.shop.timeZone) : null;
    const isOld = about !== undefined && newest !== null && about.to <= newest;
    return gate.withShopAccess(held.tenantId, held.shopId, work, {
      inBackground: isFilling(held) || (isOld && isLongHistory(held)),
    });
  }
  // One commit after another: each builds on what the one before it knew of the stream.
  let last: Promise<void> = Promise.resolve();
  const ignore = () => undefined;

  return {
    get held() {
      return held;
    },
    shop: options.shop,
    signal,
    now: options.now,
    ask: (call, about) =>
      lend((access, connector) => {
        if (connector.kind !== 'marketplace') throw new Error(wrongPartner(held));
        return call(connector, access);
      }, about),
    askAny: (call) => lend((access, connector) => call(connector, access)),
    askAds: (call) =>
      lend((access, connector) => {
        if (connector.kind !== 'ads') throw new Error(wrongPartner(held));
        return call(connector, access);
      }),
    commit: (work) => {
      const mine = last.then(() => commit(work));
      last = mine.then(ignore, ignore);
      return mine;
    },
    end: () => clearInterval(timer),
  };
}

function wrongPartner(held: HeldStream): string {
  return `The stream ${held.stream} does not belong to this partner`;
}
