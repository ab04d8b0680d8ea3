import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

const compress = promisify(gzip);

/** Below this a compressed page is no shorter on the wire. */
const minCompressibleBytes = 1400;

/**
 * Compresses pages, and only pages: what a person waits for first on a slow network. Answers of the API stay as they
 * are, since compressing a secret together with what a stranger chose tells him the secret bit by bit.
 */
export function compressHtml(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || !type.startsWith('text/html')) return payload;
    reply.header('vary', 'Accept-Encoding');
    const accepts = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (!accepts || payload.length < minCompressibleBytes) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload);
  });
}
