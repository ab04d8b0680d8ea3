import type { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { testSession } from '../../test/test-session.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { openStalledClient } from '../../test/stalled-client.ts';
import type { TransferLimits } from '../platform/http/files/file-transfer.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { auditRoutes, recordAuditEvent } from './index.ts';

const log = createLog('silent');
const warn = vi.fn();
/** An account whose name is longer than what a socket buffers. */
const longId = newId();
const longName = 'a'.repeat(300_000);
/** An account whose lookup waits until the test releases it. */
const slowId = newId();
const slowLookup = Promise.withResolvers<void>();

let http: Http;
const { database } = await openTestDatabase();
afterEach(async () => {
  await http.app.close();
  warn.mockClear();
});

async function listen(limits: TransferLimits): Promise<URL> {
  http = await createHttp({
    log,
    // The token is the team.
    authenticate: async (tenantId) => testSession({ tenantId, accountId: longId, role: 'owner' }),
  });
  const account = async (id: string) => {
    if (id === slowId) await slowLookup.promise;
    return { name: longName, email: '' };
  };
  auditRoutes(http, { database, log: { warn }, account }, limits);
  return new URL('/audit/export', await http.app.listen({ host: '127.0.0.1', port: 0 }));
}

const record = (tenantId: string, actorId: string, times: number, at?: Date) =>
  database.tenant(tenantId, async (tx) => {
    for (let index = 0; index < times; index += 1)
      await recordAuditEvent(tx, { action: 'profile.saved', actorId }, at);
  });
const exportOf = (url: URL, tenantId: string) =>
  fetch(url, { headers: { authorization: `Bearer ${tenantId}` } });

it('disconnects a client that does not read, or reads a byte now and then', async () => {
  const tenantId = newId();
  await record(tenantId, longId, 100);
  const limits = { minWindowBytes: 1, windowMs: 300, maxMs: 60_000 };
  const url = await listen(limits);
  const slow = await openStalledClient(url, `Bearer ${tenantId}`);
  const byte = setInterval(() => slow.read(1), 20);
  const stalled = await openStalledClient(url, `Bearer ${tenantId}`);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: 60_000 });
  clearInterval(byte);
  slow.destroy();
  stalled.destroy();
  // Their slots are free again. This reader shares its processor with other tests, and may be slow.
  limits.windowMs = 60_000;
  const whole = await (await exportOf(url, tenantId)).text();
  expect(whole.trimEnd().split('\r\n')).toHaveLength(1 + 100);
});

it('aborts an export that takes too long, so that a part never looks complete', async () => {
  const tenantId = newId();
  await record(tenantId, slowId, 1, new Date('2026-11-01T00:00:00Z'));
  await record(tenantId, longId, 1);
  const url = await listen({ minWindowBytes: 1, windowMs: 60_000, maxMs: 1000 });
  const answer = await exportOf(url, tenantId);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  slowLookup.resolve();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 60_000 });
});

it('serves a ninth team while eight teams do not read their exports', async () => {
  const teams = Array.from({ length: 9 }, newId);
  for (const tenantId of teams) await record(tenantId, longId, 2);
  await listen({ minWindowBytes: 1, windowMs: 60_000, maxMs: 60_000 });
  const request = (tenantId = '') => ({
    url: '/audit/export',
    headers: { authorization: `Bearer ${tenantId}` },
  });
  const ninth = teams.pop();
  const slow: Readable[] = [];
  for (const tenantId of [...teams, ...teams, ...teams]) {
    const answer = await http.app.inject({ ...request(tenantId), payloadAsStream: true });
    expect(answer.statusCode).toBe(200);
    slow.push(answer.stream());
  }
  const [first] = teams;
  expect((await http.app.inject(request(first))).json()).toMatchObject({ error: 'files_busy' });
  const { payload } = await http.app.inject(request(ninth));
  expect(payload.trimEnd().split('\r\n')).toHaveLength(1 + 2);
  for (const each of slow) each.destroy();
});
