/** `/auth/token/create` and `/auth/token/refresh`: flat responses without `data`. */
import type { ShopInfo } from '../../world/shops/shops.ts';
import type { LazadaPayload } from '../context.ts';
import type { LazadaTokens } from './grants.ts';

/** Returns the token response. Both calls use the same name for the country array. */
export function tokenResponse(tokens: LazadaTokens, info: ShopInfo): LazadaPayload {
  const country = info.region.toLowerCase();
  return {
    access_token: tokens.accessToken,
    country,
    refresh_token: tokens.refreshToken,
    account_id: null,
    account_platform: 'seller_center',
    refresh_expires_in: tokens.refreshExpiresIn,
    country_user_info: [
      {
        country,
        user_id: `90${info.externalShopId}`,
        seller_id: info.externalShopId,
        short_code: info.shortCode,
      },
    ],
    expires_in: tokens.expiresIn,
    account: info.account.email,
  };
}
