/** What the listeners of all platforms do alike. */
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import type { CallTarget, FaultRule, Faults } from '../faults/faults.ts';

/** Bytes; no call of a platform is longer. */
const LARGEST_BODY = 1_048_576;

/**
 * A listener that takes every body as text, whatever it is said to be; the caller starts and closes it.
 * @param clock what its answers are dated by; the machine's without it
 */
export function platformListener(clock?: Clock): FastifyInstance {
  const server = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  if (clock !== undefined) {
    server.addHook('onSend', async (_request, reply) => {
      void reply.header('date', new Date(clock.nowMs()).toUTCString());
    });
  }
  return server;
}

export interface WireResponse {
  readonly status: number;
  readonly body: object;
  /** Counted as failed. */
  readonly isRefusal?: boolean;
  /** `latin1`: all its texts are `wireText`. */
  readonly encoding?: ResponseEncoding;
}

export type ResponseEncoding = 'utf8' | 'latin1';

/**
 * Answers one call: counts it, lets the faults of its way strike, and sends what `give` makes of it, which may
 * be cut off. @param contentType of an answer in JSON, as the platform writes it.
 */
export async function handleCall(
  { calls, faults }: { readonly calls: CallCounters; readonly faults: Faults },
  target: CallTarget,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  contentType: string,
  give: (struck: readonly FaultRule[]) => Promise<WireResponse>,
): Promise<FastifyReply> {
  const fail = calls.count(target.platform, target.path, target.shop);
  const struck = faults.strike(target);
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
  const { status, body, isRefusal = false, encoding = 'utf8' } = await give(struck);
  // Bytes: Node writes a long text with Vietnamese letters many times slower.
  let bytes: Buffer = Buffer.from(JSON.stringify(body), encoding);
  const isBroken = struck.some(({ kind }) => kind === 'broken_json');
  if (isBroken) bytes = cutShort(bytes);
  if (isBroken || isRefusal) fail();
  return reply.code(status).type(contentType).send(bytes);
}

/** Cut between letters, so that it is the JSON that is broken and not the text. */
function cutShort(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8');
  return Buffer.from(text.slice(0, Math.floor(text.length * 0.6)), 'utf8');
}
