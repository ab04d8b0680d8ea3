import type { AuthorizationServer } from 'oauth4webapi';
import { hash, toBase64Url } from '../crypto/base64url.ts';
import { invalid } from '../config.ts';
import type { Settings } from '../config.ts';
import { withParams } from './http.ts';
import type { LoginState } from './loginState.ts';
import { endpointOf } from './provider.ts';
import { randomText } from '../crypto/random.ts';

/** A fresh login state: 16 characters of state and nonce, 48 of verifier. */
export function newLoginState(settings: Settings, redirectUri = settings.redirectUri): LoginState {
  return {
    state: randomText(16),
    nonce: randomText(16),
    codeVerifier: randomText(48),
    redirectUri,
    createdAt: settings.environment.now(),
  };
}

/**
 * The address of the authorization request; the verifier itself is not in it.
 * @throws LoginError `invalid_config` for a parameter that the protocol sets
 */
export async function authorizationAddress(
  settings: Settings,
  metadata: AuthorizationServer,
  entry: LoginState,
  params: Readonly<Record<string, string>>,
  protocol: Readonly<Record<string, string>> = {},
): Promise<string> {
  const own = {
    client_id: settings.clientId,
    redirect_uri: entry.redirectUri,
    response_type: 'code',
    scope: settings.scopes.join(' '),
    state: entry.state,
    nonce: entry.nonce,
    code_challenge: toBase64Url(await hash(entry.codeVerifier)),
    code_challenge_method: 'S256',
  };
  const token = settings.token?.value();
  const more = {
    ...settings.extraParams,
    ...params,
    ...(settings.token && token && { [settings.token.name]: token }),
  };
  const clash = Object.keys(more).find((name) => name in own);
  if (clash) throw invalid(`The parameter \`${clash}\` is reserved`);
  const address = endpointOf(metadata, 'authorization_endpoint');
  return withParams(address, { ...more, ...own, ...protocol });
}
