/** Tiki's listener: consent page, token endpoint and the API under `/integration`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { damagePayload } from '../faults/row-faults.ts';
import type { FaultRule } from '../faults/faults.ts';
import { platformListener, handleCall } from '../http/platform-listener.ts';
import {
  registerConsent,
  type ConsentFlow,
  type ConsentRequest,
} from '../consent/register-consent.ts';
import type { TikiCall } from './context.ts';
import { TikiError, TikiTokenError } from './errors.ts';
import { getOrder, listOrders } from './orders/orders.ts';
import type { TikiPlatform } from './platform.ts';
import { getProduct, listProducts } from './products.ts';
import { handleTokenCall } from './auth/tokens.ts';
import { parseJson, isRecord } from '../http/json-object.ts';
import { authorizationFailure } from '../consent/redirect.ts';
import { tikiApplication } from './application.ts';

const tokenPath = '/sc/oauth2/token';

interface Endpoint {
  /** Name for faults and counters. */
  readonly path: string;
  /** Does not fix the API version where Tiki's own examples vary it. */
  readonly pattern: RegExp;
  readonly scope: string | null;
  readonly answer: (call: TikiCall) => Readonly<Record<string, unknown>>;
}

const endpoints: readonly Endpoint[] = [
  {
    path: '/integration/v2/sellers/me',
    pattern: /^\/integration\/v2\/sellers\/me$/,
    scope: null,
    answer: getSeller,
  },
  {
    path: '/integration/v2/orders',
    pattern: /^\/integration\/v2\/orders$/,
    scope: 'order',
    answer: listOrders,
  },
  {
    path: '/integration/v2/orders/{code}',
    pattern: /^\/integration\/v2\/orders\/([^/]+)$/,
    scope: 'order',
    answer: getOrder,
  },
  {
    path: '/integration/v2/products',
    pattern: /^\/integration\/v2(?:\.1)?\/products$/,
    scope: 'product',
    answer: listProducts,
  },
  {
    path: '/integration/v2.1/products/{product_id}',
    pattern: /^\/integration\/v2\.1\/products\/(\d+)$/,
    scope: 'product',
    answer: getProduct,
  },
];

/** `/integration/v2/sellers/me`. */
function getSeller({ shop: { info } }: TikiCall): Readonly<Record<string, unknown>> {
  return {
    id: Number(info.externalShopId),
    sid: info.shortCode,
    name: info.name,
    logo: '',
    active: 1,
    operation_models: ['dropship'],
    can_update_product: 1,
    registration_status: 'completed',
    live_at: '2019-05-06 09:00:00',
  };
}

function find(pathname: string): { endpoint: Endpoint; id: string } | undefined {
  for (const endpoint of endpoints) {
    const match = endpoint.pattern.exec(pathname);
    if (match !== null) return { endpoint, id: match[1] ?? '' };
  }
  return undefined;
}

/** Handles a call of the token endpoint or the API: finds the shop of its secret and formats errors. */
async function serve(
  platform: TikiPlatform,
  target: { readonly path: string; readonly secret: string },
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: (matchedFaults: readonly FaultRule[]) => Promise<object>,
): Promise<FastifyReply> {
  const shop = platform.grants.shopBehind(target.secret);
  const called = { platform: 'TIKI', path: target.path, shop };
  const type = 'application/json; charset=utf-8';
  return handleCall(platform.parts, called, http, type, async (matchedFaults) => {
    try {
      return { status: 200, body: await answer(matchedFaults) };
    } catch (error) {
      if (!(error instanceof TikiError) && !(error instanceof TikiTokenError)) throw error;
      return { status: error.status, body: error.body(), isRefusal: true };
    }
  });
}

function answerRest(
  platform: TikiPlatform,
  request: { readonly url: URL; readonly token: string },
  matchedFaults: readonly FaultRule[],
): Readonly<Record<string, unknown>> {
  const found = find(request.url.pathname);
  if (found === undefined) throw new TikiError(404);
  if (request.token === '') throw new TikiError(401);
  platform.grants.applyFaults(matchedFaults, request.token);
  const shopId = platform.grants.shopOf(request.token, found.endpoint.scope);
  const { world, clock } = platform.parts;
  const shop = world.shop('TIKI', shopId);
  if (shop === undefined) throw new TikiError(401);
  for (const { kind, seconds, code } of matchedFaults) {
    if (kind === 'throttle') platform.throttle.ban(shopId, seconds);
    if (kind === 'api_error') throw new TikiError(Number(code ?? 500));
  }
  platform.throttle.admit(shopId, platform.options);
  const now = clock.now();
  let body = found.endpoint.answer({
    query: request.url.searchParams,
    id: found.id,
    shop,
    index: world.indexOf(shop, now),
    now,
    inclusive: platform.options.inclusiveDates,
  });
  for (const { kind, hits } of matchedFaults) {
    if (kind === 'truncated_page' || kind === 'duplicate_items' || kind === 'reorder_items') {
      body = damagePayload(body, kind, hits);
    }
  }
  return body;
}

/** Paths of queue calls: the queues, one queue's subscriptions, or its events. */
const queuePattern = /^\/integration\/v1\/queues(?:\/([\w-]+)\/(subscriptions|events\/pull))?$/;

function queuePath(pathname: string): string | undefined {
  const match = queuePattern.exec(pathname);
  if (match === null) return undefined;
  return `/integration/v1/queues${match[2] === undefined ? '' : `/{code}/${match[2]}`}`;
}

/** Handles queue calls. They need the application's token; subscribing a shop needs the token of its seller. */
async function answerQueues(
  platform: TikiPlatform,
  call: { readonly isPost: boolean; readonly pathname: string; readonly token: string },
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const [, code = '', what] = queuePattern.exec(call.pathname) ?? [];
  const { queues, parts } = platform;
  if (what === 'subscriptions') {
    const shop = platform.grants.shopOf(call.token, null);
    platform.throttle.admit(shop, platform.options);
    const subscribed = queues.subscribe(code, shop, body['event_type']);
    await parts.saveState();
    return subscribed;
  }
  if (!platform.isOwnToken(call.token)) throw new TikiError(401);
  // Applications pull every few seconds. Pulls are not persisted, because the world determines the events.
  if (what !== undefined) return queues.pull(code, body['ack_id']);
  if (!call.isPost) return queues.list();
  const made = queues.create(body['name']);
  await parts.saveState();
  return made;
}

function jsonIn(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const value = parseJson(typeof request.body === 'string' ? request.body : '');
  if (!isRecord(value)) throw new TikiError(400, 'The body must be a JSON object');
  return value;
}

/** Builds the listener. The caller starts and closes it. */
export function createTikiServer(platform: TikiPlatform): FastifyInstance {
  const server = platformListener(platform.parts.clock);
  const route = (request: FastifyRequest, reply: FastifyReply) => {
    const url = new URL(request.url, 'http://tiki');
    const { pathname } = url;
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isPost = request.method === 'POST';
    const queue = queuePath(pathname);
    const path = queue ?? find(pathname)?.endpoint.path ?? pathname;
    return serve(platform, { path, secret: token }, { request, reply }, async (matchedFaults) => {
      if (queue === undefined && isPost) throw new TikiError(405);
      if (queue === undefined) return answerRest(platform, { url, token }, matchedFaults);
      const fault = matchedFaults.find(({ kind }) => kind === 'api_error');
      if (fault !== undefined) throw new TikiError(Number(fault.code ?? 500));
      return answerQueues(platform, { isPost, pathname, token }, isPost ? jsonIn(request) : {});
    });
  };
  server.get('/integration/*', route);
  server.post('/integration/*', route);
  server.post(tokenPath, (request, reply) => {
    const body = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const secret = body.get('code') ?? body.get('refresh_token') ?? '';
    return serve(platform, { path: tokenPath, secret }, { request, reply }, (matchedFaults) => {
      const fault = matchedFaults.find(({ kind }) => kind === 'api_error');
      if (fault !== undefined) {
        throw new TikiTokenError(fault.code ?? 'invalid_request', 'Refused on purpose');
      }
      return handleTokenCall(platform, request.headers.authorization ?? '', body);
    });
  });
  registerConsent(server, platform.parts, tikiConsent(platform));
  return server;
}

/** `/sc/oauth2/auth`: the page where a seller grants an application access to a shop. */
const knownScopes = [
  'order',
  'product',
  'inventory',
  'multichannel',
  'offline',
  'fulfillment',
  'all',
];
const minStateLength = 8;

function tikiConsent({ parts, grants }: TikiPlatform): ConsentFlow {
  const { world, callbacks } = parts;
  const callbackOf = ({ parameters }: ConsentRequest) => parameters.get('redirect_uri') ?? '';
  return {
    marketplace: { name: 'Tiki', mark: 'T', hasMoney: false },
    paths: ['/sc/oauth2/auth'],
    application: tikiApplication.name,
    carried: ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'lang'],
    failureOf: ({ parameters }) =>
      authorizationFailure(parameters, {
        platform: 'tiki',
        id: tikiApplication.clientId,
        callbacks,
      }),
    callbackOf,
    refusalOf({ parameters }) {
      if ((parameters.get('state') ?? '').length < minStateLength) {
        return {
          error: 'invalid_state',
          error_description: 'The state must have 8 characters or more',
        };
      }
      const scopes = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
      if (scopes.length === 0 || scopes.some((scope) => !knownScopes.includes(scope))) {
        return { error: 'invalid_scope', error_description: 'The requested scope is invalid' };
      }
      return undefined;
    },
    shopsOf: () => world.shops('TIKI'),
    denied: { error: 'access_denied', error_description: 'The seller refused' },
    grant(chosen, request) {
      const shop = world.shop('TIKI', chosen);
      if (shop === undefined) return undefined;
      const scope = request.parameters.get('scope') ?? '';
      return {
        code: grants.issueCode(shop.info.externalShopId, callbackOf(request), scope),
        scope,
      };
    },
  };
}
