import type { AuthorizationServer } from 'oauth4webapi';
import { LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { LoginErrorCode } from '../errors.ts';
import type { LoginState } from './loginState.ts';

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
