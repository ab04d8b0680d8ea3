import type { Settings } from '../config.ts';
import { LoginError, networkError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { exchangeRefreshToken, revokeRefreshToken } from '../protocol/tokens.ts';
import type { UserStore } from '../session/userStore.ts';
import { wait } from '../wait.ts';
import { silentResponseMode, loginInFrame } from './frame.ts';
import type { SilentLoginPurpose } from './frame.ts';

/**
 * Renews with the refresh token, one tab at a time. A tab that had to wait uses the other tab's result and
 * sends nothing: reuse of a rotating refresh token would end the login at the provider.
 * @throws LoginError `login_required`, `missing_refresh_token`, or the failure of the exchange
 */
export function renewWithRefreshToken(
  settings: Settings,
  provider: Provider,
  users: UserStore,
): Promise<void> {
  const initialUser = users.current();
  return users.runExclusive('tokens', async () => {
    const { entry, renewed: isRenewedElsewhere } = await users.newest(initialUser);
    if (isRenewedElsewhere) return;
    const user = users.current();
    if (!user) throw providerError('login_required');
    const { refreshToken } = user;
    if (!refreshToken) throw new LoginError('missing_refresh_token', messages.noRefreshToken);
    const next = await exchangeRefreshToken(settings, provider, user, refreshToken);
    if (await users.persist(next, 'renewal', entry.generation)) return;
    await revokeRefreshToken(settings, provider, next);
    throw providerError('login_required');
  });
}

/** Milliseconds before the retry of a failed renewal (specification, section 9). */
const retryDelayMs = 1_000;

/**
 * Renews tokens with the refresh token if there is one, otherwise with a silent login. Calls of this tab
 * share one renewal; `renewWithRefreshToken` and `frame` coordinate with other tabs.
 */
export function createRenewal(settings: Settings, provider: Provider, users: UserStore) {
  let pendingRenewal: Promise<void> | null = null;
  /** The access token whose renewal was refused. */
  let refusedToken = '';

  const renewByRefreshToken = (): Promise<void> => renewWithRefreshToken(settings, provider, users);

  const loginSilently = async (
    purpose: SilentLoginPurpose,
    unsupportedError: LoginError,
  ): Promise<void> => {
    const mode = silentResponseMode(settings, await provider.metadata());
    if (!mode) throw unsupportedError;
    await loginInFrame(settings, provider, users, mode, purpose);
  };
  const renewInFrame = (): Promise<void> =>
    loginSilently('renewal', new LoginError('missing_refresh_token', messages.noRefreshToken));

  /** Renews, retries once with the same method, and then tries one silent login if `fallback` is set. */
  const renewWithRetry = async (): Promise<void> => {
    const renew = users.current()?.refreshToken ? renewByRefreshToken : renewInFrame;
    try {
      return await renew();
    } catch {
      await wait(retryDelayMs);
    }
    try {
      await renew();
    } catch (failure) {
      if (!settings.fallback || renew === renewInFrame) throw failure;
      // While offline, the frame would block callers for 45 s until its timeout.
      if (networkError(failure).code === 'network') throw failure;
      await renewInFrame().catch(() => {
        // The frame may lack access to the provider's cookie, so the original failure is more relevant.
        throw failure;
      });
    }
  };

  const renewal = {
    /**
     * Renews the tokens; retries once after 1 s.
     * @throws LoginError the failure of the last attempt
     */
    renew(): Promise<void> {
      if (!users.current()) return Promise.reject(providerError('login_required'));
      pendingRenewal ??= renewWithRetry()
        .catch((failure: unknown) => {
          renewal.recordRefusal(failure);
          throw failure;
        })
        .finally(() => (pendingRenewal = null));
      return pendingRenewal;
    },
    /** Resolves once no renewal is running, however it ends. */
    end: async (): Promise<void> => {
      await pendingRenewal?.catch(() => undefined);
    },
    /** Records the current access token as refused, unless the failure is retryable. */
    recordRefusal(failure: unknown): void {
      if (!networkError(failure).retryable) refusedToken = users.current()?.accessToken ?? '';
    },
    /** Returns whether the renewal of the current user's tokens was refused. */
    isRefused: (): boolean => users.current()?.accessToken === refusedToken,
    /**
     * Logs in silently with a hidden frame.
     * @throws LoginError `login_required` if the provider cannot answer a frame
     */
    silentLogin: (purpose: SilentLoginPurpose): Promise<void> =>
      loginSilently(purpose, providerError('login_required')),
  };
  return renewal;
}

export type Renewal = ReturnType<typeof createRenewal>;
