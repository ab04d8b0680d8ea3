import {
  Authorization,
  CollectionRun,
  LinkResult,
  SyncStatus,
  type Platform,
} from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { callJson } from '../../../test/call-json.ts';
import { createHttp, type Http, type Session } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { createReportAuthenticator, reportingRoutes } from '../../reporting/index.ts';
import type { Assembly } from './assembly.ts';
import type { SandboxProcess } from './processes/sandbox-process.ts';

/** A seller with a session. Every call uses the product's HTTP routes. */
export interface Seller {
  tenantId: string;
  http: Http;
  get(path: string, language?: string): Promise<{ status: number; body: unknown }>;
  post(path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Requests data until a new run starts. */
  requestSync(): Promise<{ status: number; body: unknown }>;
  /** Links a shop of the sandbox as the browser would, which starts a run. Returns the shop's id. */
  link(
    sandbox: SandboxProcess,
    externalShopId: string,
    platform?: Platform,
    /** Id of the shop that is linked again. */
    relinkedShopId?: string,
  ): Promise<string>;
  progress(): Promise<SyncStatus>;
  /**
   * Waits until `isReached`; by default until all streams but returns and settlements are up to date.
   * @throws if nothing changes for `stallTimeoutMs`, or before the time limit of the test would hide the state
   */
  until(
    stallTimeoutMs: number,
    isReached?: (data: SyncStatus) => boolean,
    pollIntervalMs?: number,
  ): Promise<SyncStatus>;
  /** Requests data and waits until the streams have been synced by passes that began after the call. */
  syncAgain(streams?: readonly string[]): Promise<SyncStatus>;
}

const maxWaitMs = 220_000;

/** Whether all streams but returns and settlements are up to date. */
function isSynced(data: SyncStatus): boolean {
  return (
    data.shops.length > 0 &&
    data.shops.every(({ streams }) =>
      streams.every(
        ({ stream, state }) =>
          state === 'up_to_date' || stream === 'returns' || stream === 'settlements',
      ),
    )
  );
}

/** Whether all streams are up to date. */
export function isFullySynced(data: SyncStatus): boolean {
  return data.shops.every(({ streams }) => streams.every(({ state }) => state === 'up_to_date'));
}

/** Counts the rows of all streams. */
export function countRows(data: SyncStatus): number {
  return data.shops.flatMap(({ streams }) => streams).reduce((sum, { rows }) => sum + rows, 0);
}

export async function createSeller(
  assembly: Assembly,
  options: { sessionMs?: number; tenantId?: string; role?: Session['role'] } = {},
): Promise<Seller> {
  const { tenantId = newId(), role = 'owner' } = options;
  const session: Session = {
    tenantId,
    accountId: newId(),
    role,
    expiresAt: new Date(Date.now() + (options.sessionMs ?? 3_600_000)),
    tokenHash: Buffer.alloc(32),
  };
  const http = await createHttp({
    log: assembly.log,
    authenticate: async (token) => (token === 'seller' ? session : null),
  });
  assembly.partners.routes(http);
  assembly.collector.routes(http);
  reportingRoutes(http, {
    isSignInFresh: async () => true,
    pictures: { pathOf: () => null, open: () => null },
    appOrigin: 'http://127.0.0.1',
    account: async () => null,
    admission: createReportAuthenticator(assembly.database, () => new Date()),
    log: assembly.log,
    database: assembly.database,
    readCoverage: (tenant) => assembly.collector.coverage(tenant),
    now: () => new Date(),
  });

  const call = (method: 'GET' | 'POST', url: string, body?: object, language?: string) =>
    callJson(http, 'seller', method, url, body, language);

  const seller: Seller = {
    tenantId,
    http,
    get: (path, language) => call('GET', path, undefined, language),
    post: (path, body) => call('POST', path, body),
    async requestSync() {
      for (;;) {
        const requestedAt = Date.now();
        const answer = await call('POST', '/collector/getData');
        const { startedAt } = Value.Parse(CollectionRun, answer.body);
        if (Date.parse(startedAt) >= requestedAt) return answer;
        // A request soon after another one returns the run in progress.
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    async link(sandbox, externalShopId, platform = 'LAZADA', relinkedShopId) {
      const query = new URLSearchParams({
        platform,
        ...(relinkedShopId && { shopId: relinkedShopId }),
      });
      const started = await call('GET', `/partner/authorize?${query.toString()}`);
      const { state } = Value.Parse(Authorization, started.body);
      const accessToken = await sandbox.consent(externalShopId, state, platform);
      const extras = platform === 'SHOPEE' ? { shop_id: externalShopId } : {};
      const linked = await call('POST', '/partner/credential', {
        platform,
        accessToken,
        state,
        ...extras,
      });
      if (linked.status !== 200) throw new Error(`Linking failed: ${JSON.stringify(linked.body)}`);
      const { shops } = Value.Parse(LinkResult, linked.body);
      const shop = shops.find((each) => each.externalShopId === externalShopId);
      if (!shop) throw new Error('The linked shop is not in the answer');
      return shop.id;
    },
    async progress() {
      const { status, body } = await call('GET', '/partner/check_synced_data');
      if (status !== 200) throw new Error(`No progress: ${JSON.stringify(body)}`);
      return Value.Parse(SyncStatus, body);
    },
    async until(stallTimeoutMs, isReached = isSynced, pollIntervalMs = 300) {
      const startedAt = performance.now();
      let last = { text: '', at: startedAt };
      for (;;) {
        const data = await seller.progress();
        if (isReached(data)) return data;
        const text = JSON.stringify(data);
        if (performance.now() > startedAt + maxWaitMs) {
          throw new Error(`Not reached after ${maxWaitMs} ms: ${text}`);
        }
        if (text !== last.text) last = { text, at: performance.now() };
        if (performance.now() > last.at + stallTimeoutMs) {
          throw new Error(`Nothing has changed for ${stallTimeoutMs} ms: ${text}`);
        }
        await new Promise((done) => setTimeout(done, pollIntervalMs));
      }
    },
    async syncAgain(streams) {
      const requestedAt = Date.now();
      await seller.requestSync();
      // A pass that began before the request leaves its stream due at once: its next run is not in the future.
      return seller.until(40_000, ({ shops }) =>
        shops
          .flatMap((shop) => shop.streams)
          .filter(({ stream }) => streams?.includes(stream) ?? true)
          .every(
            ({ lastSucceededAt, nextRunAt }) =>
              Date.parse(lastSucceededAt ?? '') > requestedAt &&
              Date.parse(nextRunAt ?? '') > Date.now(),
          ),
      );
    },
  };
  return seller;
}
