/** Lazada's listener: the consent page and the gateway under `/rest`. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerConsent } from './consent.ts';
import { ApiError } from './errors.ts';
import { answer, shopOfCall } from './gateway.ts';
import { mergeParameters } from './parameters.ts';
import type { LazadaPlatform } from './platform.ts';

const LARGEST_BODY = 1_048_576;

function requestId(): string {
  return `21${randomBytes(14).toString('hex')}`;
}

function bodyText(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

async function serve(
  platform: LazadaPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const question = request.url.indexOf('?');
  const path = (question < 0 ? request.url : request.url.slice(0, question)).slice('/rest'.length);
  const contentType = request.headers['content-type'] ?? '';
  const parameters = mergeParameters(request.url, contentType, bodyText(request));
  const shop = shopOfCall(platform, parameters);
  const fail = platform.calls.count('LAZADA', path, shop);
  const struck = platform.faults.strike({ platform: 'LAZADA', path, shop });
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
  let envelope: Record<string, unknown>;
  try {
    const payload = await answer(platform, path, parameters, struck);
    envelope = { ...payload, code: '0', request_id: requestId() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fail();
    envelope = {
      type: error.type,
      code: error.code,
      message: error.message,
      request_id: requestId(),
    };
  }
  let text = JSON.stringify(envelope);
  if (struck.some(({ kind }) => kind === 'broken_json')) {
    fail();
    text = text.slice(0, Math.floor(text.length * 0.6));
  }
  // Errors come with status 200 as well.
  // Bytes: Node writes a long text with Vietnamese letters many times slower.
  return reply.type('application/json;charset=utf-8').send(Buffer.from(text, 'utf8'));
}

/** Builds the listener; the caller starts and closes it. */
export function lazadaServer(platform: LazadaPlatform): FastifyInstance {
  const server = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  server.route({
    method: ['GET', 'POST'],
    url: '/rest/*',
    handler: (request, reply) => serve(platform, request, reply),
  });
  registerConsent(server, platform);
  return server;
}
