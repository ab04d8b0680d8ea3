/** Lazada's listener: the consent page and the gateway under `/rest`. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformListener, handleCall } from '../http/platform-listener.ts';
import { registerConsent, type ConsentFlow } from '../consent/register-consent.ts';
import { LazadaError } from './errors.ts';
import { handleGatewayCall, findCallShop } from './gateway.ts';
import { mergeParameters } from './parameters.ts';
import type { LazadaPlatform } from './platform.ts';
import { authorizationFailure } from '../consent/redirect.ts';
import { lazadaApplication } from './application.ts';

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
  const shop = findCallShop(platform, parameters);
  const type = 'application/json;charset=utf-8';
  const target = { platform: 'LAZADA', path, shop };
  // Errors also have status 200.
  return handleCall(platform.parts, target, { request, reply }, type, async (matchedFaults) => {
    try {
      const { payload, encoding } = await handleGatewayCall(
        platform,
        path,
        parameters,
        matchedFaults,
      );
      const body = { ...payload, code: '0', request_id: requestId() };
      return { status: 200, body, encoding };
    } catch (error) {
      if (!(error instanceof LazadaError)) throw error;
      const { type: kind, code, message } = error;
      const body = { type: kind, code, message, request_id: requestId() };
      return { status: 200, body, isRefusal: true };
    }
  });
}

/** Builds the listener. The caller starts and closes it. */
export function createLazadaServer(platform: LazadaPlatform): FastifyInstance {
  const server = platformListener(platform.parts.clock);
  server.route({
    method: ['GET', 'POST'],
    url: '/rest/*',
    handler: (request, reply) => serve(platform, request, reply),
  });
  registerConsent(server, platform.parts, lazadaConsent(platform));
  return server;
}

/** `/oauth/authorize`: the page where a seller grants an application access to a shop. */
function lazadaConsent({ parts, grants }: LazadaPlatform): ConsentFlow {
  const { world, callbacks } = parts;
  return {
    marketplace: { name: 'Lazada', mark: 'L' },
    paths: ['/oauth/authorize'],
    application: lazadaApplication.name,
    carried: [
      'response_type',
      'client_id',
      'redirect_uri',
      'force_auth',
      'state',
      'country',
      'lang',
    ],
    failureOf: ({ parameters }) =>
      authorizationFailure(parameters, {
        platform: 'lazada',
        id: lazadaApplication.key,
        callbacks,
      }),
    callbackOf: ({ parameters }) => parameters.get('redirect_uri') ?? '',
    shopsOf({ parameters }) {
      const countries = (parameters.get('country') ?? '').toUpperCase().split(',').filter(Boolean);
      const shops = world.shops('LAZADA');
      return countries.length === 0
        ? shops
        : shops.filter(({ info }) => countries.includes(info.region));
    },
    denied: { error: 'access_denied' },
    grant(chosen) {
      const shop = world.shop('LAZADA', chosen);
      return shop && { code: grants.issueCode(lazadaApplication.key, shop.info.externalShopId) };
    },
  };
}
