import type { LoginDependencies } from './dependencies.ts';
import {
  validateResponse,
  isLoginRequired,
  findAuthorizationResponse,
  stripResponseParams,
} from './protocol/authorization.ts';
import { LoginError, networkError } from './errors.ts';
import * as messages from './messages.ts';
import type { ConsumedLogin } from './protocol/loginState.ts';
import { sameOriginPath } from './protocol/loginState.ts';
import { openStorage } from './session/storage.ts';
import { exchangeCode } from './protocol/tokens.ts';

interface StartupResult {
  /** Same-origin path to show after the login; null to stay. */
  readonly returnTo: string | null;
  readonly error: LoginError | null;
  /** A silent login in progress; never rejects. */
  readonly silent: Promise<void> | null;
}

/**
 * Runs the startup steps (specification, section 4):
 * 1. Check whether the stored login was revoked.
 * 2. Complete the login if the URL contains an authorization response.
 * 3. Report the error if the URL contains an error response.
 * 4. Log in silently if there is no usable login.
 * 5. Request missing scopes silently.
 *
 * Steps 4 and 5 do not run after a response.
 */
export async function runStartup(dependencies: LoginDependencies): Promise<StartupResult> {
  const { settings, users, userInfo } = dependencies;
  if (settings.revokeCheck && users.isLoggedIn()) {
    // Only a 401 or a different subject removes the user; an outage does not.
    await userInfo.claims().catch(() => undefined);
  }
  const consumed = await consumeResponse(dependencies);
  return {
    returnTo: null,
    error: null,
    ...consumed,
    silent: consumed ? null : startSilentLogin(dependencies),
  };
}

/** Steps 2 and 3: processes the response in the URL. Returns null if there is none for this client. */
async function consumeResponse(
  dependencies: LoginDependencies,
): Promise<Omit<StartupResult, 'silent'> | null> {
  const { settings, users, states } = dependencies;
  const { address, replaceAddress } = settings.environment;
  const currentUrl = address();
  const response = findAuthorizationResponse(currentUrl, settings.redirectUri);
  if (!response) return null;
  const consumed = states.take(response.get('state') ?? '');
  if (!consumed && !response.has('code') && !response.has('error')) return null;
  // The URL is cleaned before the exchange, so that a reload during it does not send the code again.
  replaceAddress(stripResponseParams(currentUrl));
  const returnTo = sameOriginPath(consumed?.appState.returnTo ?? '', new URL(currentUrl).origin);
  // No user is signed in at the provider. The user did not request this login, so it is not a failure.
  if (isLoginRequired(response)) return { returnTo, error: null };
  // A reload, a second instance or the back button: the login is already complete.
  const isNew = consumed && (consumed.appState.again || response.has('error'));
  if (users.isLoggedIn() && !isNew) return { returnTo, error: null };
  try {
    await completeLogin(dependencies, response, consumed);
    return { returnTo, error: null };
  } catch (failure) {
    return { returnTo, error: networkError(failure) };
  }
}

async function completeLogin(
  { settings, provider, users }: LoginDependencies,
  response: URLSearchParams,
  consumed: ConsumedLogin | null,
): Promise<void> {
  if (!consumed) throw new LoginError('invalid_state', messages.invalidRequestState);
  validateResponse(await provider.metadata(), response, consumed.loginState);
  const user = await exchangeCode(settings, provider, response, consumed.loginState);
  await users.runExclusive('tokens', () => users.persist(user, 'login'));
}

/** Steps 4 and 5: starts a silent login. Returns null if none is needed. */
function startSilentLogin(dependencies: LoginDependencies): Promise<void> | null {
  const { settings, users, renewal } = dependencies;
  const user = users.current();
  if (settings.silent === 'never' || (settings.silent === 'known' && !user)) return null;
  if (!users.isLoggedIn()) {
    return renewal.silentLogin('renewal').catch((failure: unknown) => {
      // If there is a refresh token, its renewal decides.
      if (!user?.refreshToken) return renewal.recordRefusal(failure);
      return renewal.isRefused() ? undefined : renewal.renew().catch(() => undefined);
    });
  }
  // A provider may never grant a scope, so refused scopes are not requested again in this tab.
  const tabStorage = openStorage('sessionStorage');
  const key = `${settings.userKey}.refused`;
  const refusedScopes = tabStorage.get(key)?.split(' ') ?? [];
  const missingScopes = (): string[] => {
    const granted = users.current()?.scopes ?? [];
    return settings.scopes.filter((scope) => !granted.includes(scope));
  };
  if (missingScopes().every((scope) => refusedScopes.includes(scope))) return null;
  return renewal
    .silentLogin('scopes')
    .catch(() => undefined)
    .then(() => tabStorage.set(key, missingScopes().join(' ')));
}
