import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant } from '../../connector/connector.ts';
import type { PartnerClock } from '../../http/call-partner.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { TikTokClient } from './client.ts';
import { findRegion } from './regions.ts';
import { fetchAuthorizedShops } from './shops.ts';
import { parseExpiry, parseLifetime, unknownExpiry } from '../../connector/token-expiry.ts';

const exchangePath = '/api/v2/token/get';
const refreshPath = '/api/v2/token/refresh';

const Unchecked = Type.Optional(Type.Unknown());
const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    access_token_expire_in: Unchecked,
    refresh_token: Type.String({ minLength: 1 }),
    refresh_token_expire_in: Unchecked,
    seller_name: Unchecked,
  }),
);

/**
 * Exchanges an authorization code.
 * @throws PartnerError `invalid_request` with code `shop_missing` for a login without shops, or `unknown_region` if all
 *   of its shops are in unknown markets
 */
export async function exchangeCode(
  client: TikTokClient,
  clock: PartnerClock,
  code: string,
): Promise<Grant> {
  const grant = await requestToken(client, clock, exchangePath, {
    auth_code: code,
    grant_type: 'authorized_code',
  });
  // Neither the redirect nor the token names a shop.
  const opened = await fetchAuthorizedShops(client, grant, { shop: null });
  const shops = opened.map(({ shop }) => ({
    externalShopId: shop.id,
    region: shop.region.toUpperCase(),
  }));
  const known = shops.filter(({ region }) => findRegion(region) !== null);
  if (known.length === 0) {
    throw new PartnerError({
      kind: 'invalid_request',
      code: shops.length > 0 ? 'unknown_region' : 'shop_missing',
      endpoint: exchangePath,
    });
  }
  return { ...grant, shops: known };
}

export async function refresh(
  client: TikTokClient,
  clock: PartnerClock,
  refreshToken: string,
): Promise<Grant> {
  const parameters = { refresh_token: refreshToken, grant_type: 'refresh_token' };
  return requestToken(client, clock, refreshPath, parameters);
}

async function requestToken(
  client: TikTokClient,
  clock: PartnerClock,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Grant> {
  const { data: token } = await client.exchange(path, parameters);
  if (!Token.Check(token)) {
    throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint: path });
  }
  const now = client.environment.clock().getTime();
  const lagMs = clock.lagMs ?? 0;
  const name = token.seller_name;
  return {
    accessToken: token.access_token,
    refreshToken: token.refresh_token,
    accessExpiresAt: expiryOf(token.access_token_expire_in, now, lagMs) ?? unknownExpiry(now),
    refreshExpiresAt: expiryOf(token.refresh_token_expire_in, now, lagMs),
    shops: [],
    account: typeof name === 'string' && name !== '' ? name : null,
  };
}

/**
 * Parses an expiry. Despite the field's name it is an instant in seconds; a number too small for that is a lifetime.
 * @param lagMs how far the partner's clock, on which instants are based, is behind ours
 * @returns the expiry by our clock, so that an expired token does not appear valid; null if it is not plausible
 */
function expiryOf(seconds: unknown, now: number, lagMs: number): Date | null {
  return parseExpiry(seconds, now, lagMs) ?? parseLifetime(seconds, now);
}
