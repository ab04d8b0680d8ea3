/** Shopee's listener: the authorisation page and the API under `/api/v2`. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerAuthorization } from './authorization.ts';
import { ShopeeError } from './errors.ts';
import { answer, shopOfRequest } from './gateway.ts';
import type { ShopeePlatform } from './platform.ts';

const LARGEST_BODY = 1_048_576;

function jsonBody(request: FastifyRequest): unknown {
  if (typeof request.body !== 'string' || request.body === '') return undefined;
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}

async function serve(
  platform: ShopeePlatform,
  incoming: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = new URL(incoming.url, 'http://sandbox');
  const path = url.pathname;
  const request = {
    method: incoming.method,
    path,
    query: url.searchParams,
    body: jsonBody(incoming),
  };
  const shop = shopOfRequest(request);
  const { calls, faults } = platform.parts;
  const fail = calls.count('SHOPEE', path, shop);
  const struck = faults.strike({ platform: 'SHOPEE', path, shop });
  for (const { kind, ms, code } of struck) {
    if (kind === 'latency') await sleep(ms);
    if (kind === 'drop_connection') {
      fail();
      reply.hijack();
      incoming.raw.socket.destroy();
      return reply;
    }
    if (kind === 'http_5xx') {
      fail();
      const status = Number(code ?? 502);
      return reply
        .code(status >= 500 && status < 600 ? status : 502)
        .type('text/html')
        .send('<html></html>');
    }
  }
  let envelope: Record<string, unknown>;
  let status = 200;
  try {
    envelope = { error: '', message: '', ...(await answer(platform, request, struck)) };
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error;
    fail();
    if (error.isRefusal) status = platform.options.authFailureStatus;
    envelope = { error: error.code, message: error.message };
  }
  envelope['request_id'] = randomBytes(16).toString('hex');
  let text = JSON.stringify(envelope);
  if (struck.some(({ kind }) => kind === 'broken_json')) {
    fail();
    text = text.slice(0, Math.floor(text.length * 0.6));
  }
  return reply.code(status).type('application/json').send(Buffer.from(text, 'utf8'));
}

/** Builds the listener; the caller starts and closes it. */
export function shopeeServer(platform: ShopeePlatform): FastifyInstance {
  const server = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  registerAuthorization(server, platform);
  server.route({
    method: ['GET', 'POST'],
    url: '/api/v2/*',
    handler: (request, reply) => serve(platform, request, reply),
  });
  return server;
}
