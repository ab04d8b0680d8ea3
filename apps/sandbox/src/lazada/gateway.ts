/**
 * The gateway. It checks a call in the order path, mandatory parameters, app key, timestamp, signature, access token,
 * permission, rate limit, and passes it to its endpoint. Faults apply at the stage where the real platform would fail.
 */
import { damagePayload } from '../faults/row-faults.ts';
import type { FaultRule } from '../faults/faults.ts';
import type { ResponseEncoding } from '../http/platform-listener.ts';
import { lazadaApplication } from './application.ts';
import type { LazadaPayload, LazadaCall } from './context.ts';
import { LazadaError, missingParameter, throttleError } from './errors.ts';
import { payoutStatus, transactionDetails } from './money/finance.ts';
import { getItems, getMultipleItems } from './orders/items.ts';
import { getOrder, listOrders } from './orders/orders.ts';
import type { LazadaPlatform } from './platform.ts';
import { getProduct, listProducts } from './products.ts';
import { parseInstantMs } from './request-parameters.ts';
import { reverseDetail, reverseOrders } from './money/reverse.ts';
import { isLazadaSignatureValid, type Parameters } from './signature.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import type { LazadaTokens } from './auth/grants.ts';

type Endpoint = readonly [encoding: ResponseEncoding, read: (call: LazadaCall) => LazadaPayload];

const shopEndpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['/seller/get', ['utf8', getSeller]],
  ['/orders/get', ['latin1', listOrders]],
  ['/order/get', ['latin1', getOrder]],
  ['/order/items/get', ['latin1', getItems]],
  ['/orders/items/get', ['latin1', getMultipleItems]],
  ['/products/get', ['utf8', listProducts]],
  ['/product/item/get', ['utf8', getProduct]],
  ['/finance/transaction/details/get', ['latin1', transactionDetails]],
  ['/finance/payout/status/get', ['utf8', payoutStatus]],
  ['/reverse/getreverseordersforseller', ['utf8', reverseOrders]],
  ['/order/reverse/return/detail/list', ['utf8', reverseDetail]],
]);
const tokenEndpoints = ['/auth/token/create', '/auth/token/refresh'];

/** Returns the shop that a call's token or code belongs to, before any checks. */
export function findCallShop(platform: LazadaPlatform, parameters: Parameters): string | undefined {
  const secret =
    parameters.get('access_token') ?? parameters.get('refresh_token') ?? parameters.get('code');
  return secret === undefined ? undefined : platform.grants.shopBehind(secret);
}

function checkTimestamp(text: string, toleranceSeconds: number): void {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : parseInstantMs(text);
  // Compares with the machine's time, because the sandbox's clock may differ widely.
  if (ms === undefined || Math.abs(Date.now() - ms) > toleranceSeconds * 1000) {
    throw new LazadaError('InvalidTimestamp');
  }
}

function checkSignature(platform: LazadaPlatform, path: string, parameters: Parameters): void {
  for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) {
    if ((parameters.get(name) ?? '') === '') throw missingParameter(name);
  }
  if (parameters.get('app_key') !== lazadaApplication.key) throw new LazadaError('InvalidAppKey');
  checkTimestamp(parameters.get('timestamp') ?? '', platform.options.timestampToleranceSeconds);
  const method = parameters.get('sign_method');
  if (method !== 'sha256' || !isLazadaSignatureValid(lazadaApplication.secret, path, parameters)) {
    throw new LazadaError('IncompleteSignature');
  }
}

function applyResponseFaults(
  platform: LazadaPlatform,
  path: string,
  shop: string | undefined,
  matchedFaults: readonly FaultRule[],
): void {
  for (const { kind, code, seconds } of matchedFaults) {
    if (kind === 'throttle') {
      const name = code ?? 'ApiCallLimit';
      platform.throttle.ban(path, shop, name, seconds);
      throw throttleError(name, seconds);
    }
    if (kind === 'api_error') throw new LazadaError(code ?? '6');
  }
}

async function tokens(
  platform: LazadaPlatform,
  path: string,
  parameters: Parameters,
): Promise<LazadaPayload> {
  const name = path === '/auth/token/create' ? 'code' : 'refresh_token';
  const secret = parameters.get(name) ?? '';
  if (secret === '') throw missingParameter(name);
  const issued =
    name === 'code'
      ? platform.grants.exchange(lazadaApplication.key, secret)
      : platform.grants.refresh(lazadaApplication.key, secret);
  const shop = platform.parts.world.shop('LAZADA', issued.shop);
  if (shop === undefined) throw new LazadaError('InvalidCode');
  await platform.parts.saveState();
  return tokenResponse(issued, shop.info);
}

interface RequestFields {
  readonly payload: LazadaPayload;
  readonly encoding: ResponseEncoding;
}

/**
 * Handles a call.
 *
 * @throws {LazadaError} for every response with an error envelope.
 */
export async function handleGatewayCall(
  platform: LazadaPlatform,
  path: string,
  parameters: Parameters,
  matchedFaults: readonly FaultRule[],
): Promise<RequestFields> {
  const endpoint = shopEndpoints.get(path);
  if (endpoint === undefined && !tokenEndpoints.includes(path))
    throw new LazadaError('InvalidApiPath');
  checkSignature(platform, path, parameters);
  if (endpoint === undefined) {
    const shop = findCallShop(platform, parameters);
    applyResponseFaults(platform, path, shop, matchedFaults);
    platform.throttle.admitAppCall(path, shop, platform.options);
    return { payload: await tokens(platform, path, parameters), encoding: 'utf8' };
  }
  const token = parameters.get('access_token') ?? '';
  if (token === '') throw new LazadaError('MissingAccessToken');
  platform.grants.applyFaults(matchedFaults, token);
  const shopId = platform.grants.shopOf(lazadaApplication.key, token);
  const shop = platform.parts.world.shop('LAZADA', shopId);
  // The shop came from a file that is no longer replayed.
  if (shop === undefined) throw new LazadaError('IllegalAccessToken');
  if (platform.options.deniedPaths.includes(path)) throw new LazadaError('InsufficientPermission');
  applyResponseFaults(platform, path, shopId, matchedFaults);
  platform.throttle.admitShopCall(path, shopId, platform.options);
  const now = platform.parts.clock.now();
  const index = platform.parts.world.indexOf(shop, now);
  const [encoding, read] = endpoint;
  let payload = read({ parameters, shop, index, money: platform.parts.world.moneyOf(shop), now });
  for (const { kind, hits } of matchedFaults) {
    if (kind === 'truncated_page' || kind === 'duplicate_items' || kind === 'reorder_items') {
      payload = damagePayload(payload, kind, hits, 'result' in payload ? 'result' : 'data');
    }
  }
  return { payload, encoding };
}

/**
 * Returns the response of `/auth/token/create` and `/auth/token/refresh`, which is flat, without `data`. Both calls use
 * the same name for the country array.
 */
function tokenResponse(issued: LazadaTokens, info: ShopInfo): LazadaPayload {
  const country = info.region.toLowerCase();
  return {
    access_token: issued.accessToken,
    country,
    refresh_token: issued.refreshToken,
    account_id: null,
    account_platform: 'seller_center',
    refresh_expires_in: issued.refreshExpiresIn,
    country_user_info: [
      {
        country,
        user_id: `90${info.externalShopId}`,
        seller_id: info.externalShopId,
        short_code: info.shortCode,
      },
    ],
    expires_in: issued.expiresIn,
    account: info.account.email,
  };
}

/** `/seller/get`. */
function getSeller({ shop: { info } }: LazadaCall): LazadaPayload {
  return {
    data: {
      seller_id: Number(info.externalShopId),
      name: info.name,
      name_company: info.company,
      short_code: info.shortCode,
      logo_url: '',
      email: info.account.email,
      location: info.location,
      cb: false,
      verified: true,
      status: 'ACTIVE',
      marketplaceEaseMode: false,
    },
  };
}
