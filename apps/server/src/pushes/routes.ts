import type { FastifyInstance } from 'fastify';
import type { PushReader } from '@seller-connect/partners';
import { pushPath } from '../partners/index.ts';
import { createRequestLimiter } from '../platform/http/limits/request-limiter.ts';
import { acceptPushes, deliveryKey, type AcceptDependencies } from './accept-pushes.ts';
import type { DeliveryCounter } from './delivery-counts.ts';

/** The largest push that a partner documents is a few kilobytes. */
const maxBodyBytes = 64 * 1024;
/** Deliveries from one IP address, valid or not. */
const maxPerMinute = 30_000;
/** Deliveries from one IP address without a valid signature. */
const maxForgedPerMinute = 120;

/**
 * Registers the webhooks. A delivery is verified by the signature over its raw bytes, stored, and answered at once
 * with an empty body; workers fetch what it names afterwards. Lazada waits half a second for 200 and ignores the
 * body, Shopee waits three seconds for an empty body, and TikTok accepts any 2xx.
 */
export async function registerPushRoutes(
  app: FastifyInstance,
  readers: readonly PushReader[],
  dependencies: AcceptDependencies & { deliveries: DeliveryCounter },
): Promise<void> {
  const limiter = createRequestLimiter(maxPerMinute);
  const forgedLimiter = createRequestLimiter(maxForgedPerMinute);
  // The raw body parser must not apply to other routes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    for (const reader of readers) {
      const { platform } = reader;
      scope.post(
        pushPath(platform),
        {
          bodyLimit: maxBodyBytes,
          schema: {
            summary: `Receives signed webhooks from ${platform}`,
            operationId: `receive${platform}Push`,
            response: {
              200: { type: 'null', description: 'Accepted; empty body' },
              401: { type: 'null', description: 'Not signed by the partner' },
            },
          },
        },
        async (request, reply) => {
          limiter.admit(request.ip);
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const { authorization = '' } = request.headers;
          if (!reader.isGenuine(body, authorization)) {
            dependencies.deliveries.count(platform, 'forged');
            forgedLimiter.admit(request.ip);
            return reply.code(401).send();
          }
          const push = reader.read(body);
          if (push === null) {
            // The signature is valid, and a retry would be unreadable too.
            dependencies.deliveries.count(platform, 'unreadable');
            return reply.code(200).send();
          }
          const [outcome] = await acceptPushes(dependencies, platform, [
            { key: deliveryKey(push, body), push },
          ]);
          if (outcome) dependencies.deliveries.count(platform, outcome);
          return reply.code(200).send();
        },
      );
    }
  });
}
