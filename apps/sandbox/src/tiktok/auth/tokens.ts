/** `/api/v2/token/get` and `/api/v2/token/refresh`: unsigned, with the secret in the query. */
import { TIKTOK_APPLICATION, SCOPES } from '../application.ts';
import type { TiktokData } from '../context.ts';
import { TiktokTokenError } from '../errors.ts';
import type { TiktokPlatform } from '../platform.ts';

export const EXCHANGE_PATH = '/api/v2/token/get';
export const REFRESH_PATH = '/api/v2/token/refresh';

/** The published client sends the first one for both calls. */
const GRANT_TYPES = ['authorized_code', 'refresh_token'];

/**
 * Handles a token call.
 *
 * @throws {TiktokTokenError} for every error response.
 */
export async function handleTokenCall(
  platform: TiktokPlatform,
  path: string,
  query: URLSearchParams,
): Promise<TiktokData> {
  const { appKey, appSecret } = TIKTOK_APPLICATION;
  const secret = query.get(path === EXCHANGE_PATH ? 'auth_code' : 'refresh_token') ?? '';
  const type = query.get('grant_type') ?? '';
  const fits = path === EXCHANGE_PATH ? type === 'authorized_code' : GRANT_TYPES.includes(type);
  if (secret === '' || !fits) throw new TiktokTokenError(98_001_004, 'invalid params');
  if (query.get('app_key') !== appKey || query.get('app_secret') !== appSecret) {
    throw new TiktokTokenError(36_009_004, 'app key/secret invalid');
  }
  const { grants, options, parts } = platform;
  const issued = path === EXCHANGE_PATH ? grants.exchange(secret) : grants.refresh(secret);
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
    granted_scopes: SCOPES.filter((scope) => !options.deniedScopes.includes(scope)),
  };
}
