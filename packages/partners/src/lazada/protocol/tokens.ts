import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PartnerResponse } from '../../http/call-partner.ts';
import { Id, OptionalText } from '../../parsing/fields.ts';
import type { Grant } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { parseLifetime, unknownExpiry } from '../../connector/token-expiry.ts';
import type { LazadaClient } from './client.ts';
import { findRegion } from './regions.ts';

const CountryUser = Compile(
  Type.Object({
    country: OptionalText,
    seller_id: Id,
  }),
);

const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Unknown()),
    refresh_token: OptionalText,
    refresh_expires_in: Type.Optional(Type.Unknown()),
    country: OptionalText,
    // Both names are documented for the same list: an array today, an object keyed by country in older samples.
    country_user_info: Type.Optional(Type.Unknown()),
    country_user_info_list: Type.Optional(Type.Unknown()),
    account: OptionalText,
  }),
);

/** @throws PartnerError `protocol` with code `token_without_shop` when the token covers no shop in a known country */
export async function exchangeCode(client: LazadaClient, code: string): Promise<Grant> {
  const endpoint = '/auth/token/create';
  const grant = toGrant(client, endpoint, await requestToken(client, endpoint, { code }));
  if (grant.shops.length > 0) return grant;
  throw new PartnerError({ kind: 'protocol', code: 'token_without_shop', endpoint });
}

/** Refreshes the tokens. Shops are not required: an error would lose the new tokens. */
export async function refresh(client: LazadaClient, refreshToken: string): Promise<Grant> {
  const path = '/auth/token/refresh';
  const answer = await requestToken(client, path, { refresh_token: refreshToken });
  // Without a new refresh token, the old one stays valid.
  // @see https://www.rfc-editor.org/rfc/rfc6749#section-6
  return toGrant(client, path, answer, refreshToken);
}

function requestToken(
  client: LazadaClient,
  path: string,
  parameters: Record<string, string>,
): Promise<PartnerResponse> {
  return client.exchange({ path, parameters, access: null });
}

function toGrant(
  client: LazadaClient,
  endpoint: string,
  answer: PartnerResponse,
  previousToken: string | null = null,
): Grant {
  const token = answer.body;
  if (!Token.Check(token)) {
    throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint });
  }
  const now = client.environment.clock().getTime();
  // Counted from the first consent and not extended by a refresh; 0 means that refreshing is not possible.
  const canRefresh = token.refresh_expires_in !== '0';
  const refreshToken = canRefresh ? token.refresh_token || previousToken : null;
  return {
    accessToken: token.access_token,
    accessExpiresAt: parseLifetime(token.expires_in, now) ?? unknownExpiry(now),
    refreshToken,
    refreshExpiresAt: refreshToken === null ? null : parseLifetime(token.refresh_expires_in, now),
    shops: grantedShops(token.country_user_info ?? token.country_user_info_list, token.country),
    account: token.account ?? null,
  };
}

/** Returns the shops in countries with a host. A cross-border token (`cb`) lists the countries that it covers. */
function grantedShops(users: unknown, tokenCountry: string | null | undefined): Grant['shops'] {
  const isObject = typeof users === 'object' && users !== null;
  const listed: [string, unknown][] = Array.isArray(users)
    ? users.map((user: unknown) => [tokenCountry ?? '', user])
    : Object.entries(isObject ? users : {});
  const shops = new Map<string, Grant['shops'][number]>();
  for (const [defaultCountry, user] of listed) {
    if (!CountryUser.Check(user)) continue;
    const region = (user.country ?? defaultCountry).toUpperCase();
    if (findRegion(region) === null) continue;
    shops.set(`${region}:${user.seller_id}`, { externalShopId: user.seller_id, region });
  }
  return [...shops.values()];
}
