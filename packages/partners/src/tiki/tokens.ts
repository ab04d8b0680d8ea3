import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { parseLifetime, unknownExpiry } from '../connector/token-expiry.ts';
import type { TikiClient } from './client.ts';
import { tikiRegion, fetchSeller } from './seller.ts';
import { Nullable } from '../parsing/fields.ts';

const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Unknown()),
    refresh_token: Type.Optional(Nullable(Type.String())),
  }),
);

/**
 * Exchanges an authorization code. The redirect does not name the linked shop, so the seller is fetched with the new
 * token.
 * @param redirectUri the redirect URI that received the code
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
  const grant = toGrant(client, await client.exchange('code', fields));
  const { seller } = await fetchSeller(client, { accessToken: grant.accessToken, shop: null });
  return {
    ...grant,
    shops: [{ externalShopId: seller.id, region: tikiRegion.region }],
    account: seller.name || null,
  };
}

/** Refreshes the tokens. Makes no further call, whose failure would lose the new tokens. */
export async function refresh(client: TikiClient, refreshToken: string): Promise<Grant> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const grant = toGrant(client, await client.exchange('refresh_token', fields));
  // Without a new refresh token, the old one stays valid.
  // @see https://www.rfc-editor.org/rfc/rfc6749#section-6
  return { ...grant, refreshToken: grant.refreshToken ?? refreshToken };
}

function toGrant(client: TikiClient, token: unknown): Grant {
  if (!Token.Check(token)) {
    const details = { code: 'token_shape', endpoint: '/sc/oauth2/token' };
    throw new PartnerError({ kind: 'protocol', ...details });
  }
  const now = client.environment.clock().getTime();
  return {
    accessToken: token.access_token,
    accessExpiresAt: parseLifetime(token.expires_in, now) ?? unknownExpiry(now),
    refreshToken: token.refresh_token || null,
    // The lifetime of a refresh token is not documented.
    refreshExpiresAt: null,
    shops: [],
    account: null,
  };
}
