import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { parseConsentEnd, parseExpiry, parseLifetime } from '../connector/token-expiry.ts';
import { unspecifiedRegion } from './account.ts';
import type { GraphClient } from './client.ts';
import { PagingGuard } from '../http/paging.ts';
import { fetchPage } from './paging.ts';
import { Id, Nullable } from '../parsing/fields.ts';

const tokenEndpoint = '/oauth/access_token';
const debugEndpoint = '/debug_token';
const accountsEndpoint = '/me/adaccounts';

/** Required to read ads; sellers may decline it in the dialog. */
const requiredScope = 'ads_read';

const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    // Missing for a token without a fixed expiry.
    expires_in: Type.Optional(Type.Unknown()),
  }),
);
const DebugShape = Type.Object({
  data: Type.Object({
    app_id: Type.Optional(Type.String()),
    is_valid: Type.Boolean(),
    expires_at: Type.Optional(Type.Unknown()),
    data_access_expires_at: Type.Optional(Type.Unknown()),
    scopes: Type.Array(Type.String()),
    granular_scopes: Type.Optional(
      Type.Array(
        Type.Object({
          scope: Type.String(),
          target_ids: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    ),
  }),
});
const Debug = Compile(DebugShape);
type TokenInspection = Static<typeof DebugShape>['data'];
const Account = Compile(Type.Object({ account_id: Id }));
const Me = Compile(Type.Object({ name: Type.Optional(Nullable(Type.String())) }));

/**
 * Exchanges a code, or a user token that Facebook's script gave the browser, for a token of sixty days. It covers the
 * ad accounts that the user selected. There are no refresh tokens: a valid token is exchanged for a new one instead.
 * @param redirectUri the redirect URI that received the code
 * @see https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
export async function exchangeCode(
  client: GraphClient,
  codeOrToken: string,
  redirectUri: string | undefined,
): Promise<Grant> {
  const shortLived = codeOrToken.startsWith('EAA')
    ? await assertOwnToken(client, codeOrToken)
    : await tokenFromCode(client, codeOrToken, redirectUri);
  const { grant, inspected } = await exchangeForLongLived(client, shortLived);
  if (!inspected.scopes.includes(requiredScope)) {
    throw invalidRequest('permission_declined', debugEndpoint);
  }
  const accounts = await fetchAccounts(client, grant.accessToken, inspected);
  if (accounts.length === 0) {
    throw invalidRequest('no_ad_accounts', accountsEndpoint);
  }
  return {
    ...grant,
    shops: accounts.map((externalShopId) => ({ externalShopId, region: unspecifiedRegion })),
    account: await fetchName(client, grant.accessToken),
  };
}

/**
 * Revokes every permission that the user granted to the application.
 * @see https://developers.facebook.com/docs/facebook-login/guides/permissions/request-revoke
 */
export async function revokeConsent(
  client: GraphClient,
  accessToken: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const endpoint = '/me/permissions';
  await client.remove({
    path: endpoint,
    endpoint,
    accessToken,
    shop: null,
    signal,
  });
}

/** Exchanges a valid token for a new one. The old token stays valid, so a failure loses nothing. */
export async function refresh(client: GraphClient, token: string): Promise<Grant> {
  return (await exchangeForLongLived(client, token)).grant;
}

async function tokenFromCode(
  client: GraphClient,
  code: string,
  redirectUri: string | undefined,
): Promise<string> {
  if (redirectUri === undefined) {
    throw invalidRequest('redirect_uri_missing', tokenEndpoint);
  }
  const token = await client.exchange('code', { code, redirect_uri: redirectUri });
  return parseToken(token).access_token;
}

/**
 * Asserts that a token from the browser was issued to this application: a foreign token would let anybody link its
 * accounts.
 * @throws PartnerError `invalid_request` with code `InvalidCode` for any other token
 */
async function assertOwnToken(client: GraphClient, token: string): Promise<string> {
  const inspected = await inspectToken(client, token);
  if (inspected.is_valid && inspected.app_id === client.application.appId) return token;
  throw invalidRequest('InvalidCode', debugEndpoint);
}

function invalidRequest(code: string, endpoint: string): PartnerError {
  return new PartnerError({ kind: 'invalid_request', code, endpoint });
}

async function exchangeForLongLived(
  client: GraphClient,
  token: string,
): Promise<{ grant: Grant; inspected: TokenInspection }> {
  const fields = { grant_type: 'fb_exchange_token', fb_exchange_token: token };
  const long = parseToken(await client.exchange('token', fields));
  const inspected = await inspectToken(client, long.access_token);
  const now = client.environment.clock().getTime();
  const dataExpiresAt = parseConsentEnd(inspected.data_access_expires_at, now);
  // Both 0 and a missing value mean that there is no fixed expiry.
  const expiries = [
    parseLifetime(long.expires_in, now),
    parseExpiry(inspected.expires_at, now),
    dataExpiresAt,
  ].flatMap((expiry) => expiry?.getTime() ?? []);
  return {
    inspected,
    grant: {
      accessToken: long.access_token,
      accessExpiresAt: new Date(expiries.length > 0 ? Math.min(...expiries) : now + yearMs),
      refreshToken: long.access_token,
      // Data access ends 90 days after the user's login, regardless of token exchanges.
      refreshExpiresAt: dataExpiresAt,
      shops: [],
      account: null,
    },
  };
}

const yearMs = 365 * 86_400_000;

function parseToken(body: unknown) {
  if (Token.Check(body)) return body;
  throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint: tokenEndpoint });
}

async function inspectToken(client: GraphClient, token: string): Promise<TokenInspection> {
  const { body } = await client.read({
    path: debugEndpoint,
    endpoint: debugEndpoint,
    accessToken: client.appToken,
    shop: null,
    parameters: { input_token: token },
  });
  if (Debug.Check(body)) return body.data;
  throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint: debugEndpoint });
}

/** Fetches the accounts that the user can read, limited to those selected in the dialog if there was a selection. */
async function fetchAccounts(
  client: GraphClient,
  accessToken: string,
  inspected: TokenInspection,
): Promise<string[]> {
  const request = {
    path: accountsEndpoint,
    endpoint: accountsEndpoint,
    accessToken,
    shop: null,
    parameters: { fields: 'account_id' },
  };
  const found = new Set<string>();
  const paging = new PagingGuard(accountsEndpoint);
  let after: string | null = null;
  do {
    const { rows, next } = await fetchPage(client, request, { limit: 100, after });
    const known = found.size;
    for (const { value: account } of rows) {
      if (!Account.Check(account)) {
        const details = { code: 'account_shape', endpoint: accountsEndpoint };
        throw new PartnerError({ kind: 'protocol', ...details });
      }
      found.add(account.account_id);
    }
    // A page of known accounts brings nothing, so new cursors for the same accounts end as well.
    if (next !== null) paging.assertProgress({ mark: next, rows: found.size - known });
    after = next;
  } while (after !== null);
  const chosen = inspected.granular_scopes
    ?.find(({ scope }) => scope === requiredScope)
    ?.target_ids?.map((id) => id.replace(/^act_/, ''));
  return [...found].filter((id) => chosen === undefined || chosen.includes(id));
}

async function fetchName(client: GraphClient, accessToken: string): Promise<string | null> {
  const { body } = await client.read({
    path: '/me',
    endpoint: '/me',
    accessToken,
    shop: null,
    parameters: { fields: 'name' },
  });
  return Me.Check(body) ? (body.name ?? null) : null;
}
