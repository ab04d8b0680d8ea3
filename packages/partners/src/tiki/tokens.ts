import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { TikiClient } from './client.ts';
import { tikiRegion } from './region.ts';
import { fetchSeller } from './seller.ts';

const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.String({ pattern: '^\\d{1,10}$' }),
    refresh_token: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);

/**
 * The redirect does not tell which shop was linked, so the seller is asked for with the new token.
 * @param redirectUri where the partner sent the browser to with the code
 */
export async function exchangeCode(
  client: TikiClient,
  code: string,
  redirectUri: string | undefined,
): Promise<Grant> {
  if (redirectUri === undefined) {
    const details = { code: 'redirect_uri_missing', endpoint: '/sc/oauth2/token' };
    throw new PartnerError({ kind: 'invalid_request', ...details });
  }
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const grant = toGrant(client, await client.spend('code', fields));
  const { seller } = await fetchSeller(client, { accessToken: grant.accessToken, shop: null });
  return {
    ...grant,
    shops: [{ externalShopId: seller.id, region: tikiRegion.region }],
    account: seller.name || null,
  };
}

/** Asks for nothing else: the new tokens must not be lost to a call that fails after them. */
export async function refresh(client: TikiClient, refreshToken: string): Promise<Grant> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return toGrant(client, await client.spend('refresh_token', fields));
}

function toGrant(client: TikiClient, token: unknown): Grant {
  if (!Token.Check(token)) {
    const details = { code: 'token_shape', endpoint: '/sc/oauth2/token' };
    throw new PartnerError({ kind: 'protocol', ...details });
  }
  const now = client.environment.clock().getTime();
  return {
    accessToken: token.access_token,
    accessExpiresAt: new Date(now + Number(token.expires_in) * 1000),
    refreshToken: token.refresh_token || null,
    // How long a refresh token lives is not published.
    refreshExpiresAt: null,
    shops: [],
    account: null,
  };
}
