import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { messageHosts } from '../../platform/http/hosts/message-hosts.ts';
import { isPublicAddress } from '../../platform/http/hosts/public-hosts.ts';
import { parseWebhookUrl, post, type PostOptions } from './post.ts';
import { createSecret, signatureHeaders } from './signature.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a receiver on loopback. Returns its port and the bodies that it received. */
async function startReceiver(listener: RequestListener) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      listener(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, bodies };
}

const message = { body: '{"a":1}', headers: { 'content-type': 'application/json' } };
const send = (port: number, options: PostOptions = {}, host = '127.0.0.1') =>
  post(new URL(`http://${host}:${port}/hook`), message, { isAllowed: () => true, ...options });
/** Answers a DNS query with addresses, in turn; the last one again and again. */
function resolveTo(...answers: string[][]) {
  const queries: string[] = [];
  const resolve: NonNullable<PostOptions['resolve']> = (hostname, _options, callback) => {
    const addresses = answers[Math.min(queries.length, answers.length - 1)] ?? [];
    queries.push(hostname);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, queries };
}

describe('a request to a webhook', () => {
  it('succeeds with any 2xx', async () => {
    const { port, bodies } = await startReceiver((_, response) => response.writeHead(204).end());
    expect(await send(port)).toEqual({ status: 204, problem: null });
    expect(bodies).toEqual([message.body]);
  });

  it('fails on an error status, on a timeout, and when the connection is refused', async () => {
    const failing = await startReceiver((_, response) => response.writeHead(500).end('no'));
    expect(await send(failing.port)).toEqual({ status: 500, problem: 'status' });
    const silent = await startReceiver(() => undefined);
    expect(await send(silent.port, { timeoutMs: 100 })).toEqual({
      status: null,
      problem: 'timeout',
    });
    expect(await send(1)).toEqual({ status: null, problem: 'ECONNREFUSED' });
  });

  it('does not follow redirects', async () => {
    const inside = await startReceiver((_, response) => response.end());
    const location = `http://127.0.0.1:${inside.port}/admin`;
    const outside = await startReceiver((_, response) =>
      response.writeHead(302, { location }).end(),
    );
    expect(await send(outside.port)).toEqual({ status: 302, problem: 'redirected' });
    expect(inside.bodies).toEqual([]);
  });

  it('does not wait for a body that never ends', async () => {
    const endless = await startReceiver((_, response) => void response.writeHead(200).write('a'));
    expect(await send(endless.port)).toEqual({ status: 200, problem: null });
  });

  it('refuses private addresses, by number or by name', async () => {
    const { port, bodies } = await startReceiver((_, response) => response.end());
    const guarded = { isAllowed: isPublicAddress };
    const refused = { status: null, problem: 'address_refused' };
    expect(await send(port, guarded)).toEqual(refused);
    expect(await send(port, guarded, '2130706433')).toEqual(refused);
    expect(await send(port, guarded, '[::ffff:127.0.0.1]')).toEqual(refused);
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['fd00::1'], []]) {
      const { resolve } = resolveTo(addresses);
      expect(await send(port, { ...guarded, resolve }, 'hook.test')).toEqual(refused);
    }
    expect(bodies).toEqual([]);
  });

  it('connects to the address that was checked, whatever the name resolves to next (DNS rebinding)', async () => {
    const { port, bodies } = await startReceiver((_, response) => response.end());
    const { resolve, queries } = resolveTo(['127.0.0.1'], ['10.0.0.1']);
    const isAllowed = (address: string) => address === '127.0.0.1';
    expect(await send(port, { resolve, isAllowed }, 'hook.test')).toMatchObject({ status: 200 });
    expect(queries).toEqual(['hook.test']);
    expect(await send(port, { resolve, isAllowed }, 'hook.test')).toMatchObject({
      problem: 'address_refused',
    });
    expect(bodies).toHaveLength(1);
  });
});

it('accepts webhook URLs with https and no credentials; http in a demo only', () => {
  expect(parseWebhookUrl('https://shop.vn/hook', false)?.href).toBe('https://shop.vn/hook');
  expect(parseWebhookUrl('http://shop.vn/hook', false)).toBeNull();
  expect(parseWebhookUrl('http://shop.vn/hook', true)).not.toBeNull();
  for (const text of ['https://a:b@shop.vn', 'ftp://shop.vn', 'shop.vn', 'javascript:alert(1)']) {
    expect(parseWebhookUrl(text, true)).toBeNull();
  }
});

it('reaches this machine only in a demo that is not reachable from outside', async () => {
  const { port, bodies } = await startReceiver((_, response) => response.end());
  const local = { demo: true, HOST: '127.0.0.1', appOrigin: 'http://localhost:3000' };
  const sendFrom = (installation: typeof local, host?: string) =>
    post(
      new URL(`http://${host ?? '127.0.0.1'}:${port}/hook`),
      message,
      messageHosts(installation),
    );
  expect(await sendFrom(local)).toEqual({ status: 200, problem: null });
  const refused = { status: null, problem: 'address_refused' };
  expect(await sendFrom(local, '10.0.0.1')).toEqual(refused);
  expect(await sendFrom({ ...local, demo: false })).toEqual(refused);
  expect(await sendFrom({ ...local, HOST: '0.0.0.0' })).toEqual(refused);
  expect(await sendFrom({ ...local, appOrigin: 'https://demo.example' })).toEqual(refused);
  expect(bodies).toHaveLength(1);
});

it('signs a request like the reference implementation of Standard Webhooks', () => {
  // From the tests of the specification's libraries.
  const signed = signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1614265330_000),
    body: '{"test": 2432232314}',
  });
  expect(signed).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
