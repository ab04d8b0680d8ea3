import type { FastifyInstance } from 'fastify';

/** What no page of ours uses, and no script that got into one may. */
const disabledFeatures =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()';

/** For the host alone: the domains below it may be somebody else's business. */
const hstsHeader = 'max-age=31536000';

/**
 * Headers that every answer has. A package that does the same costs a quarter of the throughput.
 * @param isHttps whether browsers are to use nothing else for this host
 */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  // Early: answers that are written by hand take them over.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', disabledFeatures);
    if (isHttps) reply.header('strict-transport-security', hstsHeader);
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'no-referrer');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    }
  });
}
