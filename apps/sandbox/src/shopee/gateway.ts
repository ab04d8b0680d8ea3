/**
 * The gateway. It checks a call in the order common parameters, timestamp, signature, access token, permission, rate
 * limit, and passes it to its endpoint. Faults apply at the stage where the real platform would fail.
 */
import { createHmac } from 'node:crypto';
import { damagePayload } from '../faults/row-faults.ts';
import type { FaultRule } from '../faults/faults.ts';
import { shopeeApplication } from './application.ts';
import { singly, type ShopeeCall, type ShopeePayload } from './context.ts';
import { ShopeeError } from './errors.ts';
import { escrowDetail, escrowDetails, escrowList } from './money/income.ts';
import { listOrders, orderDetails } from './orders/orders.ts';
import type { ShopeeTokens } from './auth/grants.ts';
import type { ShopeePlatform } from './platform.ts';
import { itemDetails, listItems, listModels } from './products.ts';
import { listReturns, returnDetail } from './orders/returns.ts';
import { walletTransactions } from './money/wallet.ts';
import { isEqualConstantTime } from '../http/constant-time.ts';
import type { Parameters } from '../lazada/signature.ts';

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly answer: (call: ShopeeCall) => ShopeePayload;
}

const shopEndpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['/api/v2/shop/get_shop_info', { method: 'GET', answer: shopInfo }],
  ['/api/v2/order/get_order_list', { method: 'GET', answer: listOrders }],
  ['/api/v2/order/get_order_detail', { method: 'GET', answer: orderDetails }],
  ['/api/v2/payment/get_escrow_detail', { method: 'GET', answer: escrowDetail }],
  ['/api/v2/payment/get_escrow_detail_batch', { method: 'POST', answer: escrowDetails }],
  ['/api/v2/payment/get_escrow_list', { method: 'GET', answer: escrowList }],
  ['/api/v2/payment/get_wallet_transaction_list', { method: 'GET', answer: walletTransactions }],
  ['/api/v2/returns/get_return_list', { method: 'GET', answer: listReturns }],
  ['/api/v2/returns/get_return_detail', { method: 'GET', answer: returnDetail }],
  ['/api/v2/product/get_item_list', { method: 'GET', answer: listItems }],
  ['/api/v2/product/get_item_base_info', { method: 'GET', answer: itemDetails }],
  ['/api/v2/product/get_model_list', { method: 'GET', answer: listModels }],
]);
const lostPushesPath = '/api/v2/push/get_lost_push_message';
const confirmLostPushesPath = '/api/v2/push/confirm_consumed_lost_push_message';
const exchangePath = '/api/v2/auth/token/get';
const refreshPath = '/api/v2/auth/access_token/get';
/** Calls of the application, which belong to no shop. */
const applicationPaths = [lostPushesPath, confirmLostPushesPath, exchangePath, refreshPath];

export interface ShopeeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

function fieldOf(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the shop of a call, before any checks. */
export function findRequestShop({ query, body }: ShopeeRequest): string | undefined {
  return query.get('shop_id') || fieldOf(body, 'shop_id') || undefined;
}

function checkCommon(platform: ShopeePlatform, { path, query }: ShopeeRequest): void {
  const partner = query.get('partner_id') ?? '';
  if (partner === '') throw new ShopeeError('error_param', 'There is no partner_id in query.');
  if (!/^\d{1,10}$/.test(partner)) throw new ShopeeError('error_param', 'Invalid partner_id.');
  if (partner !== shopeeApplication.partnerId) throw new ShopeeError('invalid_partner_id');
  const timestamp = query.get('timestamp') ?? '';
  if (timestamp === '') throw new ShopeeError('error_param', 'no timestamp');
  if (!/^\d{1,10}$/.test(timestamp)) throw new ShopeeError('error_param', 'Invalid timestamp');
  // Compares with the machine's time, because the sandbox's clock may differ widely.
  const off = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (off > platform.options.timestampToleranceSeconds) {
    throw new ShopeeError('error_param', 'Timestamp is expired.');
  }
  if ((query.get('sign') ?? '') === '') {
    throw new ShopeeError('error_param', 'There is no sign in query.');
  }
  if (!isShopeeSignatureValid(shopeeApplication.partnerKey, path, singly(query))) {
    throw new ShopeeError('error_sign');
  }
}

function applyFaults(
  platform: ShopeePlatform,
  shop: string,
  matchedFaults: readonly FaultRule[],
): void {
  for (const { kind, code, seconds } of matchedFaults) {
    if (kind === 'throttle') {
      const name = code ?? 'error_rate_limit';
      platform.throttle.ban(shop, name, seconds);
      throw new ShopeeError(name);
    }
    if (kind === 'api_error') throw new ShopeeError(code ?? 'error_server');
  }
}

function shopInfo({ shop: { info }, grant }: ShopeeCall): ShopeePayload {
  return {
    shop_name: info.name,
    region: info.region,
    status: 'NORMAL',
    auth_time: grant.authorizedAt,
    expire_time: grant.endsAt,
    is_cb: false,
    is_sip: false,
    is_upgraded_cbsc: false,
    merchant_id: null,
    shop_fulfillment_flag: 'Others',
    sip_affi_shops: [],
    is_main_shop: false,
    is_direct_shop: false,
    linked_main_shop_id: 0,
    linked_direct_shop_list: [],
  };
}

async function tokens(platform: ShopeePlatform, request: ShopeeRequest): Promise<ShopeePayload> {
  const { body, path } = request;
  if (request.method !== 'POST') throw new ShopeeError('error_param', 'Wrong request method.');
  if (fieldOf(body, 'partner_id') !== shopeeApplication.partnerId) {
    throw new ShopeeError('error_param', 'Invalid partner_id.');
  }
  const shop = fieldOf(body, 'shop_id');
  const mainAccount = path === exchangePath ? fieldOf(body, 'main_account_id') : '';
  // Exactly one of them is required.
  if ((shop === '') === (mainAccount === '')) {
    throw new ShopeeError('error_param', 'shop_id or main_account_id is required.');
  }
  const name = path === exchangePath ? 'code' : 'refresh_token';
  const secret = fieldOf(body, name);
  if (secret === '') throw new ShopeeError('error_param', `${name} is required.`);
  const { grants } = platform;
  if (mainAccount !== '') {
    const { tokens: first, shops } = grants.exchangeForAll(secret, mainAccount);
    await platform.parts.saveState();
    const lists = { shop_id_list: shops.map(Number), merchant_id_list: [] };
    return { ...tokenFields(first), ...lists };
  }
  const issued =
    path === exchangePath ? grants.exchange(secret, shop) : grants.refresh(secret, shop);
  await platform.parts.saveState();
  return {
    ...(path === refreshPath && {
      partner_id: Number(shopeeApplication.partnerId),
      shop_id: Number(shop),
    }),
    ...tokenFields(issued),
  };
}

function lostPushes(
  { lostPushes: lost, parts }: ShopeePlatform,
  { method, path, body }: ShopeeRequest,
): ShopeePayload {
  if (method !== (path === lostPushesPath ? 'GET' : 'POST')) {
    throw new ShopeeError('error_param', 'Wrong request method.');
  }
  if (path === lostPushesPath) return { response: lost.list(parts.clock.now()) };
  return lost.confirm(Reflect.get(Object(body), 'last_message_id'));
}

function tokenFields({ accessToken, refreshToken, expiresIn }: ShopeeTokens): ShopeePayload {
  return { access_token: accessToken, refresh_token: refreshToken, expire_in: expiresIn };
}

/**
 * Handles a call.
 *
 * @throws {ShopeeError} for every response with an error envelope.
 */
export async function handleGatewayCall(
  platform: ShopeePlatform,
  request: ShopeeRequest,
  matchedFaults: readonly FaultRule[],
): Promise<ShopeePayload> {
  const { path, query, body } = request;
  const endpoint = shopEndpoints.get(path);
  if (endpoint === undefined && !applicationPaths.includes(path)) {
    throw new ShopeeError('error_param', 'The request path is wrong or the API is offline.');
  }
  checkCommon(platform, request);
  const shopId = findRequestShop(request) ?? '';
  if (endpoint === undefined) {
    applyFaults(platform, shopId, matchedFaults);
    platform.throttle.admitAppCall(shopId, platform.options);
    if (path === lostPushesPath || path === confirmLostPushesPath)
      return lostPushes(platform, request);
    return tokens(platform, request);
  }
  if (request.method !== endpoint.method) {
    throw new ShopeeError('error_param', 'Wrong request method.');
  }
  const token = query.get('access_token') ?? '';
  if (token === '') throw new ShopeeError('error_param', 'There is no access_token in query.');
  if ((query.get('shop_id') ?? '') === '') {
    throw new ShopeeError('error_param', 'There is no shop_id in query.');
  }
  platform.grants.applyFaults(matchedFaults, token, shopId);
  const grant = platform.grants.authorizationOf(token, shopId);
  const { world, clock } = platform.parts;
  const shop = world.shop('SHOPEE', shopId);
  if (shop === undefined) throw new ShopeeError('partner_shop_no_link');
  if (platform.options.deniedPaths.includes(path)) throw new ShopeeError('error_api_permission');
  applyFaults(platform, shopId, matchedFaults);
  platform.throttle.admitShopCall(shopId, platform.options);
  const now = clock.now();
  const index = world.indexOf(shop, now);
  const money = world.moneyOf(shop);
  const { options } = platform;
  let payload = endpoint.answer({ query, body, shop, index, money, grant, options, now });
  for (const { kind, hits } of matchedFaults) {
    if (kind === 'truncated_page' || kind === 'duplicate_items' || kind === 'reorder_items') {
      payload = damagePayload(payload, kind, hits, 'response');
    }
  }
  return payload;
}

/**
 * Returns the signature of a call: HMAC-SHA256 in lowercase hex over the path and the signed parameters that are present,
 * without separators.
 */
export function shopeeSignature(key: string, path: string, query: Parameters): string {
  const signed = ['timestamp', 'access_token', 'shop_id', 'merchant_id'].map(
    (name) => query.get(name) ?? '',
  );
  const text = [query.get('partner_id') ?? '', path, ...signed].join('');
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

export function isShopeeSignatureValid(key: string, path: string, query: Parameters): boolean {
  return isEqualConstantTime(query.get('sign') ?? '', shopeeSignature(key, path, query));
}
