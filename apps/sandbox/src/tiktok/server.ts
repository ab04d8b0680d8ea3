/** TikTok Shop's listener: authorisation page, token endpoint and API at the server's root. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../faults.ts';
import { registerTiktokAuthorization } from './authorization.ts';
import type { TiktokData } from './context.ts';
import { TiktokError, TiktokTokenError } from './errors.ts';
import { answer, pathName } from './gateway.ts';
import type { TiktokRequest } from './gateway.ts';
import type { TiktokPlatform } from './platform.ts';
import { EXCHANGE, REFRESH, answerTokens } from './tokens.ts';

const LARGEST_BODY = 1_048_576;
const TOO_MANY = 36_009_002;

interface Target {
  readonly path: string;
  readonly shop: string | undefined;
}

/** What both faces do alike: counts, faults on the way, the envelope, and an answer that may be cut off. */
async function serve(
  platform: TiktokPlatform,
  target: Target,
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  give: (struck: readonly FaultRule[]) => Promise<TiktokData>,
): Promise<FastifyReply> {
  const { calls, faults } = platform.parts;
  const { request, reply } = http;
  const fail = calls.count('TIKTOK', target.path, target.shop);
  const struck = faults.strike({ platform: 'TIKTOK', ...target });
  for (const { kind, ms, code } of struck) {
    if (kind === 'latency') await sleep(ms);
    if (kind === 'drop_connection') {
      fail();
      reply.hijack();
      request.raw.socket.destroy();
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
  let status = 200;
  let envelope: Record<string, unknown>;
  try {
    envelope = { code: 0, data: await give(struck), message: 'Success' };
  } catch (error) {
    if (!(error instanceof TiktokError) && !(error instanceof TiktokTokenError)) throw error;
    fail();
    if (error instanceof TiktokError) status = error.status(platform.options.tokenFaultStatus);
    envelope = { code: error.code, data: null, message: error.message };
    if (error.code === TOO_MANY && platform.options.tellsRetryAfter) {
      const seconds = platform.throttle.waitSeconds(target.shop ?? '', target.path);
      void reply.header('retry-after', String(seconds));
    }
  }
  let text = JSON.stringify({ ...envelope, request_id: randomUUID().replaceAll('-', '') });
  if (struck.some(({ kind }) => kind === 'broken_json')) {
    fail();
    text = text.slice(0, Math.floor(text.length * 0.6));
  }
  return reply.code(status).type('application/json').send(Buffer.from(text, 'utf8'));
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

async function serveCall(
  platform: TiktokPlatform,
  incoming: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = new URL(incoming.url, 'http://sandbox');
  const request: TiktokRequest = {
    method: incoming.method,
    path: url.pathname,
    query: url.searchParams,
    body: typeof incoming.body === 'string' ? incoming.body : '',
    contentType: headerOf(incoming, 'content-type'),
    token: headerOf(incoming, 'x-tts-access-token'),
  };
  const shop = platform.grants.shopBehind(request.token);
  const target = { path: pathName(request), shop };
  return serve(platform, target, { request: incoming, reply }, async (struck) =>
    answer(platform, request, struck),
  );
}

async function serveTokens(
  platform: TiktokPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pathname: path, searchParams: query } = new URL(request.url, 'http://sandbox');
  const held = query.get('refresh_token') ?? '';
  const shop = platform.grants.shopBehind(held);
  return serve(platform, { path, shop }, { request, reply }, (struck) => {
    if (struck.some(({ kind }) => kind === 'revoked_token')) platform.grants.revoke(held);
    const fault = struck.find(({ kind }) => kind === 'api_error' || kind === 'throttle');
    if (fault !== undefined) {
      const code = fault.kind === 'throttle' ? TOO_MANY : Number(fault.code ?? 36_009_003);
      throw new TiktokError(code);
    }
    return answerTokens(platform, path, query);
  });
}

/** Builds the listener; the caller starts and closes it. */
export function tiktokServer(platform: TiktokPlatform): FastifyInstance {
  const server = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  registerTiktokAuthorization(server, platform);
  for (const path of [EXCHANGE, REFRESH]) {
    server.get(path, (request, reply) => serveTokens(platform, request, reply));
  }
  server.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/*',
    handler: (request, reply) => serveCall(platform, request, reply),
  });
  return server;
}
