import { setTimeout as delay } from 'node:timers/promises';
import { ShopList, SyncStatus } from '@seller-connect/contract';
import type { Pool } from 'pg';
import { Value } from 'typebox/value';
import { isFullySynced } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { findMoneyDifferences } from '../chaos/compare-money.ts';
import { simulateNight } from '../chaos/drain.ts';
import type { ChaosShop } from '../chaos/world.ts';
import { findDifferences, succeeds } from '../rolling/linked-shops.ts';
import type { RemoteSeller } from '../rolling/remote-seller.ts';

/** Gives up if nothing changes for this long. */
const maxUnchangedMs = 90_000;
/** Gives up even if something changes. */
const maxInconsistentMs = 240_000;

/** The sellers' data, and what is needed to compare them with the ledgers. */
export interface Books {
  seller: RemoteSeller;
  tenantId: string;
  /** Shops and ad accounts. */
  shops: readonly ChaosShop[];
  sandbox: SandboxProcess;
  database: Database;
  /** Pool of the database's owner. */
  owner: Pool;
  /** Called for each shop that lost its consent, with partner, status and reason. It is linked again at once. */
  onLostConsent(lost: string): void;
}

/**
 * Requests a full sync, as a seller does. The last requests are moved into the past, because the API begins no more than
 * five runs in five minutes.
 */
export async function requestSync({ owner, seller, tenantId }: Books): Promise<void> {
  await owner.query(
    `with runs as (
       update collector.run set started_at = started_at - interval '5 minutes' where tenant_id = $1)
     update collector.stream set requested_at = requested_at - interval '5 minutes' where tenant_id = $1`,
    [tenantId],
  );
  await seller.call('POST', '/collector/getData');
}

/**
 * Waits until every layer equals the ledgers: first sales, which syncs alone have to repair, then money and ads, which
 * are fetched again at night.
 * @param withMoney false to compare sales only, which takes half the processor time
 * @returns the differences that remain once nothing changes anymore
 */
export async function waitUntilConsistent(books: Books, withMoney: boolean): Promise<string[]> {
  const of = [books.database, books.sandbox, books.tenantId] as const;
  const sold = books.shops.filter(({ platform }) => platform !== 'FACEBOOK');
  const wrong = await waitUntilEqual(books, {
    beforeSync: async () => undefined,
    findDifferences: () => findDifferences(...of, sold),
  });
  if (wrong.length > 0 || !withMoney) return wrong;
  return waitUntilEqual(books, {
    beforeSync: () => simulateNight(books.owner, books.tenantId),
    findDifferences: () => findMoneyDifferences(...of, books.shops),
  });
}

interface Comparison {
  beforeSync(): Promise<void>;
  /** Takes a hundred times the processor time of the progress. */
  findDifferences(): Promise<string[]>;
}

/** Requests syncs until the data is correct. A sync also makes up for lost pushes. */
async function waitUntilEqual(books: Books, comparison: Comparison): Promise<string[]> {
  const startedAt = performance.now();
  let last = { text: '', at: startedAt };
  let isSyncRequested = false;
  for (;;) {
    // Once: a request while nothing is synced makes every stream due again.
    isSyncRequested ||= await succeeds(async () => {
      await comparison.beforeSync();
      await requestSync(books);
    });
    await delay(300);
    const state = await readState(books, comparison);
    if (isSyncRequested && state.isAtRest && state.wrong.length === 0) return [];
    const text = JSON.stringify(state);
    const now = performance.now();
    if (text !== last.text) last = { text, at: now };
    if (now - last.at > maxUnchangedMs || now - startedAt > maxInconsistentMs)
      return [...state.wrong, state.progress];
    if (state.isAtRest) isSyncRequested = false;
  }
}

async function readState(
  books: Books,
  { findDifferences: find }: Comparison,
): Promise<{ isAtRest: boolean; wrong: string[]; progress: string }> {
  try {
    await relinkShops(books);
    const answer = await books.seller.call('GET', '/partner/check_synced_data');
    const progress = Value.Parse(SyncStatus, answer);
    const isAtRest = isFullySynced(progress);
    const wrong = isAtRest ? await find() : [];
    if (wrong.length > 0) await makeHintsDue(books);
    return { isAtRest, wrong, progress: JSON.stringify(progress.shops) };
  } catch (error) {
    return { isAtRest: false, wrong: [], progress: String(error) };
  }
}

/** Lets pushes be followed at once whose orders could not be fetched, which takes up to two minutes otherwise. */
async function makeHintsDue({ owner, tenantId }: Books): Promise<void> {
  await owner.query(
    'update collector.hint set due_at = now() where tenant_id = $1 and due_at > now()',
    [tenantId],
  );
}

async function relinkShops({ seller, sandbox, onLostConsent }: Books): Promise<void> {
  const { items } = Value.Parse(ShopList, await seller.call('GET', '/partner/shops'));
  for (const shop of items) {
    if (shop.status === 'connected') continue;
    onLostConsent(`${shop.platform} ${shop.status} ${shop.reauthorization?.reason ?? ''}`);
    await seller.link(sandbox, shop.externalShopId, shop.platform, shop.id);
  }
}
