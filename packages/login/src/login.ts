import type {
  Login,
  LoginEvents,
  LoginOptions,
  Session,
  SessionStatus,
  StartResult,
} from './api.ts';
import { authorizationUrl, createLoginState } from './protocol/authorizationRequest.ts';
import {
  findAuthorizationResponse,
  stripResponseParams,
} from './protocol/authorizationResponse.ts';
import { resolveConfig } from './config.ts';
import type { ClientConfig } from './config.ts';
import type { Monitor } from './dependencies.ts';
import { createEmitter } from './emitter.ts';
import { providerError } from './errors.ts';
import type { LoginError } from './errors.ts';
import { createLoginStates, sameOriginPath } from './protocol/loginState.ts';
import { logOut } from './session/logout.ts';
import { requestDecision } from './user-info/permissions.ts';
import { createProvider, type LoadValidation } from './protocol/provider.ts';
import { createRenewal } from './renewal/renewal.ts';
import { runStartup } from './startup.ts';
import { openStorage } from './session/storage.ts';
import { createUserInfo } from './user-info/userInfo.ts';
import { createUserStore } from './session/userStore.ts';
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
