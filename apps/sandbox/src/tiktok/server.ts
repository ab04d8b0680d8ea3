/** TikTok Shop's listener: authorization page, token endpoint, and the API at the root. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../faults/faults.ts';
import { platformListener, handleCall } from '../http/platform-listener.ts';
import { registerConsent, type ConsentFlow } from '../consent/register-consent.ts';
import type { TiktokData } from './context.ts';
import { apiErrorOf, rateLimitCode, TiktokError, TiktokTokenError } from './errors.ts';
import { handleGatewayCall, endpointName, type TiktokRequest } from './gateway.ts';
import type { TiktokPlatform } from './platform.ts';
import { tiktokApplication, scopes } from './application.ts';

interface Target {
  readonly path: string;
  readonly shop: string | undefined;
}

/** Handles a call of the token endpoint or the API, which share their envelope. */
async function serve(
  platform: TiktokPlatform,
  target: Target,
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  give: (matchedFaults: readonly FaultRule[]) => Promise<TiktokData>,
): Promise<FastifyReply> {
  const called = { platform: 'TIKTOK', ...target };
  return handleCall(platform.parts, called, http, 'application/json', async (matchedFaults) => {
    const request_id = randomUUID().replaceAll('-', '');
    try {
      const data = await give(matchedFaults);
      return { status: 200, body: { code: 0, data, message: 'Success', request_id } };
    } catch (error) {
      if (!(error instanceof TiktokError) && !(error instanceof TiktokTokenError)) throw error;
      const { code, message } = error;
      if (code === rateLimitCode && platform.options.sendsRetryAfter) {
        const seconds = platform.throttle.waitSeconds(target.shop ?? '', target.path);
        void http.reply.header('retry-after', String(seconds));
      }
      const isToken = error instanceof TiktokTokenError;
      const status = isToken ? 200 : error.status(platform.options.tokenFaultStatus);
      return { status, body: { code, data: null, message, request_id }, isRefusal: true };
    }
  });
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

async function serveApi(
  platform: TiktokPlatform,
  incoming: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = new URL(incoming.url, 'http://sandbox');
  const request: TiktokRequest = {
    method: incoming.method,
    path: url.pathname,
    query: url.searchParams,
    body: typeof incoming.body === 'string' ? incoming.body : '',
    contentType: headerOf(incoming, 'content-type'),
    token: headerOf(incoming, 'x-tts-access-token'),
  };
  const shop = platform.grants.shopBehind(request.token);
  const target = { path: endpointName(request), shop };
  return serve(platform, target, { request: incoming, reply }, async (matchedFaults) =>
    handleGatewayCall(platform, request, matchedFaults),
  );
}

async function serveTokens(
  platform: TiktokPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pathname: path, searchParams: query } = new URL(request.url, 'http://sandbox');
  const refreshToken = query.get('refresh_token') ?? '';
  const shop = platform.grants.shopBehind(refreshToken);
  return serve(platform, { path, shop }, { request, reply }, (matchedFaults) => {
    if (matchedFaults.some(({ kind }) => kind === 'revoked_token'))
      platform.grants.revoke(refreshToken);
    const fault = matchedFaults.find(({ kind }) => kind === 'api_error' || kind === 'throttle');
    if (fault !== undefined)
      throw fault.kind === 'throttle' ? new TiktokError(rateLimitCode) : apiErrorOf(fault);
    return handleTokenCall(platform, path, query);
  });
}

/** Builds the listener. The caller starts and closes it. */
export function createTiktokServer(platform: TiktokPlatform): FastifyInstance {
  const server = platformListener(platform.parts.clock);
  registerConsent(server, platform.parts, tiktokConsent(platform));
  for (const path of [exchangePath, refreshPath]) {
    server.get(path, (request, reply) => serveTokens(platform, request, reply));
  }
  server.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/*',
    handler: (request, reply) => serveApi(platform, request, reply),
  });
  return server;
}

/** `/open/authorize`: the page where a seller grants an application access to a shop. */
function tiktokConsent(platform: TiktokPlatform): ConsentFlow {
  const { world, callback } = platform.parts;
  return {
    marketplace: { name: 'TikTok Shop', mark: 'T' },
    paths: ['/open/authorize'],
    application: tiktokApplication.name,
    carried: ['service_id', 'state', 'lang'],
    failureOf({ parameters }) {
      const service = parameters.get('service_id') ?? '';
      if (service === '') return 'missing';
      return service === tiktokApplication.serviceId ? undefined : 'application';
    },
    callbackOf: () => callback,
    shopsOf: () => world.shops('TIKTOK'),
    // TikTok sends the literal text `null`.
    denied: { code: 'null', error: 'auth_denied' },
    grant(chosen, { language }) {
      const shop = world.shop('TIKTOK', chosen);
      if (shop === undefined) return undefined;
      const code = platform.grants.issueCode(platform.coveredBy(shop.info.externalShopId));
      return { code, app_key: tiktokApplication.appKey, locale: language, shop_region: 'VN' };
    },
  };
}

/** `/api/v2/token/get` and `/api/v2/token/refresh`: unsigned, with the secret in the query. */
const exchangePath = '/api/v2/token/get';
const refreshPath = '/api/v2/token/refresh';

/** The published client sends the first one for both calls. */
const grantTypes = ['authorized_code', 'refresh_token'];

/**
 * Handles a token call.
 *
 * @throws {TiktokTokenError} for every error response.
 */
async function handleTokenCall(
  platform: TiktokPlatform,
  path: string,
  query: URLSearchParams,
): Promise<TiktokData> {
  const { appKey, appSecret } = tiktokApplication;
  const secret = query.get(path === exchangePath ? 'auth_code' : 'refresh_token') ?? '';
  const type = query.get('grant_type') ?? '';
  const fits = path === exchangePath ? type === 'authorized_code' : grantTypes.includes(type);
  if (secret === '' || !fits) throw new TiktokTokenError(98_001_004, 'invalid params');
  if (query.get('app_key') !== appKey || query.get('app_secret') !== appSecret) {
    throw new TiktokTokenError(36_009_004, 'app key/secret invalid');
  }
  const { grants, options, parts } = platform;
  const issued = path === exchangePath ? grants.exchange(secret) : grants.refresh(secret);
  await parts.saveState();
  const [chosen = ''] = issued.grant.shops;
  const info = parts.world.shop('TIKTOK', chosen)?.info;
  return {
    access_token: issued.accessToken.token,
    // Despite their names, these are instants in epoch seconds.
    access_token_expire_in: issued.accessToken.expiresAt,
    refresh_token: issued.refreshToken.token,
    refresh_token_expire_in: issued.refreshToken.expiresAt,
    open_id: `7010736057180325637_${info?.shortCode ?? ''}`,
    seller_name: info?.company ?? '',
    seller_base_region: info?.region ?? '',
    user_type: 0,
    granted_scopes: scopes.filter((scope) => !options.deniedScopes.includes(scope)),
  };
}
