import type { LogoutOptions } from '../api.ts';
import type { Settings } from '../config.ts';
import { LoginError } from '../errors.ts';
import * as messages from '../messages.ts';
import { withQuery } from '../protocol/http.ts';
import type { LoginStates } from '../protocol/loginState.ts';
import type { Provider } from '../protocol/provider.ts';
import { revokeRefreshToken } from '../protocol/revocation.ts';
import type { UserStore } from './userStore.ts';
import { wait } from '../wait.ts';

/** Maximum milliseconds to wait before navigation until the shared session has recorded the logout. */
const maxRemovalWaitMs = 1_000;

/**
 * Logs out: removes the user in all tabs, then revokes the refresh token, then navigates to the provider's
 * logout endpoint, unless the access token has expired or there is no such endpoint. Returns whether it navigates.
 * @throws LoginError 'User already logout' without an ID token, after removing a user stored without one
 */
export async function logOut(
  settings: Settings,
  provider: Provider,
  users: UserStore,
  states: LoginStates,
  options: LogoutOptions,
): Promise<boolean> {
  const user = users.current();
  const shouldEndSession = users.isLoggedIn() || options.evenIfExpired === true;
  if (user) {
    states.clear();
    const removed = users.remove('logout');
    void revokeRefreshToken(settings, provider, user);
    await Promise.race([removed, wait(maxRemovalWaitMs)]);
  }
  if (!user?.idToken) throw new LoginError('already_logged_out', messages.alreadyLoggedOut);
  await options.beforeRedirect?.();
  const address = shouldEndSession && (await provider.metadata()).end_session_endpoint;
  if (!address) return false;
  const params = {
    id_token_hint: user.idToken,
    post_logout_redirect_uri: settings.postLogoutRedirectUri,
  };
  settings.environment.navigate(withQuery(address, params));
  return true;
}
