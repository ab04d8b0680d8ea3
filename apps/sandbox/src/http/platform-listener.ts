/** Shared behavior of all platform listeners. */
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import type { CallTarget, FaultRule, Faults } from '../faults/faults.ts';

/** No call of a platform is larger. */
const maxBodyBytes = 1_048_576;

/** The routes of the sandbox have no schemas. Fastify's compilers of schemas take an eighth of its start to load. */
export const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error('Routes of the sandbox have no schemas');
}

/**
 * Creates a listener that accepts every body as text, regardless of its content type. The caller starts and closes it.
 * @param clock for the `Date` header; defaults to the machine's clock
 */
export function platformListener(clock?: Clock): FastifyInstance {
  const server = fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    schemaController: withoutSchemas,
  });
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
  /** Counts the call as failed. */
  readonly isRefusal?: boolean;
  /** `latin1` requires that all texts in the body come from `wireText`. */
  readonly encoding?: ResponseEncoding;
}

export type ResponseEncoding = 'utf8' | 'latin1';

/**
 * Handles one call: counts it, applies its faults, and sends the response of `give`, truncated by `broken_json`.
 * @param contentType of JSON responses of the platform
 */
export async function handleCall(
  { calls, faults }: { readonly calls: CallCounters; readonly faults: Faults },
  target: CallTarget,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  contentType: string,
  give: (matchedFaults: readonly FaultRule[]) => Promise<WireResponse>,
): Promise<FastifyReply> {
  const fail = calls.count(target.platform, target.path, target.shop);
  const matchedFaults = faults.strike(target);
  for (const { kind, ms, code } of matchedFaults) {
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
  const { status, body, isRefusal = false, encoding = 'utf8' } = await give(matchedFaults);
  // A Buffer, because Node writes a long string with Vietnamese letters many times slower.
  let bytes: Buffer = Buffer.from(JSON.stringify(body), encoding);
  const isBroken = matchedFaults.some(({ kind }) => kind === 'broken_json');
  if (isBroken) bytes = cutShort(bytes);
  if (isBroken || isRefusal) fail();
  return reply.code(status).type(contentType).send(bytes);
}

/** Truncates between characters, so that the JSON is broken but the text encoding is not. */
function cutShort(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8');
  return Buffer.from(text.slice(0, Math.floor(text.length * 0.6)), 'utf8');
}

/** The generated world repeats its texts; a replayed file may have any number of them. */
const maxCached = 10_000;
const cache = new Map<string, string>();

/**
 * Returns a text with one Latin-1 character per byte of its UTF-8. A single character outside Latin 1 triples the time
 * to serialize and encode a response. A response with only such texts is sent as `latin1`; on the wire it is the same
 * UTF-8.
 */
export function wireText(text: string): string {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const encoded = Buffer.from(text, 'utf8').toString('latin1');
  if (cache.size >= maxCached) cache.clear();
  cache.set(text, encoded);
  return encoded;
}
