/** Shopee's listener: the authorization page and the API under `/api/v2`. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformListener, handleCall } from '../http/platform-listener.ts';
import { registerConsent } from '../consent/register-consent.ts';
import { shopeeConsent } from './auth/consent.ts';
import { ShopeeError } from './errors.ts';
import { handleGatewayCall, findRequestShop } from './gateway.ts';
import type { ShopeePlatform } from './platform.ts';
import { parseJson } from '../http/json-object.ts';

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
    body: typeof incoming.body === 'string' ? parseJson(incoming.body) : undefined,
  };
  const shop = findRequestShop(request);
  const target = { platform: 'SHOPEE', path, shop };
  const http = { request: incoming, reply };
  return handleCall(platform.parts, target, http, 'application/json', async (matchedFaults) => {
    const request_id = randomBytes(16).toString('hex');
    try {
      const result = await handleGatewayCall(platform, request, matchedFaults);
      return { status: 200, body: { error: '', message: '', ...result, request_id } };
    } catch (error) {
      if (!(error instanceof ShopeeError)) throw error;
      const status = error.isRefusal ? platform.options.authFailureStatus : 200;
      const body = { error: error.code, message: error.message, request_id };
      return { status, body, isRefusal: true };
    }
  });
}

/** Builds the listener. The caller starts and closes it. */
export function createShopeeServer(platform: ShopeePlatform): FastifyInstance {
  const server = platformListener(platform.parts.clock);
  registerConsent(server, platform.parts, shopeeConsent(platform));
  server.route({
    method: ['GET', 'POST'],
    url: '/api/v2/*',
    handler: (request, reply) => serve(platform, request, reply),
  });
  return server;
}
