import type { Push } from '@seller-connect/partners';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-database.ts';
import type { StreamKey } from '../collector/index.ts';
import { sql, type Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { acceptPushes, deliveryKey, type AcceptDependencies } from './accept-pushes.ts';
import { pollEventQueue, type EventQueueDependencies } from './event-queue.ts';

const { database } = await openTestDatabase({ poolSize: 8 });

/** Returns dependencies with one shop of one tenant. `enqueued` and `looked` record the calls to the collector. */
function world(own: Partial<AcceptDependencies> = {}) {
  const tenantId = newId();
  const shopId = newId();
  const woken: StreamKey[] = [];
  const enqueued: string[] = [];
  const dependencies: AcceptDependencies = {
    database,
    partners: {
      tenantsOf: async ({ externalShopId }) => (externalShopId === '5' ? [tenantId] : []),
      shopsNamed: async () => [shopId],
    },
    collector: {
      enqueueHint: async (_tx, { ids }) => void enqueued.push(...ids),
      wake: (keys) => void woken.push(...keys),
    },
    now: () => new Date(),
    ...own,
  };
  return { tenantId, shopId, dependencies, looked: woken, enqueued };
}

function about(order: string, shop = '5', eventId: string | null = null): Push {
  const hint = { externalShopId: shop, region: 'VN', about: 'orders', changedAt: null } as const;
  return { eventId, topic: '0', hints: [{ ...hint, ids: [order] }] };
}

const message = (order: string, shop?: string) => ({
  key: `id:${shop ?? ''}:${order}`,
  push: about(order, shop),
});

const countStoredStatement = sql(
  'test.kept',
  'select count(*)::integer as kept from pushes.message where tenant_id = $1',
);

async function countStored(tenantId: string): Promise<number> {
  const [row] = await database.tenantRead<{ kept: number }>(tenantId, countStoredStatement, [
    tenantId,
  ]);
  return row?.kept ?? -1;
}

describe('a push', () => {
  it('is identified by its id at the partner, or else by its bytes', () => {
    const body = Buffer.from('{}');
    expect(deliveryKey(about('1', '5', '42'), body)).toBe('id:42');
    expect(deliveryKey(about('1'), body)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(deliveryKey(about('1'), Buffer.from('[]'))).not.toBe(deliveryKey(about('1'), body));
  });

  it('with several hints syncs each of them', async () => {
    const { dependencies, shopId, tenantId, looked } = world();
    const [order] = about('1').hints;
    if (!order) throw new Error('The message points nowhere');
    const push: Push = { ...about('1'), hints: [order, { ...order, about: 'returns', ids: [] }] };
    expect(await acceptPushes(dependencies, 'LAZADA', [{ key: 'id:1', push }])).toEqual([
      'accepted',
    ]);
    expect(looked).toEqual([
      { tenantId, shopId, stream: 'orders' },
      { tenantId, shopId, stream: 'returns' },
    ]);
    expect(await countStored(tenantId)).toBe(1);
  });

  it('that is delivered again after its response was lost is recognized, and syncs nothing', async () => {
    const { dependencies, tenantId, looked, enqueued } = world();
    expect(await acceptPushes(dependencies, 'LAZADA', [message('1')])).toEqual(['accepted']);
    // The process died before it answered, so the partner retries the delivery.
    expect(await acceptPushes(dependencies, 'LAZADA', [message('1')])).toEqual(['repeated']);
    expect([await countStored(tenantId), looked.length, enqueued]).toEqual([1, 1, ['1']]);
  });

  it('whose transaction failed was not accepted: nothing is stored, and the next delivery is accepted', async () => {
    const { dependencies, tenantId, looked } = world();
    const broken: Database = {
      ...database,
      tenant: (tenant, work) =>
        database.tenant(tenant, async (tx) => {
          await work(tx);
          throw new Error('killed before the commit');
        }),
    };
    await expect(
      acceptPushes({ ...dependencies, database: broken }, 'LAZADA', [message('2')]),
    ).rejects.toThrow('killed');
    expect([await countStored(tenantId), looked.length]).toEqual([0, 0]);
    expect(await acceptPushes(dependencies, 'LAZADA', [message('2')])).toEqual(['accepted']);
    expect(looked).toHaveLength(1);
  });

  it('of an unknown shop is not stored', async () => {
    const { dependencies, tenantId, looked } = world();
    const messages = [message('1', '6'), { key: 'id:9', push: { ...about('1'), hints: [] } }];
    expect(await acceptPushes(dependencies, 'LAZADA', messages)).toEqual([
      'unknown_shop',
      'ignored',
    ]);
    expect([await countStored(tenantId), looked]).toEqual([0, []]);
  });
});

describe('an event queue', () => {
  /** A partner that returns batches in order and repeats each one until it is acknowledged. */
  function partner(batches: readonly (readonly string[])[]) {
    const pulledAckIds: (string | null)[] = [];
    let at = 0;
    return {
      pulledAckIds,
      platform: 'TIKI' as const,
      events: {
        open: async () => 'queue',
        subscribe: async () => undefined,
        pull: async (_code: string, ackId: string | null) => {
          pulledAckIds.push(ackId);
          if (ackId === `ack-${at}`) at += 1;
          const batch = batches[at];
          if (!batch) return { events: [], ackId };
          const events = batch.map((order) => about(order, '5', `event-${order}`));
          return { events, ackId: `ack-${at}` };
        },
      },
    };
  }

  const openStatement = sql(
    'test.open_queue',
    `insert into pushes.event_queue (platform, name, code) values ('TIKI', $1, 'queue')`,
  );

  async function openQueue(dependencies: AcceptDependencies) {
    const queueName = newId();
    await database.execute(openStatement, [queueName]);
    const shared: EventQueueDependencies = {
      ...dependencies,
      queueName,
      deliveries: {
        count: () => undefined,
        write: async () => undefined,
        close: async () => undefined,
      },
      log: { info: () => undefined, warn: () => undefined },
    };
    return shared;
  }

  it('is acknowledged with the next pull; after a crash in between, a batch is stored once', async () => {
    const { dependencies, tenantId, enqueued } = world();
    const shared = await openQueue(dependencies);
    const tiki = partner([['1', '2'], ['3'], ['4']]);
    // Dies after the first batch is committed and before its acknowledgment is stored.
    const dying: Database = {
      ...database,
      execute: async (statement, values) => {
        if (statement.name === 'pushes.acknowledge_events') throw new Error('killed');
        return database.execute(statement, values);
      },
    };
    const failed = Promise.withResolvers<void>();
    const log = { info: () => undefined, warn: () => failed.resolve() };
    const first = pollEventQueue({ ...shared, database: dying, log }, tiki, 60_000);
    await failed.promise;
    await first.stop();
    expect([tiki.pulledAckIds, enqueued]).toEqual([[null], ['1', '2']]);
    // Another process continues once the lease of the first one has expired.
    await database.execute(
      sql(
        'test.end_hold',
        'update pushes.event_queue set lease_expires_at = now() where name = $1',
      ),
      [shared.queueName],
    );
    const second = pollEventQueue(shared, tiki, 10);
    await expect.poll(() => enqueued).toEqual(['1', '2', '3', '4']);
    await second.stop();
    expect(tiki.pulledAckIds.slice(0, 4)).toEqual([null, null, 'ack-0', 'ack-1']);
    expect(await countStored(tenantId)).toBe(4);
  });

  it('is polled by one process at a time', async () => {
    const { dependencies, enqueued } = world();
    const shared = await openQueue(dependencies);
    const orders = Array.from({ length: 30 }, (_, index) => [String(index)]);
    const tiki = partner(orders);
    const readers = [1, 2, 3].map(() => pollEventQueue(shared, tiki, 5));
    await expect.poll(() => enqueued.length).toBe(30);
    await Promise.all(readers.map((reader) => reader.stop()));
    expect(enqueued).toEqual(orders.flat());
  });

  it('delays no other event when it cannot be stored', async () => {
    const { dependencies, tenantId, enqueued } = world();
    const shared = await openQueue({
      ...dependencies,
      collector: {
        ...dependencies.collector,
        // PostgreSQL refuses the character.
        async enqueueHint(tx, hint) {
          await tx.query(sql('test.hint', 'select $1::text as id'), [hint.ids[0]]);
          enqueued.push(...hint.ids);
        },
      },
    });
    const reader = pollEventQueue(shared, partner([['1', '2\0'], ['3']]), 10);
    await expect.poll(() => enqueued).toContain('3');
    await reader.stop();
    expect(enqueued).not.toContain('2\0');
    expect(await countStored(tenantId)).toBe(2);
  });
});
