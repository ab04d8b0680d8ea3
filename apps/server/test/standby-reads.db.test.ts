import pg from 'pg';
import { afterAll, beforeEach, afterEach, expect, it, vi } from 'vitest';
import { openDatabase, sql } from '../src/platform/database/database.ts';
import { startStandbyReads } from '../src/platform/database/read-sources.ts';
import { startServerPair } from './server-pair.ts';
import { createHttp, type Http } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import {
  createCoreSession,
  findCoreSession,
  recordSessionChange,
} from '../src/sellers/core-session/core-session-store.ts';
import { createReportAuthenticator } from '../src/reporting/access/authenticate-tool.ts';
import { listRoutes } from '../src/reporting/lists/routes.ts';
import { reportingRoutes } from '../src/reporting/routes.ts';
import { noPictures } from '../src/reporting/testing/no-pictures.ts';

const log = createLog('silent');
const tenantId = newId();
const shopId = newId();
const accountId = newId();
const addShop = sql(
  'test.add_shop',
  `insert into reporting.shop values ($1, $2, 'LAZADA', $3, 'VN', 'VND', 'Asia/Ho_Chi_Minh', now())`,
);
const renameShop = sql(
  'test.rename_shop',
  'update reporting.shop set name = $2 where tenant_id = $1',
);

let standbyOwner: pg.Client;

const open = (url: string) =>
  openDatabase({ url, role: 'seller_connect_app', poolSize: 4, log, answerWithinMs: 5000 });

async function connectOwner(): Promise<void> {
  standbyOwner = new pg.Client({ connectionString: servers.standbyUrl });
  standbyOwner.on('error', () => undefined);
  await standbyOwner.connect();
}

const servers = await startServerPair();
const primary = open(servers.primaryUrl);
const standby = open(servers.standbyUrl);
await connectOwner();
await primary.tenant(tenantId, async (tx) => {
  await tx.execute(sql('test.team', 'insert into sellers.team values ($1, $2, now())'), [
    tenantId,
    'Đội',
  ]);
  await tx.execute(
    sql('test.member', "insert into sellers.member values ($1, $2, 'owner', now())"),
    [tenantId, accountId],
  );
  await tx.execute(addShop, [tenantId, shopId, 'before']);
});
const who = { tenantId, accountId, signInId: null, notAfter: null };
const token = (await createCoreSession(primary, who)).accessToken;
afterAll(async () => {
  await standbyOwner.end();
  await Promise.all([primary.close(), standby.close()]);
  await servers.stop();
});

let http: Http;
let reads: ReturnType<typeof startStandbyReads>;
const maxLagMs = 60_000;

beforeEach(async () => {
  reads = startStandbyReads({ primary, standby, maxLagMs, log, pollIntervalMs: 50 });
  http = await createHttp({
    log,
    authenticate: (given) => findCoreSession(primary, given),
    onChanged: (session) => recordSessionChange(primary, session),
  });
  const dependencies = {
    database: primary,
    reads,
    log,
    pictures: noPictures,
    now: () => new Date(),
  };
  reportingRoutes(http, {
    ...dependencies,
    readCoverage: async () => [],
    admission: createReportAuthenticator(primary, () => new Date()),
    isSignInFresh: async () => true,
    lookerStudioConnector: null,
    appOrigin: 'https://app.test',
    account: async () => ({ name: 'Lan', email: 'lan@shop.test' }),
  });
  listRoutes(http, { ...dependencies, readRawResponses: async () => [] });
});
afterEach(async () => {
  reads.stop();
  await http.app.close();
});

interface Answer {
  names: string[];
  lag: number | undefined;
  header: unknown;
}

async function report(): Promise<Answer> {
  const answer = await http.app.inject({
    url: '/reporting/summary?period=7d',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  const body = answer.json();
  return {
    names: body.freshness.map(({ shopName }: { shopName: string }) => shopName),
    lag: body.lagSeconds,
    header: answer.headers['x-data-lag-seconds'],
  };
}

const isFromStandby = ({ lag }: Answer) => lag !== undefined;
const untilStandby = () =>
  vi.waitUntil(async () => isFromStandby(await report()), { timeout: 30_000 });
const rename = (name: string) =>
  primary.tenant(tenantId, (tx) => tx.execute(renameShop, [tenantId, name]));

it('reads reports from the standby, with its lag in the body and a header', async () => {
  await untilStandby();
  await standbyOwner.query('select pg_wal_replay_pause()');
  try {
    await rename('after');
    const behind = await vi.waitUntil(
      async () => {
        const answer = await report();
        return (answer.lag ?? 0) >= 2 && answer;
      },
      { timeout: 30_000 },
    );
    expect(behind.names).toEqual(['before']);
    expect(behind.header).toBe(String(behind.lag));
  } finally {
    await standbyOwner.query('select pg_wal_replay_resume()');
  }
  await vi.waitUntil(async () => (await report()).names[0] === 'after', { timeout: 30_000 });
});

it('reads files of reports and lists from the standby, with its lag', async () => {
  await untilStandby();
  for (const url of ['/reports/export?dataSet=shops', '/reporting/orders/export']) {
    const answer = await http.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-data-lag-seconds']).toBeDefined();
  }
});

it('reads the own writes of a session although the standby has not replayed them', async () => {
  await untilStandby();
  await standbyOwner.query('select pg_wal_replay_pause()');
  try {
    await rename('mine');
    const call = await http.app.inject({
      method: 'POST',
      url: '/reports/access',
      headers: { authorization: `Bearer ${token}` },
      payload: { name: 'Power BI' },
    });
    expect(call.statusCode).toBe(201);
    expect(await report()).toEqual({ names: ['mine'], lag: undefined, header: undefined });
  } finally {
    await standbyOwner.query('select pg_wal_replay_resume()');
  }
  await untilStandby();
  expect((await report()).names).toEqual(['mine']);
});

it('reads from the primary while the standby lags too far', async () => {
  reads.stop();
  const strict = startStandbyReads({ primary, standby, maxLagMs: 0, log, pollIntervalMs: 50 });
  const usesStandby = () => strict.choose({}).lagSeconds() !== undefined;
  try {
    await vi.waitUntil(usesStandby, { timeout: 30_000 });
    await standbyOwner.query('select pg_wal_replay_pause()');
    await vi.waitUntil(
      async () => {
        await rename('later');
        return !usesStandby();
      },
      { timeout: 30_000 },
    );
    expect(strict.choose({}).lagSeconds()).toBeUndefined();
  } finally {
    await standbyOwner.query('select pg_wal_replay_resume()');
    strict.stop();
  }
});

it('loses no call when the standby stops, and uses it again afterwards', async () => {
  await untilStandby();
  const stopped = new AbortController();
  void servers.stopStandby().then(() => stopped.abort());
  while (!stopped.signal.aborted) await report();
  expect(isFromStandby(await report())).toBe(false);
  await servers.startStandby();
  await connectOwner();
  await untilStandby();
});
