import type { Connector, ShopAccess } from '@seller-connect/partners';
import { notify } from '../platform/events.ts';
import type { Database, TenantTransaction } from '../platform/database.ts';
import type { LinkedShop, ShopGate } from './shop-gate.ts';
import { renew, save, Superseded, type HeldStream } from './stream-store.ts';

/** The topic of `events` under which a tenant's progress is told. */
export const progressTopic = 'collector';

/** A worker's hold on one stream: calls to the partner and commits go through it. */
export interface Holding {
  readonly held: HeldStream;
  readonly shop: LinkedShop;
  /** Aborted when another worker took over, the time is up to stop, or the program ends. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** One call to the partner, or a few that belong together. */
  ask<T>(call: (connector: Connector, access: ShopAccess) => Promise<T>): Promise<T>;
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

  // A slow partner must not cost the hold; a commit renews it as well.
  const timer = setInterval(() => {
    database
      .tenant(held.tenantId, (tx) => renew(tx, held, leaseMs))
      .catch((error: unknown) => {
        if (error instanceof Superseded) lost.abort(error);
      });
  }, leaseMs / 3);

  async function commit<T>(
    work: (tx: TenantTransaction, next: HeldStream) => Promise<T>,
  ): Promise<T> {
    const next = { ...held };
    const answer = await database.tenant(held.tenantId, async (tx) => {
      await renew(tx, held, leaseMs);
      const done = await work(tx, next);
      await Promise.all([save(tx, next), notify(tx, progressTopic, next.tenantId)]);
      return done;
    });
    held = next;
    return answer;
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
    ask: (call) => {
      signal.throwIfAborted();
      return gate.withShopAccess(held.tenantId, held.shopId, (access, connector) =>
        call(connector, access),
      );
    },
    commit: (work) => {
      const mine = last.then(() => commit(work));
      last = mine.then(ignore, ignore);
      return mine;
    },
    end: () => clearInterval(timer),
  };
}
