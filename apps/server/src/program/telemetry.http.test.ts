import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '@seller-connect/partners/testing';
import { Client } from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { lazadaSettings } from '../../test/partner-settings.ts';
import { freePort } from '../../../../scripts/testing/free-ports.ts';
import { loadConfiguration } from '../platform/config/configuration.ts';
import { createLog } from '../platform/log.ts';
import { startProgram, type Program } from './start-program.ts';

const Trace = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      scopeSpans: Type.Array(
        Type.Object({
          spans: Type.Array(
            Type.Object({
              name: Type.String(),
              traceId: Type.String(),
              parentSpanId: Type.Optional(Type.String()),
              attributes: Type.Array(Type.Object({ key: Type.String() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

let folder: string;
let database: TestDatabase;
let sandbox: Sandbox;
let receiver: Server;
const programs: Program[] = [];
let origin: string;
let identityOrigin: string;
const received: string[] = [];

/** Starts one process with the role identity, one with the role worker, and a receiver of traces. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watching-'));
  [database, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandbox({ SANDBOX_SIZE: 'tiny', SANDBOX_MONTHS: '4' }),
  ]);
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const ports = [await freePort(), await freePort()];
  [origin = '', identityOrigin = ''] = ports.map((port) => `http://localhost:${port}`);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '200');
  // The identity process first, because it creates the demo accounts whose shops the worker links.
  for (const role of ['identity', 'worker']) programs.push(await start(role, ports));
  // Before the first look at the figures, which are read from the database every 15 seconds.
  await vi.waitUntil(hasSynced, { timeout: 60_000, interval: 100 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const program of programs) await program.stop();
  receiver.close();
  await Promise.all([database.drop(), sandbox.stop()]);
  await rm(folder, { recursive: true });
});

function start(role: string, [port, identityPort]: number[]): Promise<Program> {
  return startProgram(
    loadConfiguration({
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      ROLES: role,
      DEMO: '1',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SANDBOX_PORT: new URL(sandbox.controlUrl).port,
      ...lazadaSettings(sandbox.lazadaUrl),
      LAZADA_APP_CALLS_PER_SECOND: '10000',
      // The OpenTelemetry SDK is global to a process, and both programs run in this one.
      ...(role === 'worker' && {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${addressOf(receiver).port}`,
      }),
    }),
    createLog('silent'),
  );
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}

async function hasSynced(): Promise<boolean> {
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  const { rowCount } = await owner.query(
    'select from collector.stream, partners.partner_circuit limit 1',
  );
  await owner.end();
  return rowCount === 1;
}

const ask = async (path: string, at = origin) => {
  const answer = await fetch(`${at}${path}`);
  return { status: answer.status, text: await answer.text() };
};

it('reports a worker-only process as alive and ready', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  expect(await ask('/readyz')).toMatchObject({
    status: 200,
    text: expect.stringContaining('ready'),
  });
  expect((await ask('/')).status).toBe(404);
  expect(await ask('/readyz', identityOrigin)).toMatchObject({ status: 200 });
});

it('serves metrics to this machine, and not to requests forwarded by a proxy', async () => {
  for (const at of [origin, identityOrigin]) {
    expect((await ask('/metrics', at)).status).toBe(200);
    for (const name of ['x-forwarded-for', 'Forwarded', 'Via']) {
      const answer = await fetch(`${at}/metrics`, { headers: { [name]: '127.0.0.1' } });
      expect(answer.status).toBe(401);
    }
  }
});

it('exports partner requests, stored rows, syncs and waiting emails', async () => {
  await expect
    .poll(async () => (await ask('/metrics')).text, { timeout: 60_000, interval: 200 })
    .toMatch(/collector_rows_total\{partner="LAZADA",stream="orders"\} [1-9]/);
  const { text } = await ask('/metrics');
  for (const line of [
    /partner_requests_total\{partner="LAZADA",outcome="answered"\} [1-9]/,
    /partner_exchange_duration_seconds_count\{partner="LAZADA",status="200"\} [1-9]/,
    /collector_slice_duration_seconds_count\{stream="shop",outcome="succeeded"\} [1-9]/,
    /database_connections\{role="seller_connect_app",state="idle"\} \d/,
    /mail_emails_waiting \d/,
    /process_resident_memory_bytes \d/,
  ]) {
    expect(text).toMatch(line);
  }
});

it('exports no metric that docs/operations.md does not name', async () => {
  const { text } = await ask('/metrics');
  const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const names = [...text.matchAll(/^# HELP (\S+)/gm)].flatMap(([, name]) => name ?? []);
  const ours = names.filter((name) => !/^(?:process|nodejs)_/.test(name));
  expect(ours.length).toBeGreaterThan(10);
  expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('exports counts of the database over all teams', async () => {
  await expect
    .poll(async () => (await ask('/metrics')).text, { timeout: 40_000, interval: 500 })
    .toMatch(/partner_shops\{partner="LAZADA",state="connected"\} [1-9]/);
  const { text } = await ask('/metrics');
  expect(text).toMatch(/collector_streams\{stream="orders",state="\w+"\} [1-9]/);
  expect(text).toMatch(/partner_circuit_open\{partner="LAZADA"\} 0/);
});

it('traces a sync down to its partner calls and statements, without their data', async () => {
  const spans = () =>
    received.flatMap((body) => {
      const { resourceSpans } = Value.Parse(Trace, JSON.parse(body));
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
  /** Span names of each trace of a sync. A sync that finds nothing due makes no exchange. */
  const syncTraces = () => {
    const all = spans();
    const traceIds = all.flatMap(({ name, traceId }) => (name === 'read orders' ? traceId : []));
    return traceIds.map((id) => all.filter((each) => each.traceId === id).map(({ name }) => name));
  };
  await expect
    .poll(syncTraces, { timeout: 60_000, interval: 200 })
    .toContainEqual(expect.arrayContaining(['exchange with LAZADA', 'collector.acquire']));
  const all = spans();
  const keys = new Set(all.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].toSorted()).toEqual(
    expect.arrayContaining(['db.system.name', 'seller_connect.partner', 'seller_connect.shop']),
  );
  const text = received.join('\n');
  for (const secret of [sandbox.lazada.appSecret, 'access_token', '/rest/']) {
    expect(text).not.toContain(secret);
  }
});
