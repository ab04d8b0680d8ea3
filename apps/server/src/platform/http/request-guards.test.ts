import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp, createHttp, type Http, type Session } from './http.ts';
import { createLog, logOptions } from '../log.ts';

const log = createLog('silent');
const session: Session = {
  tenantId: 'team',
  accountId: 'account',
  role: 'owner',
  expiresAt: new Date(0),
  tokenHash: Buffer.alloc(0),
};

let http: Http | undefined;
afterEach(async () => {
  await http?.app.close();
  http = undefined;
});

it('limits the unknown tokens of an IP address', async () => {
  const authenticate = vi.fn(async (token: string) => (token === 'known' ? session : null));
  http = await createHttp({ log, authenticate });
  http.handle('validate', async () => ({ sub: 'account', expiresAt: '2026-11-11T00:00:00.000Z' }));
  const call = async (token: string, remoteAddress = '192.0.2.1') => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await http?.app.inject({ url: '/auth/validate', headers, remoteAddress });
    return answer?.statusCode;
  };
  for (let n = 0; n < 300; n += 1) expect(await call(`unknown ${n}`)).toBe(401);
  expect(await call('one more')).toBe(429);
  expect(authenticate).toHaveBeenCalledTimes(300);
  expect(await call('known', '192.0.2.2')).toBe(200);
});

it('checks the session of a long response again', async () => {
  let current: Session | null = session;
  const found: unknown[] = [];
  http = await createHttp({ log, authenticate: async () => current });
  http.handle('validate', async ({ checkSession }) => {
    await checkSession();
    for (const next of [null, { ...session, tenantId: 'another' }]) {
      current = next;
      found.push(await checkSession().catch(({ code }: { code: string }) => code));
    }
    return { sub: 'account', expiresAt: '2026-11-11T00:00:00.000Z' };
  });
  await http.app.inject({ url: '/auth/validate', headers: { authorization: 'Bearer a' } });
  expect(found).toEqual(['unauthorized', 'unauthorized']);
});

it('refuses null characters and lone surrogates, which PostgreSQL cannot store', async () => {
  const handled = vi.fn(async () => undefined);
  const started = await createHttp({ log, authenticate: async () => session });
  http = started;
  started.handle('saveUser', handled);
  started.handle('getOrder', handled);
  const headers = { authorization: 'Bearer a' };
  const answers = [
    await started.app.inject({ url: `/reporting/orders/${crypto.randomUUID()}/%00`, headers }),
    ...(await Promise.all(
      ['a\0', '\ud800', 'a\udc00', '\ud83d\ud83d\ude00'].map((email) =>
        started.app.inject({ method: 'POST', url: '/user', headers, payload: { email } }),
      ),
    )),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  expect(handled).not.toHaveBeenCalled();
  const json = { ...headers, 'content-type': 'application/json' };
  const payload = '{"email":"\\ud83d\\ude00"}';
  await started.app.inject({ method: 'POST', url: '/user', headers: json, payload });
  expect(handled).toHaveBeenCalledOnce();
});

it('aborts a body that exceeds the time limit of its route', async () => {
  const app = createApp(log);
  const late = vi.fn();
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  app.post('/file', { config: { bodyTimeoutMs: 50 } }, async ({ raw }) => {
    await raw.toArray().catch(late);
    return 'read';
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  const head = 'POST /file HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\n';
  socket.write(`${head}content-length: 10\r\n\r\nhalf`);
  await once(socket, 'close');
  await vi.waitFor(() => expect(late).toHaveBeenCalledOnce(), { timeout: 60_000 });
  await app.close();
});

it.each([
  ['without a body', {}],
  ['with an empty body', { method: 'POST' }],
  ['whose body has arrived', { method: 'POST', body: '{}' }],
])('does not limit the time of a response to a request %s', async (_, init: RequestInit) => {
  const app = createApp(log);
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  app.route({
    method: ['GET', 'POST'],
    url: '/slow',
    config: { bodyTimeoutMs: 50 },
    async handler() {
      entered.resolve();
      await release.promise;
      return 'late';
    },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = fetch(`${address}/slow`, { ...init, headers });
    await entered.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    release.resolve();
    expect(await (await answer).text()).toBe('late');
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});

it('allows six minutes for a file, and half a minute for any other body', async () => {
  const served = await createHttp({ log, authenticate: async () => session });
  http = served;
  const bodies: IncomingMessage[] = [];
  let arrived = Promise.withResolvers<void>();
  served.app.addHook('onRequest', async ({ raw }) => {
    bodies.push(raw);
    arrived.resolve();
  });
  served.handle('reconcile', async ({ request }) => {
    await request.raw.toArray();
    return undefined;
  });
  served.handle('saveUser', async () => undefined);
  const { port } = new URL(await served.app.listen({ host: '127.0.0.1', port: 0 }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sockets: Socket[] = [];
  const begin = async (path: string, type: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer a\r\ncontent-type: ${type}\r\n`;
    socket.write(`${head}content-length: 10\r\n\r\nhalf`);
    await arrived.promise;
    arrived = Promise.withResolvers();
  };
  try {
    await begin('/reporting/reconciliations?name=a.csv', 'application/octet-stream');
    await begin('/user', 'application/json');
    const areCutOff = () => bodies.map(({ destroyed }) => destroyed);
    vi.advanceTimersByTime(29_999);
    expect(areCutOff()).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect(areCutOff()).toEqual([false, true]);
    vi.advanceTimersByTime(6 * 60_000 - 30_001);
    expect(areCutOff()).toEqual([false, true]);
    vi.advanceTimersByTime(1);
    expect(areCutOff()).toEqual([true, true]);
  } finally {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
  }
});

it('does not log a client that disconnects as a failure', async () => {
  const lines: { level: number; event?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const started = await createHttp({
    log: pino(logOptions('debug'), { write }),
    authenticate: async () => session,
  });
  http = started;
  const arrived = Promise.withResolvers<void>();
  started.handle('validate', async ({ gone }) => {
    const disconnected = once(gone, 'abort');
    arrived.resolve();
    await disconnected;
    gone.throwIfAborted();
    return { sub: 'account', expiresAt: '2026-11-11T00:00:00.000Z' };
  });
  const address = await started.app.listen({ host: '127.0.0.1', port: 0 });
  const client = new AbortController();
  const headers = { authorization: 'Bearer a' };
  const answer = fetch(`${address}/auth/validate`, { headers, signal: client.signal });
  await arrived.promise;
  client.abort();
  await expect(answer).rejects.toThrow('aborted');
  const events = () => lines.map(({ event }) => event);
  await vi.waitFor(() => expect(events()).toContain('http.response_aborted'));
  expect(events()).not.toContain('http.request_failed');
});
