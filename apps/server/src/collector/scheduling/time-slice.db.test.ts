import { PartnerError, type MarketplaceConnector } from '@seller-connect/partners';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { createPushReliability } from '../leases/sync-interval.ts';
import { acquire, type StreamKey } from '../leases/stream-store.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { runSlice, type SliceDependencies } from './time-slice.ts';

const { database } = await openTestDatabase({ poolSize: 4 });

let key: StreamKey;
/** Replaces the partner's response to a request for products, given its cursor. */
let readProducts: (cursor: string | null) => ReturnType<MarketplaceConnector['readProducts']>;

const makeDue = sql(
  'test.make_due',
  `insert into collector.stream as known (tenant_id, shop_id, stream, state, next_run_at, requested_at)
   values ($1, $2, $3, 'waiting', now(), now())
   on conflict (tenant_id, shop_id, stream) do update set next_run_at = now()`,
);
const expireLease = sql(
  'test.expire_lease',
  `update collector.stream set lease_expires_at = now() - interval '1 second' where tenant_id = $1`,
);
const readRuns = sql('test.runs', 'select state, kind from collector.run where tenant_id = $1');

const page = (next: string | null) => ({ products: [], rejects: [], total: 0, next });
const refused = () =>
  new PartnerError({ kind: 'invalid_request', code: '36009004', endpoint: '/products/search' });

beforeEach(() => {
  key = { tenantId: newId(), shopId: newId(), stream: 'products' };
});

/** Syncs the stream for a time, by default for one page. */
async function sync(sliceMs = 0): Promise<void> {
  await database.tenant(key.tenantId, (tx) =>
    tx.execute(makeDue, [key.tenantId, key.shopId, key.stream]),
  );
  const connector: MarketplaceConnector = {
    ...unreachableLazada(),
    readProducts: (_access, cursor) => readProducts(cursor),
  };
  const access = { accessToken: '', externalShopId: '1', region: 'VN' };
  const dependencies: SliceDependencies = {
    database,
    shopAccess: {
      listShops: async () => [linkedShop({ shopId: key.shopId })],
      withShopAccess: (_tenantId, _shopId, work) => work(access, connector),
    },
    events: { publish: () => undefined },
    pushes: createPushReliability(() => new Date()),
    log: createLog('silent'),
    now: () => new Date(),
    random: () => 0.5,
    leaseMs: 60_000,
    sliceMs,
    maxSliceMs: sliceMs,
    changesEveryMs: 60_000,
    minReportPollMs: 500,
    onShopSynced: async () => undefined,
    onDataRead: async () => undefined,
  };
  const stopping = new AbortController().signal;
  const context = { stopping, hintsOnly: false, isPrompt: true, isWanted: () => false };
  await runSlice(dependencies, key, context);
}

it('begins a pass anew whose cursor the partner refuses', async () => {
  const cursors: (string | null)[] = [];
  let isExpired = false;
  readProducts = async (cursor) => {
    cursors.push(cursor);
    if (isExpired && cursor !== null) throw refused();
    return page(cursor === null ? 'second' : null);
  };
  await sync();
  isExpired = true;
  await sync();
  isExpired = false;
  await sync();
  await sync();
  expect(cursors).toEqual([null, 'second', null, 'second']);
});

it('requests a page that the partner refuses at once for an hour before it begins a pass anew', async () => {
  const cursors: (string | null)[] = [];
  readProducts = async (cursor) => {
    cursors.push(cursor);
    if (cursor !== null) throw refused();
    return page('second');
  };
  for (let attempt = 0; attempt < 9; attempt += 1) await sync(60_000);
  const refusals = Array.from({ length: 8 }, () => 'second');
  expect(cursors).toEqual([null, ...refusals, null, 'second']);
});

it('resumes a pass after any other failure', async () => {
  const cursors: (string | null)[] = [];
  readProducts = async (cursor) => {
    cursors.push(cursor);
    if (cursors.length === 2) {
      throw new PartnerError({ kind: 'unavailable', code: 'http_502', endpoint: '/products' });
    }
    return page(cursor === null ? 'second' : null);
  };
  await sync();
  await sync();
  await sync();
  expect(cursors).toEqual([null, 'second', 'second']);
});

it('records nothing of a slice whose stream another worker has acquired', async () => {
  readProducts = async () => {
    await database.tenant(key.tenantId, (tx) => tx.execute(expireLease, [key.tenantId]));
    expect(await acquire(database, key, 60_000)).not.toBeNull();
    throw new PartnerError({ kind: 'unavailable', code: 'http_502', endpoint: '/products' });
  };
  await sync();
  expect(await database.tenantRead(key.tenantId, readRuns, [key.tenantId])).toEqual([]);
});
