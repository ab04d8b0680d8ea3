/**
 * The gateway: checks a call in the order path, mandatory parameters, app key, timestamp, signature,
 * access token, permission, throttle, and hands it to its endpoint. Faults strike at the stage where
 * the real thing would fail.
 */
import { disturb } from '../faults/row-faults.ts';
import type { FaultRule } from '../faults/faults.ts';
import type { AnswerEncoding } from '../http/platform-listener.ts';
import { TEST_APPLICATION } from './application.ts';
import type { Payload, ShopCall } from './context.ts';
import { ApiError, missing, throttled } from './errors.ts';
import { payoutStatus, transactionDetails } from './money/finance.ts';
import { getItems, getItemsOfSeveral } from './orders/items.ts';
import { getOrder, listOrders } from './orders/orders.ts';
import type { LazadaPlatform } from './platform.ts';
import { getProduct, listProducts } from './products.ts';
import { instantMs } from './request-parameters.ts';
import { reverseDetail, reverseOrders } from './money/reverse.ts';
import { getSeller } from './seller.ts';
import { signatureFits } from './signature.ts';
import type { Parameters } from './signature.ts';
import { tokenAnswer } from './auth/tokens.ts';

type Endpoint = readonly [encoding: AnswerEncoding, read: (call: ShopCall) => Payload];

const SHOP_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['/seller/get', ['utf8', getSeller]],
  ['/orders/get', ['latin1', listOrders]],
  ['/order/get', ['latin1', getOrder]],
  ['/order/items/get', ['latin1', getItems]],
  ['/orders/items/get', ['latin1', getItemsOfSeveral]],
  ['/products/get', ['utf8', listProducts]],
  ['/product/item/get', ['utf8', getProduct]],
  ['/finance/transaction/details/get', ['latin1', transactionDetails]],
  ['/finance/payout/status/get', ['utf8', payoutStatus]],
  ['/reverse/getreverseordersforseller', ['utf8', reverseOrders]],
  ['/order/reverse/return/detail/list', ['utf8', reverseDetail]],
]);
const TOKEN_ENDPOINTS = ['/auth/token/create', '/auth/token/refresh'];

/** Shop that a call is about, as far as its secrets tell, before anything is checked. */
export function shopOfCall(platform: LazadaPlatform, parameters: Parameters): string | undefined {
  const secret =
    parameters.get('access_token') ?? parameters.get('refresh_token') ?? parameters.get('code');
  return secret === undefined ? undefined : platform.grants.shopBehind(secret);
}

function checkTimestamp(text: string, toleranceSeconds: number): void {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : instantMs(text);
  // Against the machine's time: the sandbox's own clock may have been moved far away.
  if (ms === undefined || Math.abs(Date.now() - ms) > toleranceSeconds * 1000) {
    throw new ApiError('InvalidTimestamp');
  }
}

function checkSignature(platform: LazadaPlatform, path: string, parameters: Parameters): void {
  for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) {
    if ((parameters.get(name) ?? '') === '') throw missing(name);
  }
  if (parameters.get('app_key') !== TEST_APPLICATION.key) throw new ApiError('InvalidAppKey');
  checkTimestamp(parameters.get('timestamp') ?? '', platform.options.timestampToleranceSeconds);
  const method = parameters.get('sign_method');
  if (method !== 'sha256' || !signatureFits(TEST_APPLICATION.secret, path, parameters)) {
    throw new ApiError('IncompleteSignature');
  }
}

function strikeToken(platform: LazadaPlatform, token: string, struck: readonly FaultRule[]): void {
  for (const { kind } of struck) {
    if (kind === 'expired_token') platform.grants.expire(token);
    if (kind === 'revoked_token') platform.grants.revoke(token);
  }
}

function strikeAnswer(
  platform: LazadaPlatform,
  path: string,
  shop: string | undefined,
  struck: readonly FaultRule[],
): void {
  for (const { kind, code, seconds } of struck) {
    if (kind === 'throttle') {
      const name = code ?? 'ApiCallLimit';
      platform.throttle.ban(path, shop, name, seconds);
      throw throttled(name, seconds);
    }
    if (kind === 'api_error') throw new ApiError(code ?? '6');
  }
}

async function tokens(
  platform: LazadaPlatform,
  path: string,
  parameters: Parameters,
): Promise<Payload> {
  const name = path === '/auth/token/create' ? 'code' : 'refresh_token';
  const secret = parameters.get(name) ?? '';
  if (secret === '') throw missing(name);
  const issued =
    name === 'code'
      ? platform.grants.exchange(TEST_APPLICATION.key, secret)
      : platform.grants.refresh(TEST_APPLICATION.key, secret);
  const shop = platform.world.shop('LAZADA', issued.shop);
  if (shop === undefined) throw new ApiError('InvalidCode');
  await platform.keep();
  return tokenAnswer(issued, shop.info);
}

interface Given {
  readonly payload: Payload;
  readonly encoding: AnswerEncoding;
}

/** Answers a call. Throws `ApiError` for every answer with an error envelope. */
export async function answer(
  platform: LazadaPlatform,
  path: string,
  parameters: Parameters,
  struck: readonly FaultRule[],
): Promise<Given> {
  const endpoint = SHOP_ENDPOINTS.get(path);
  if (endpoint === undefined && !TOKEN_ENDPOINTS.includes(path))
    throw new ApiError('InvalidApiPath');
  checkSignature(platform, path, parameters);
  if (endpoint === undefined) {
    const shop = shopOfCall(platform, parameters);
    strikeAnswer(platform, path, shop, struck);
    platform.throttle.admit(path, undefined, platform.options);
    return { payload: await tokens(platform, path, parameters), encoding: 'utf8' };
  }
  const token = parameters.get('access_token') ?? '';
  if (token === '') throw new ApiError('MissingAccessToken');
  strikeToken(platform, token, struck);
  const shopId = platform.grants.shopOf(TEST_APPLICATION.key, token);
  const shop = platform.world.shop('LAZADA', shopId);
  // The shop came from a file that is no longer replayed.
  if (shop === undefined) throw new ApiError('IllegalAccessToken');
  if (platform.options.deniedPaths.includes(path)) throw new ApiError('InsufficientPermission');
  strikeAnswer(platform, path, shopId, struck);
  platform.throttle.admit(path, shopId, platform.options);
  const now = platform.clock.now();
  const index = platform.world.indexOf(shop, now);
  const [encoding, read] = endpoint;
  let payload = read({ parameters, shop, index, money: platform.world.moneyOf(shop), now });
  for (const { kind, hits } of struck) {
    if (kind === 'truncated_page' || kind === 'duplicate_items' || kind === 'reorder_items') {
      payload = disturb(payload, kind, hits, 'result' in payload ? 'result' : 'data');
    }
  }
  return { payload, encoding };
}
