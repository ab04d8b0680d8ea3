/**
 * The gateway. It checks a call in the order path, content type, app key, timestamp, signature, access token, scope,
 * shop cipher, rate limit, and passes it to its endpoint.
 */
import { createHmac } from 'node:crypto';
import { damagePayload } from '../faults/row-faults.ts';
import type { FaultRule } from '../faults/faults.ts';
import { tiktokApplication, type Scope } from './application.ts';
import type { TiktokCall, TiktokData } from './context.ts';
import { apiErrorOf, rateLimitCode, TiktokError } from './errors.ts';
import type { TiktokGrant } from './auth/grants.ts';
import { listStatements, statementTransactions } from './money/finance.ts';
import { getOrders, searchOrders } from './orders/orders.ts';
import type { TiktokPlatform } from './platform.ts';
import { getProduct, searchProducts } from './products.ts';
import { searchReturns } from './orders/returns.ts';
import { listUnsettled } from './money/unsettled.ts';
import { parseJson, isRecord } from '../http/json-object.ts';
import { isEqualConstantTime } from '../http/constant-time.ts';

interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Name for faults and counters. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly scope: Scope;
  /** Null for calls about the authorization, which take no shop cipher. */
  readonly answer: ((call: TiktokCall) => TiktokData) | null;
}

function endpoint(
  method: Endpoint['method'],
  path: string,
  scope: Scope,
  answer: Endpoint['answer'],
): Endpoint {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '(\\d{1,24})')}$`);
  return { method, path, pattern, scope, answer };
}

/** The names of row lists in responses. */
const rowListNames = ['orders', 'products', 'return_orders', 'statements', 'transactions'];
const shopsPath = '/authorization/202309/shops';

const endpoints: readonly Endpoint[] = [
  endpoint('GET', shopsPath, 'seller.authorization.info', null),
  endpoint('POST', '/order/202309/orders/search', 'seller.order.info', searchOrders),
  endpoint('GET', '/order/202309/orders', 'seller.order.info', getOrders),
  endpoint('POST', '/product/202502/products/search', 'seller.product.basic', searchProducts),
  endpoint('POST', '/product/202309/products/search', 'seller.product.basic', searchProducts),
  endpoint('GET', '/product/202309/products/{product_id}', 'seller.product.basic', getProduct),
  endpoint(
    'POST',
    '/return_refund/202309/returns/search',
    'seller.return_refund.basic',
    searchReturns,
  ),
  endpoint('GET', '/finance/202309/statements', 'seller.finance.info', listStatements),
  endpoint(
    'GET',
    '/finance/202501/statements/{statement_id}/statement_transactions',
    'seller.finance.info',
    statementTransactions,
  ),
  endpoint('GET', '/finance/202507/orders/unsettled', 'seller.finance.info', listUnsettled),
];

export interface TiktokRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The raw body. */
  readonly body: string;
  readonly contentType: string;
  readonly token: string;
}

interface Found {
  readonly endpoint: Endpoint;
  readonly id: string;
}

/** Returns the endpoint of a path, if possible with this method. */
function findEndpoint(path: string, method: string): Found | undefined {
  const found = endpoints.flatMap((one): Found[] => {
    const match = one.pattern.exec(path);
    return match === null ? [] : [{ endpoint: one, id: match[1] ?? '' }];
  });
  return found.find((one) => one.endpoint.method === method) ?? found[0];
}

/** Returns the path for faults and counters. */
export function endpointName({ path, method }: TiktokRequest): string {
  return findEndpoint(path, method)?.endpoint.path ?? path;
}

function checkCommon({ path, query, body, contentType }: TiktokRequest): void {
  if (!/^application\/json\b/i.test(contentType)) throw new TiktokError(36_009_023);
  const refuse = (message: string): never => {
    throw new TiktokError(36_009_004, message);
  };
  if (query.get('app_key') !== tiktokApplication.appKey) refuse('The app_key is invalid.');
  const timestamp = query.get('timestamp') ?? '';
  if (timestamp === '') refuse('The timestamp is missing.');
  // Compares with the machine's time, because the sandbox's clock may differ widely.
  const ahead = /^\d{1,10}$/.test(timestamp) ? Number(timestamp) - Date.now() / 1000 : Infinity;
  if (ahead > 30) refuse('The timestamp is too late.');
  if (ahead < -300) refuse('The timestamp is too early.');
  if ((query.get('sign') ?? '') === '') refuse('The sign is missing.');
  if (!isTiktokSignatureValid(tiktokApplication.appSecret, { path, query, body })) {
    throw new TiktokError(106_001);
  }
}

function parseBody(body: string): Readonly<Record<string, unknown>> {
  if (body === '') return {};
  const value = parseJson(body);
  if (!isRecord(value)) throw new TiktokError(36_009_004, 'The body must be a JSON object.');
  return value;
}

function listShops(platform: TiktokPlatform, grant: TiktokGrant): TiktokData {
  const shops = grant.shops.flatMap((id) => {
    const info = platform.parts.world.shop('TIKTOK', id)?.info;
    if (info === undefined) return [];
    return {
      id,
      name: info.name,
      region: info.region,
      seller_type: 'LOCAL',
      cipher: platform.cipherOf(id),
      code: info.shortCode,
    };
  });
  return { shops };
}

/** Returns the shop of this authorization that the cipher identifies. */
function shopOf(platform: TiktokPlatform, grant: TiktokGrant, query: URLSearchParams): string {
  const cipher = query.get('shop_cipher') ?? '';
  if (cipher === '') throw new TiktokError(106_013);
  const shop = grant.shops.find((id) => platform.cipherOf(id) === cipher);
  if (shop === undefined) throw new TiktokError(36_009_004, 'The shop_cipher is invalid.');
  return shop;
}

function applyFaults(
  platform: TiktokPlatform,
  at: { readonly shop: string; readonly path: string },
  matchedFaults: readonly FaultRule[],
): void {
  for (const fault of matchedFaults) {
    if (fault.kind === 'throttle') {
      platform.throttle.ban(at.shop, at.path, fault.seconds);
      throw new TiktokError(rateLimitCode);
    }
    if (fault.kind === 'api_error') throw apiErrorOf(fault);
  }
}

/**
 * Handles a call.
 *
 * @throws {TiktokError} for every response with a code other than 0.
 */
export function handleGatewayCall(
  platform: TiktokPlatform,
  request: TiktokRequest,
  matchedFaults: readonly FaultRule[],
): TiktokData {
  const found = findEndpoint(request.path, request.method);
  if (found === undefined) throw new TiktokError(36_009_009);
  if (found.endpoint.method !== request.method) throw new TiktokError(36_009_010);
  checkCommon(request);
  const { token, query } = request;
  if (token === '') throw new TiktokError(36_009_004, 'The access token header is missing.');
  platform.grants.applyFaults(matchedFaults, token);
  const grant = platform.grants.authorizationOf(token);
  const { endpoint: called } = found;
  if (platform.options.deniedScopes.includes(called.scope)) throw new TiktokError(105_005);
  if (called.answer === null) {
    if (query.has('shop_cipher')) {
      throw new TiktokError(36_009_004, 'The shop_cipher is unexpected.');
    }
    const [shop = ''] = grant.shops;
    applyFaults(platform, { shop, path: called.path }, matchedFaults);
    platform.throttle.admitAppCall(shop, called.path, platform.options);
    return listShops(platform, grant);
  }
  const shopId = shopOf(platform, grant, query);
  const { world, clock } = platform.parts;
  const shop = world.shop('TIKTOK', shopId);
  if (shop === undefined) throw new TiktokError(36_009_043);
  applyFaults(platform, { shop: shopId, path: called.path }, matchedFaults);
  platform.throttle.admitShopCall(shopId, called.path, platform.options);
  const now = clock.now();
  let data = called.answer({
    query,
    body: parseBody(request.body),
    id: found.id,
    shop,
    index: world.indexOf(shop, now),
    money: world.moneyOf(shop),
    now,
  });
  for (const { kind, hits } of matchedFaults) {
    // Without a total count, a client could not detect that the last page is truncated.
    if (kind === 'truncated_page' && !('total_count' in data) && data['next_page_token'] === '') {
      continue;
    }
    if (kind === 'truncated_page' || kind === 'duplicate_items' || kind === 'reorder_items') {
      const rows = rowListNames.find((name) => Array.isArray(data[name]));
      if (rows !== undefined) data = damagePayload(data, kind, hits, rows);
    }
  }
  const { next_page_token: next, ...rest } = data;
  return next === '' && !platform.options.emptyPageToken ? rest : data;
}

/** Parameters excluded from the signature. */
const unsignedParameters = new Set(['sign', 'access_token']);

interface SignedRequest {
  readonly path: string;
  /** Decoded values. */
  readonly query: URLSearchParams;
  /** The raw body; empty without one and for multipart. */
  readonly body: string;
}

/** Signs a request: HMAC-SHA256 over path, sorted query and raw body, wrapped in the secret, in lowercase hex. */
export function tiktokSignature(secret: string, { path, query, body }: SignedRequest): string {
  const names = [...new Set(query.keys())].filter((name) => !unsignedParameters.has(name));
  const parameters = names
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map((name) => `${name}${query.getAll(name).join(',')}`)
    .join('');
  return createHmac('sha256', secret)
    .update(`${secret}${path}${parameters}${body}${secret}`, 'utf8')
    .digest('hex');
}

/** Returns whether `sign` is valid. An empty object or list may be excluded, because published clients differ. */
export function isTiktokSignatureValid(secret: string, request: SignedRequest): boolean {
  const sign = request.query.get('sign') ?? '';
  if (isEqualConstantTime(sign, tiktokSignature(secret, request))) return true;
  const isEmpty = request.body === '{}' || request.body === '[]';
  return isEmpty && isEqualConstantTime(sign, tiktokSignature(secret, { ...request, body: '' }));
}
