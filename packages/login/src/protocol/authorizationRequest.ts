import type { AuthorizationServer } from 'oauth4webapi';
import { hash, toBase64Url, randomString } from '../crypto/base64url.ts';
import { configError } from '../config.ts';
import type { Settings } from '../config.ts';
import { withQuery } from './http.ts';
import type { LoginState } from './loginState.ts';
import { requireEndpoint } from './provider.ts';

/** Creates a login state: 16 characters each for state and nonce, 48 for the verifier. */
export function createLoginState(
  settings: Settings,
  redirectUri = settings.redirectUri,
): LoginState {
  return {
    state: randomString(16),
    nonce: randomString(16),
    codeVerifier: randomString(48),
    redirectUri,
    createdAt: settings.environment.now(),
  };
}

/**
 * Returns the URL of the authorization request. It contains the code challenge, not the verifier.
 * @throws LoginError `invalid_config` for a parameter that the protocol sets
 */
export async function authorizationUrl(
  settings: Settings,
  metadata: AuthorizationServer,
  loginState: LoginState,
  params: Readonly<Record<string, string>>,
  protocol: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reservedParams = {
    client_id: settings.clientId,
    redirect_uri: loginState.redirectUri,
    response_type: 'code',
    scope: settings.scopes.join(' '),
    state: loginState.state,
    nonce: loginState.nonce,
    code_challenge: toBase64Url(await hash(loginState.codeVerifier)),
    code_challenge_method: 'S256',
  };
  const token = settings.token?.value();
  const extraParams = {
    ...settings.extraParams,
    ...params,
    ...(settings.token && token && { [settings.token.name]: token }),
  };
  const reservedName = Object.keys(extraParams).find((name) => name in reservedParams);
  if (reservedName) throw configError(`The parameter \`${reservedName}\` is reserved`);
  const endpoint = requireEndpoint(metadata, 'authorization_endpoint');
  return withQuery(endpoint, { ...extraParams, ...reservedParams, ...protocol });
}
