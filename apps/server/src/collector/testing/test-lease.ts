import type { Connector } from '@seller-connect/partners';
import type { Database } from '../../platform/database/database.ts';
import { createPushReliability } from '../leases/sync-interval.ts';
import type { LinkedShop, StreamLease } from '../leases/stream-lease.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

interface TestLease extends StreamLease {
  stream: LeasedStream;
}

/** Creates a lease of a stream that is not stored. Commits run one after another, as in a real one. */
export function createTestLease(options: {
  database: Pick<Database, 'tenant'>;
  stream: LeasedStream;
  shop: LinkedShop;
  connector: Connector;
  now: () => Date;
}): TestLease {
  const { database, connector, ...rest } = options;
  const access = { accessToken: '', externalShopId: '1', region: 'VN' };
  let lastCommit: Promise<unknown> = Promise.resolve();
  const lease: TestLease = {
    ...rest,
    pushes: createPushReliability(rest.now),
    signal: new AbortController().signal,
    callMarketplace: async (call) => {
      if (connector.kind !== 'marketplace') throw new Error('The partner is no marketplace');
      return call(connector, access);
    },
    callPartner: (call) => call(connector, access),
    callAdPlatform: async (call) => {
      if (connector.kind !== 'ads') throw new Error('The partner is no ad platform');
      return call(connector, access);
    },
    commit: (work) => {
      const pending = lastCommit.then(async () => {
        const next = { ...lease.stream };
        const committed = await database.tenant(next.tenantId, (tx) => work(tx, next));
        lease.stream = next;
        return committed;
      });
      lastCommit = pending.catch(() => undefined);
      return pending;
    },
    readPendingHints: async () => [],
    end: () => undefined,
  };
  return lease;
}
