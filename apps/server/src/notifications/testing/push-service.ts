import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { decrypt } from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import type { PostRequest, PostResponse } from '../../platform/http/hosts/public-hosts.ts';

/** A browser that receives messages: it alone can decrypt them. */
export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: ReceivedPush[];
}

export interface ReceivedPush {
  content: unknown;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** Claims of the signed request. */
  contact: unknown;
}

type Fault = (response: ServerResponse) => void;

/**
 * A push service like those of the browsers' makers (RFC 8030), which checks who sends (RFC 8292) and delivers to
 * browsers that decrypt by themselves (RFC 8291), with the library of the author of these documents.
 */
export async function startPushService() {
  const browsers = new Map<string, { browser: TestBrowser; decrypt(body: Buffer): Buffer }>();
  const faults: Fault[] = [];
  let serverKey = '';
  let requests = 0;
  const origin = 'https://push.test';

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    const fault = faults.shift();
    if (fault) {
      await text(request);
      return fault(response);
    }
    const found = browsers.get(request.url ?? '');
    if (!found) return void response.writeHead(410).end();
    const { headers } = request;
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    const claims = key === serverKey ? await verify(token, key, origin) : null;
    if (claims === null) return void response.writeHead(403).end();
    if (headers['content-encoding'] !== 'aes128gcm') return void response.writeHead(415).end();
    const body = await buffer(request);
    if (body.length > 4096) return void response.writeHead(413).end();
    found.browser.received.push({
      content: JSON.parse(found.decrypt(body).toString()),
      ttl: Number(headers['ttl']),
      urgency: header(headers['urgency']),
      topic: header(headers['topic']),
      contact: claims['sub'],
    });
    response.writeHead(201, { location: `${origin}/message/1` }).end();
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;

  return {
    requests: () => requests,
    /** The key that browsers let send to them. */
    expectKey: (key: string) => void (serverKey = key),
    /** Answers the next requests in these ways. */
    fail: (...next: Fault[]) => void faults.push(...next),
    subscribe(): TestBrowser {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const authSecret = randomBytes(16);
      const path = `/send/${randomBytes(8).toString('hex')}`;
      const browser: TestBrowser = {
        subscription: {
          endpoint: `${origin}${path}`,
          keys: {
            p256dh: keys.getPublicKey('base64url'),
            auth: authSecret.toString('base64url'),
          },
        },
        received: [],
      };
      browsers.set(path, {
        browser,
        decrypt: (body) =>
          decrypt(body, {
            version: 'aes128gcm',
            privateKey: keys,
            authSecret: authSecret.toString('base64url'),
          }),
      });
      return browser;
    },
    /** The browser has withdrawn the permission. */
    unsubscribe: ({ subscription }: TestBrowser) =>
      void browsers.delete(new URL(subscription.endpoint).pathname),
    /** Posts to this service what is meant for its public address. */
    async post({ url, headers, body, timeoutMs }: PostRequest): Promise<PostResponse> {
      const { pathname } = url;
      const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, {
        method: 'POST',
        headers: Object.entries(headers)
          .filter(([name]) => name !== 'content-length')
          .map(([name, value]): [string, string] => [name, value]),
        body: Buffer.from(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.arrayBuffer();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const header = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : undefined;

/** Returns the claims of a token that the holder of the key signed for this push service, or null. */
async function verify(token: string, key: string, audience: string) {
  const point = Buffer.from(key, 'base64url');
  const publicKey = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  return jwtVerify(token, publicKey, { audience, maxTokenAge: '24 h' }).then(
    ({ payload }) => payload,
    () => null,
  );
}
