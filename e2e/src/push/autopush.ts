import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, type Certificate } from '../layer/web-server.ts';
import { acceptTextSocket, type TextSocket } from './text-socket.ts';

/** Mozilla's push service on this machine, for one Firefox. */
export interface Autopush {
  /** Where Firefox connects to: the setting `dom.push.serverURL`. */
  url: string;
  /** Number of subscriptions that exist. */
  subscriptions(): number;
  stop(): Promise<void>;
}

interface Subscription {
  serverKey: Buffer;
  socket: TextSocket;
}

/** The messages of Firefox, of which the others need no answer. */
type BrowserMessage =
  | { messageType: 'hello' }
  | { messageType: 'register'; channelID: string; key: string }
  | { messageType: 'unregister'; channelID: string };

/**
 * Starts a push service that speaks with Firefox as Mozilla's does, and forwards what a sender posts (RFC 8030) if it
 * proves by its signature (RFC 8292) that it is the one for whom Firefox subscribed. It cannot decrypt a message.
 *
 * @param certificate with which senders reach it
 * @see https://mozilla-push-service.readthedocs.io/en/latest/design/
 */
export async function startAutopush(certificate: Certificate): Promise<Autopush> {
  const subscriptions = new Map<string, Subscription>();
  const senders = await listen(
    (request, response) => {
      receive(request, response).catch(() => response.writeHead(500).end());
    },
    { certificate },
  );

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const channelID = request.url?.slice(1) ?? '';
    const subscription = subscriptions.get(channelID);
    const body = await buffer(request);
    if (!subscription) return void response.writeHead(410).end();
    const { authorization = '', 'content-encoding': encoding } = request.headers;
    if (!isSignedBy(subscription.serverKey, authorization, senders.origin)) {
      return void response.writeHead(401).end();
    }
    const data = body.toString('base64url');
    const message = { messageType: 'notification', channelID, version: randomUUID(), data };
    subscription.socket.send(JSON.stringify({ ...message, headers: { encoding } }));
    response.writeHead(201).end();
  }

  function answer(message: BrowserMessage, socket: TextSocket): void {
    const send = (values: object) =>
      socket.send(JSON.stringify({ messageType: message.messageType, status: 200, ...values }));
    switch (message.messageType) {
      case 'hello':
        return send({ uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
      case 'register': {
        const { channelID, key } = message;
        subscriptions.set(channelID, { serverKey: Buffer.from(key, 'base64url'), socket });
        return send({ channelID, pushEndpoint: `${senders.origin}/${channelID}` });
      }
      case 'unregister':
        subscriptions.delete(message.channelID);
        return send({ channelID: message.channelID });
    }
  }

  const browsers = createServer().on('upgrade', (request, socket) => {
    acceptTextSocket(request, socket, (text, from) => answer(JSON.parse(text), from));
    stopping.push(() => socket.destroy());
  });
  const stopping: (() => void)[] = [() => browsers.close()];
  await new Promise<void>((started) => browsers.listen(0, '127.0.0.1', started));
  const address = browsers.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return {
    url: `ws://127.0.0.1:${address.port}/`,
    subscriptions: () => subscriptions.size,
    async stop() {
      for (const stop of stopping) stop();
      await senders.stop();
    },
  };
}

/** Returns whether the holder of a key signed a request to this service, for a time that is not over. */
function isSignedBy(serverKey: Buffer, authorization: string, audience: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (!Buffer.from(key, 'base64url').equals(serverKey)) return false;
  const [header = '', claims = '', signature = ''] = token.split('.');
  const x = serverKey.subarray(1, 33).toString('base64url');
  const y = serverKey.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return (
    aud === audience &&
    exp > Date.now() / 1000 &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}
