import type {
  Login,
  LoginEvents,
  LoginOptions,
  LogoutOptions,
  Session,
  SessionStatus,
  StartResult,
} from './api.ts';
import {
  authorizationUrl,
  createLoginState,
  findAuthorizationResponse,
  stripResponseParams,
} from './protocol/authorization.ts';
import { resolveConfig } from './config.ts';
import type { ClientConfig, Settings } from './config.ts';
import type { Monitor } from './dependencies.ts';
import { createEmitter } from './emitter.ts';
import { LoginError, providerError } from './errors.ts';
import * as messages from './messages.ts';
import { withQuery } from './protocol/http.ts';
import { createLoginStates, sameOriginPath, type LoginStates } from './protocol/loginState.ts';
import { revokeRefreshToken } from './protocol/tokens.ts';
import { createProvider, type LoadValidation, type Provider } from './protocol/provider.ts';
import { createRenewal } from './renewal/renewal.ts';
import { runStartup } from './startup.ts';
import { openStorage } from './session/storage.ts';
import { createUserInfo, requestDecision } from './session/userInfo.ts';
import { createUserStore, type UserStore } from './session/userStore.ts';
import { wait } from './wait.ts';
import { createExpiryWatcher } from './session/expiryWatcher.ts';

/** Configuration of a login instance. */
export interface LoginConfig extends ClientConfig {
  /** Watches the provider's session; see `@seller-connect/login/monitors`. Default none. */
  readonly monitor?: Monitor;
}

/** Maximum milliseconds in `pending` for a silent login, which continues in the background. */
const maxSilentWaitMs = 5_000;

/**
 * Creates a login instance. It sends no request and does not touch the URL before `start()`.
 * @throws LoginError `invalid_config` or `insecure_context`
 */
export function createLoginWith(loadValidation: LoadValidation, config: LoginConfig): Login {
  const settings = resolveConfig(config);
  const { environment } = settings;
  const events = createEmitter<LoginEvents>();
  const provider = createProvider(settings, loadValidation);
  const users = createUserStore(settings, events);
  const states = createLoginStates(
    openStorage('sessionStorage'),
    settings.statePrefix,
    environment.now,
  );
  const renewal = createRenewal(settings, provider, users);
  const userInfo = createUserInfo(settings, provider, users);
  const dependencies = { settings, provider, users, states, renewal, userInfo, events };
  const monitor = config.monitor?.(dependencies);

  let started: Promise<StartResult> | null = null;
  // A response in the URL may replace the stored user, whose session may have ended at the provider.
  const hasResponse =
    findAuthorizationResponse(environment.address(), settings.redirectUri) !== null;
  let pending = hasResponse || settings.revokeCheck || !users.isLoggedIn();
  let error: LoginError | null = null;
  let snapshot = takeSnapshot();

  /**
   * Derives the status. {@link update} emits `change` for these transitions:
   *
   * | from         | to           | when                                                               |
   * | ------------ | ------------ | ------------------------------------------------------------------ |
   * | `pending`    | any          | startup and its silent login end, or after `maxSilentWaitMs`       |
   * | `logged-in`  | `expired`    | the token expires and its renewal was not refused                  |
   * | `logged-in`  | `logged-out` | the user is removed, or the token expires without further renewal  |
   * | `expired`    | `logged-in`  | a renewal succeeds here or in another tab                          |
   * | `expired`    | `logged-out` | the renewal is refused, or the user is removed                     |
   * | `logged-out` | `logged-in`  | a silent login finishes late, or another tab logs in               |
   */
  function currentStatus(): SessionStatus {
    if (pending) return 'pending';
    if (users.isLoggedIn()) return 'logged-in';
    // Only a refused renewal ends a session. Without automatic renewal, expiry ends it.
    const isRenewalExpected = users.current() && settings.automaticRenewal && !renewal.isRefused();
    return isRenewalExpected ? 'expired' : 'logged-out';
  }
  function takeSnapshot(): Session {
    const status = currentStatus();
    const hasUser = status === 'logged-in' || status === 'expired';
    return { status, user: hasUser ? users.identity() : null, error };
  }
  const update = (): void => {
    const next = takeSnapshot();
    const { status, user } = snapshot;
    if (next.status === status && next.user === user && next.error === snapshot.error) return;
    snapshot = next;
    events.emit('change', next.status);
  };
  const watch = createExpiryWatcher(settings, events, users, renewal, update);
  events.on('user-loaded', () => {
    error = null;
    update();
  });
  events.on('user-removed', update);

  const startup = async (): Promise<StartResult> => {
    users.listen();
    const { returnTo, error: failure, silent } = await runStartup(dependencies);
    pending = silent !== null && !users.isLoggedIn();
    error = failure;
    update();
    if (failure && !events.emit('login-failed', failure)) {
      console.warn(`Login failed: ${failure.code}`);
    }
    const finishStartup = (): Session => {
      pending = false;
      update();
      watch.start();
      monitor?.start();
      return snapshot;
    };
    const ready = silent
      ? Promise.race([silent, wait(maxSilentWaitMs)]).then(finishStartup)
      : Promise.resolve(finishStartup());
    return { ...snapshot, returnTo, ready };
  };

  const login = async (options: LoginOptions = {}): Promise<void> => {
    const { origin } = new URL(environment.address());
    const currentPath = stripResponseParams(environment.address()).slice(origin.length);
    const loginState = createLoginState(settings);
    const metadata = await provider.metadata();
    const address = await authorizationUrl(settings, metadata, loginState, options.params ?? {});
    states.save(loginState, {
      returnTo: sameOriginPath(options.returnTo ?? currentPath, origin),
      again: users.isLoggedIn(),
    });
    environment.navigate(address);
  };

  const accessToken = async (): Promise<string> => {
    if (pending && started) await (await started).ready;
    if (currentStatus() === 'expired') {
      await renewal
        .renew()
        .finally(update)
        .catch((failure: unknown) => {
          // A refused renewal or a logout in the meantime is a result; other failures are temporary.
          if (currentStatus() === 'expired') throw failure;
        });
    }
    return (users.isLoggedIn() && users.current()?.accessToken) || '';
  };

  return {
    start: () => (started ??= startup()),
    session: () => snapshot,
    user: users.identity,
    isLoggedIn: users.isLoggedIn,
    accessToken,
    login,
    logout: (options = {}) => logOut(settings, provider, users, states, options),
    async renew() {
      await renewal.renew().finally(update);
      const user = users.identity();
      if (!user) throw providerError('login_required');
      return user;
    },
    renewalEnd: renewal.end,
    async userInfo() {
      // A 401 for an expired token is no revocation, so it is renewed first.
      if (!(await accessToken())) throw providerError('login_required');
      return userInfo.full();
    },
    async check(wanted) {
      const user = users.current();
      return user && users.isLoggedIn() ? requestDecision(settings, user, wanted) : false;
    },
    on: events.on,
    stop() {
      watch.stop();
      monitor?.stop();
      users.stop();
    },
  };
}

/** Maximum milliseconds to wait before navigation until the shared session has recorded the logout. */
const maxRemovalWaitMs = 1_000;

/**
 * Logs out: removes the user in all tabs, then revokes the refresh token, then navigates to the provider's
 * logout endpoint, unless the access token has expired or there is no such endpoint. Returns whether it navigates.
 * @throws LoginError 'User already logout' without an ID token, after removing a user stored without one
 */
async function logOut(
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
