import { once } from 'node:events';
import { createServer } from 'node:net';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { isOutage, openDatabase, sql, type Database } from './database.ts';
import { openEvents } from '../events.ts';
import { newId } from '../ids.ts';
import { startJobQueue } from '../jobs/jobs.ts';
import { watchDatabase } from '../telemetry/database-watch.ts';
import { startDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts';

const ping = sql('test.ping', 'select 1 as one');
const limits = sql(
  'test.limits',
  `select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`,
);
const Address = Type.Object({ port: Type.Integer() });
const log = { error: () => undefined, warn: () => undefined };
const tenantId = newId();
/** Longer than a busy machine needs for a statement: statements on healthy connections finish within it. */
const answerWithinMs = 2000;

let proxy: DatabaseProxy;
let database: Database;

const open = (url: string) =>
  openDatabase({ url, role: 'seller_connect_app', poolSize: 1, log, answerWithinMs });

const server = await createTestDatabase();
afterAll(() => server.drop());
beforeEach(async () => {
  proxy = await startDatabaseProxy(server.url);
  database = open(proxy.url);
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

describe('a stalled network', () => {
  it('fails the current statement; the next one gets a connection', async () => {
    await database.query(ping);
    proxy.stall();
    const failure = await database.query(ping).catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    expect(await database.query(ping)).toEqual([{ one: 1 }]);
  });

  it('ends a transaction, which releases its connection', async () => {
    for (let round = 0; round < 2; round += 1) {
      const attempt = database.tenant(tenantId, async (tx) => {
        await tx.query(ping);
        proxy.stall();
        await tx.query(ping);
      });
      await expect(attempt).rejects.toSatisfy(isOutage);
    }
    expect(await database.tenantRead(tenantId, ping)).toEqual([{ one: 1 }]);
  });

  it('costs the job queue one attempt', async () => {
    const boss = await startJobQueue({
      url: proxy.url,
      poolSize: 2,
      isWorker: false,
      log,
      answerWithinMs,
    });
    await boss.createQueue('outage');
    proxy.stall();
    await expect(boss.send('outage', {})).rejects.toSatisfy(isOutage);
    expect(await boss.send('outage', {})).toEqual(expect.any(String));
    await boss.stop({ graceful: false, close: true });
  });

  it('is detected by the event listener, whose subscribers then hear of missed events', async () => {
    const direct = open(server.url);
    const events = openEvents({
      url: proxy.url,
      database: direct,
      log,
      heartbeatIntervalMs: 2500,
      heartbeatTimeoutMs: answerWithinMs,
    });
    let eventCount = 0;
    events.subscribe('topic', tenantId, () => (eventCount += 1));
    await expect.poll(() => eventCount).toBe(1);
    proxy.stall();
    events.publish('topic', tenantId);
    await expect.poll(() => eventCount).toBeGreaterThan(1);
    await events.close();
    await direct.close();
  });
});

it('closes events whose listener is still connecting', async () => {
  const events = openEvents({ url: server.url, database, log });
  events.subscribe('topic', tenantId, () => undefined);
  await expect(events.close()).resolves.toBeUndefined();
});

it('treats a commit as an outage when its response is lost or it was not sent', async () => {
  for (const when of ['before', 'after'] as const) {
    const cut = proxy.cutAtCommit(when);
    const attempt = database.tenant(tenantId, (tx) => tx.query(ping));
    await Promise.all([cut, expect(attempt).rejects.toSatisfy(isOutage)]);
  }
  expect(await database.tenantRead(tenantId, ping)).toEqual([{ one: 1 }]);
});

it('fails a transaction whose new connection ends in the packet that opens it', async () => {
  const dying = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const fatal = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0');
      const [authenticated, ready] = [Buffer.alloc(4), Buffer.from('I')];
      socket.end(
        Buffer.concat([packet('R', authenticated), packet('Z', ready), packet('E', fatal)]),
      );
    });
  });
  await once(dying.listen(0, '127.0.0.1'), 'listening');
  const address = Value.Parse(Address, dying.address());
  const dead = open(`postgres://nobody@127.0.0.1:${address.port}/none`);
  const attempt = dead.transaction((tx) => tx.query(ping));
  await expect(attempt).rejects.toSatisfy(isOutage);
  await dead.close();
  dying.close();
});

/** Returns a message of PostgreSQL's protocol. */
function packet(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

it('limits statements and idle transactions in the server', async () => {
  expect(await database.query(limits)).toEqual([{ statement: '1min', idle: '1min' }]);
});

describe('a process that is cut off from the database', () => {
  const watchOf = (own: () => Promise<unknown>, probe: () => Promise<unknown>) =>
    watchDatabase({
      ping: own,
      probe,
      log,
      pollIntervalMs: 1,
      pingTimeoutMs: 1000,
      cutOffAfterMs: 0,
    });
  const works = async () => undefined;
  const fails = () => Promise.reject(new Error('away'));

  it('reports it while a new connection works and its own do not', async () => {
    let hasFailed = true;
    const watch = watchOf(() => (hasFailed ? fails() : works()), works);
    await expect.poll(watch.isCutOff).toBe(true);
    hasFailed = false;
    await expect.poll(watch.isCutOff).toBe(false);
    watch.stop();
  });

  it('does not report it when the database is down for all', async () => {
    let probeCount = 0;
    const watch = watchOf(fails, () => {
      probeCount += 1;
      return fails();
    });
    await expect.poll(() => probeCount).toBeGreaterThan(2);
    expect(watch.isCutOff()).toBe(false);
    watch.stop();
  });
});
