/** Google's part of the control API. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ControlError, parseRecord, readRedirectUri, readText } from '../control/requests.ts';
import { buildRedirectUrl } from '../consent/redirect.ts';
import { issueCodeFor } from './account-page.ts';
import { foreignClientId, googleApplication, changeGoogleOptions } from './application.ts';
import { googleAccounts, findGoogleAccount } from './accounts.ts';
import type { GoogleAccount } from './accounts.ts';
import type { GooglePlatform } from './platform.ts';
import { grantedScope } from './tokens.ts';

function accountIn(body: Record<string, unknown>): GoogleAccount {
  const account = readText(body, 'account');
  if (account === undefined) throw new ControlError(400, 'account is missing.');
  const found = findGoogleAccount(account);
  if (found === undefined) throw new ControlError(404, `Nobody has the address "${account}".`);
  return found;
}

/** Simulates consent without a browser. Returns the code and the redirect address. */
export function authorizeGoogle(
  platform: GooglePlatform,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const account = accountIn(body);
  const redirectUri = readRedirectUri(body, 'google', platform.parts.callbacks);
  const challenge = readText(body, 'codeChallenge');
  const nonce = readText(body, 'nonce');
  const parameters = new URLSearchParams({
    redirect_uri: redirectUri,
    scope: readText(body, 'scope') ?? 'openid email profile',
    ...(nonce !== undefined && { nonce }),
    ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: 'S256' }),
  });
  const code = issueCodeFor(platform, account, parameters);
  return { code, redirectTo: buildRedirectUrl(redirectUri, { code }, readText(body, 'state')) };
}

function view({ options, parts }: GooglePlatform): Record<string, unknown> {
  return {
    issuer: parts.issuer(),
    application: googleApplication,
    foreignClientId,
    options,
    accounts: googleAccounts,
  };
}

/** Issues tokens as a browser would receive them; `audience` allows tokens of another client. */
function issueTokens(platform: GooglePlatform, request: FastifyRequest): Record<string, unknown> {
  const body = parseRecord(request.body);
  const account = accountIn(body);
  const audience = readText(body, 'audience') ?? googleApplication.clientId;
  const scope = grantedScope(readText(body, 'scope') ?? 'openid email profile');
  const life = readText(body, 'seconds');
  const accessToken = platform.tokens.issueAccessToken(
    { audience, authorizedParty: readText(body, 'azp') ?? audience, account, scope },
    life === undefined ? undefined : Number(life),
  );
  const nonce = readText(body, 'nonce');
  const issuer = platform.parts.issuer();
  return {
    access_token: accessToken,
    id_token: platform.tokens.idToken({ issuer, audience, account, scope, nonce, accessToken }),
  };
}

export function registerGoogleControl(server: FastifyInstance, platform: GooglePlatform): void {
  server.get('/_sandbox/google', () => view(platform));
  server.put('/_sandbox/google', (request) => {
    platform.options = changeGoogleOptions(platform.options, request.body);
    return view(platform);
  });
  server.post('/_sandbox/google/tokens', (request) => issueTokens(platform, request));
  server.post('/_sandbox/google/keys', () => {
    platform.tokens.rotate();
    return platform.tokens.jwks();
  });
}
