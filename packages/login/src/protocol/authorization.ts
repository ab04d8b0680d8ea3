import type { AuthorizationServer } from 'oauth4webapi';
import { hash, toBase64Url, randomString } from '../crypto/base64url.ts';
import { configError } from '../config.ts';
import type { Settings } from '../config.ts';
import { withQuery } from './http.ts';
import type { LoginState } from './loginState.ts';
import { requireEndpoint } from './provider.ts';
import { LoginError, providerError, type LoginErrorCode } from '../errors.ts';
import * as messages from '../messages.ts';

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

/** Parameters of an authorization response. They are removed from the URL once it is processed. */
const responseParams = [
  'code',
  'state',
  'session_state',
  'iss',
  'scope',
  'authuser',
  'prompt',
  'hd',
  'error',
  'error_description',
  'error_uri',
];

/**
 * Returns the response parameters in the page's URL if they are for this client: on the redirect URI's
 * origin and path, with a state, or with `login_required` alone. Other OAuth callbacks (Google,
 * marketplaces) also have code and state, but arrive on other paths.
 */
export function findAuthorizationResponse(
  address: string,
  redirectUri: string,
): URLSearchParams | null {
  const [page, redirect] = [new URL(address), new URL(redirectUri)];
  if (page.origin !== redirect.origin || page.pathname !== redirect.pathname) return null;
  const { searchParams } = page;
  return searchParams.get('state') || isLoginRequired(searchParams) ? searchParams : null;
}

/** Returns whether the response only says that no user is signed in at the provider. */
export function isLoginRequired(response: URLSearchParams): boolean {
  return response.get('error') === 'login_required';
}

/** Removes the response parameters. Other parameters and the fragment stay. */
export function stripResponseParams(address: string): string {
  const url = new URL(address);
  for (const name of responseParams) url.searchParams.delete(name);
  return url.href;
}

/**
 * Validates an authorization response against its login state.
 * @throws LoginError 'Invalid state', the provider's error, or 'Missing code, …'
 */
export function validateResponse(
  metadata: AuthorizationServer,
  response: URLSearchParams,
  loginState: LoginState,
): void {
  const responseError = (code: LoginErrorCode) => new LoginError(code, messages.invalidState);
  if (response.get('state') !== loginState.state) throw responseError('state_mismatch');
  const issuer = response.get('iss');
  // RFC 9207: a response of another issuer must not reach this provider's token endpoint.
  if (issuer !== null && issuer !== metadata.issuer)
    throw responseError('response_issuer_mismatch');
  if (issuer === null && metadata.authorization_response_iss_parameter_supported) {
    throw responseError('response_issuer_missing');
  }
  // RFC 6749, section 3.1: parameters must not occur more than once.
  const hasDuplicate = responseParams.some((name) => response.getAll(name).length > 1);
  if (hasDuplicate) throw responseError('invalid_response');
  const error = response.get('error');
  if (error) throw providerError(error);
  if (!response.get('code')) throw new LoginError('missing_code', messages.missingCode);
}
