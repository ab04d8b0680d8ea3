/** Shopee's listener: the authorization page and the API under `/api/v2`. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformListener, handleCall } from '../http/platform-listener.ts';
import {
  registerConsent,
  type ConsentFlow,
  type ConsentRequest,
} from '../consent/register-consent.ts';
import { ShopeeError } from './errors.ts';
import { handleGatewayCall, findRequestShop, isShopeeSignatureValid } from './gateway.ts';
import type { ShopeePlatform } from './platform.ts';
import { parseJson } from '../http/json-object.ts';
import { isRegisteredCallback } from '../consent/redirect.ts';
import type { Failure } from '../consent/texts.ts';
import { shopeeApplication } from './application.ts';
import { consentMainAccount, consentShop, mainAccounts } from './auth/main-accounts.ts';

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

/**
 * `/auth` and the older signed `/api/v2/shop/auth_partner`: the page where a seller grants an application access to a
 * shop.
 */
const signedPath = '/api/v2/shop/auth_partner';

/** Prefix of a main account's ID in the form, where a shop's ID is also possible. */
const mainAccountPrefix = 'main-';

function callbackOf({ path, parameters }: ConsentRequest): string {
  return parameters.get(path === signedPath ? 'redirect' : 'redirect_uri') ?? '';
}

function failureOf(request: ConsentRequest, callbacks: readonly string[]): Failure | undefined {
  const { path, parameters } = request;
  const partner = parameters.get('partner_id') ?? '';
  const callback = callbackOf(request);
  if (partner === '' || callback === '') return 'missing';
  if (partner !== shopeeApplication.partnerId) return 'application';
  if (!isRegisteredCallback('shopee', callback, callbacks)) return 'redirect';
  if (path === signedPath) {
    const isFresh = Math.abs(Date.now() / 1000 - Number(parameters.get('timestamp'))) <= 300;
    const fits = isShopeeSignatureValid(shopeeApplication.partnerKey, path, parameters);
    return isFresh && fits ? undefined : 'application';
  }
  const isCode = parameters.get('response_type') === 'code';
  return isCode && parameters.get('auth_type') === 'seller' ? undefined : 'responseType';
}

function shopeeConsent(platform: ShopeePlatform): ConsentFlow {
  const { world, callbacks } = platform.parts;
  return {
    marketplace: { name: 'Shopee', mark: 'S' },
    paths: ['/auth', signedPath],
    application: shopeeApplication.name,
    carried: [
      'partner_id',
      'auth_type',
      'redirect_uri',
      'response_type',
      'state',
      'timestamp',
      'sign',
      'redirect',
      'lang',
    ],
    failureOf: (request) => failureOf(request, callbacks),
    callbackOf,
    shopsOf: () => world.shops('SHOPEE'),
    mainAccounts: () =>
      new Map(
        mainAccounts(world).map(({ account, id }) => [account.email, `${mainAccountPrefix}${id}`]),
      ),
    // The behavior of the real page is not documented. The sandbox redirects the seller without a code.
    denied: { error: 'access_denied' },
    grant(chosen) {
      const main = mainAccounts(world).find(({ id }) => `${mainAccountPrefix}${id}` === chosen);
      if (main !== undefined) return consentMainAccount(platform, main);
      const shop = world.shop('SHOPEE', chosen);
      return shop && consentShop(platform, shop.info.externalShopId);
    },
  };
}
