import { Type, type Static } from 'typebox';
import type { PartnerResponse } from '../../http/partner-response.ts';
import { Compile } from 'typebox/compile';
import { Nullable, OptionalText } from '../../parsing/fields.ts';
import type { Grant } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { LazadaClient } from './client.ts';
import { findRegion } from './regions.ts';

const Seconds = Type.String({ pattern: '^\\d{1,10}$' });

const CountryUser = Type.Object({
  country: Type.Optional(Type.String()),
  seller_id: Type.String({ pattern: '^\\d{1,30}$' }),
});
type CountryUser = Static<typeof CountryUser>;

/** An array today, an object keyed by country in older samples. */
const CountryUsers = Type.Union([Type.Array(CountryUser), Type.Record(Type.String(), CountryUser)]);

const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Seconds,
    refresh_token: OptionalText,
    refresh_expires_in: Type.Optional(Nullable(Seconds)),
    country: OptionalText,
    // Both names are documented for the same list.
    country_user_info: Type.Optional(CountryUsers),
    country_user_info_list: Type.Optional(CountryUsers),
    account: OptionalText,
  }),
);

export async function exchangeCode(client: LazadaClient, code: string): Promise<Grant> {
  const path = '/auth/token/create';
  return toGrant(client, path, await requestToken(client, path, { code }));
}

export async function refresh(client: LazadaClient, refreshToken: string): Promise<Grant> {
  const path = '/auth/token/refresh';
  return toGrant(client, path, await requestToken(client, path, { refresh_token: refreshToken }));
}

function requestToken(
  client: LazadaClient,
  path: string,
  parameters: Record<string, string>,
): Promise<PartnerResponse> {
  return client.exchange({ base: client.application.authApi, path, parameters, shop: null });
}

function toGrant(client: LazadaClient, endpoint: string, answer: PartnerResponse): Grant {
  const token = answer.body;
  if (!Token.Check(token)) {
    throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint });
  }
  const now = client.environment.clock().getTime();
  const after = (seconds: string) => new Date(now + Number(seconds) * 1000);
  // Counted from the first consent and not extended by a refresh; 0 means that refreshing is not possible.
  const refreshSeconds = token.refresh_expires_in ?? '0';
  const canRefresh = Boolean(token.refresh_token) && Number(refreshSeconds) > 0;
  const shops = grantedShops(
    token.country_user_info ?? token.country_user_info_list,
    token.country,
  );
  if (shops.length === 0) {
    throw new PartnerError({ kind: 'protocol', code: 'token_without_shop', endpoint });
  }
  return {
    accessToken: token.access_token,
    accessExpiresAt: after(token.expires_in),
    refreshToken: canRefresh ? (token.refresh_token ?? null) : null,
    refreshExpiresAt: canRefresh ? after(refreshSeconds) : null,
    shops,
    account: token.account ?? null,
  };
}

/** Returns the shops in countries with a host. A cross-border token (`cb`) lists the countries that it covers. */
function grantedShops(
  users: CountryUser[] | Record<string, CountryUser> | undefined,
  tokenCountry: string | null | undefined,
): Grant['shops'] {
  const listed: [string, CountryUser][] = Array.isArray(users)
    ? users.map((user) => [user.country ?? tokenCountry ?? '', user])
    : Object.entries(users ?? {}).map(([country, user]) => [user.country ?? country, user]);
  const shops = new Map<string, Grant['shops'][number]>();
  for (const [country, user] of listed) {
    const region = country.toUpperCase();
    if (findRegion(region) === null) continue;
    shops.set(`${region}:${user.seller_id}`, { externalShopId: user.seller_id, region });
  }
  return [...shops.values()];
}
