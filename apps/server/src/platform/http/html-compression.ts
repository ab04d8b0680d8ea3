import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

const compress = promisify(gzip);

/** Compression does not reduce the number of packets of smaller pages. */
const minCompressibleBytes = 1400;

/**
 * Compresses HTML pages only, which users wait for first on a slow network. API responses stay uncompressed: if a
 * secret is compressed together with text that an attacker chose, the size of the response leaks the secret (BREACH).
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
