import type { Settings } from '../config.ts';
import { LoginError, networkError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { Provider } from '../protocol/provider.ts';
import type { UserStore } from '../session/userStore.ts';
import { wait } from '../wait.ts';
import { silentResponseMode, loginInFrame } from './frame.ts';
import type { SilentLoginPurpose } from './frame.ts';
import { renewWithRefreshToken } from './refreshGrant.ts';

/** Milliseconds before a failed renewal is repeated (specification, section 9). */
const retryDelayMs = 1_000;

/** There is nothing to send, or it is spent: the provider has answered, with an ID token that is refused here. */
const notRetryableCode = /^(missing_refresh_token$|id_token_)/;

/**
 * Renewal of the tokens: by refresh token where there is one, otherwise by a silent login. One at
 * a time in this tab; `refreshGrant` and `frame` take care of the other tabs.
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

  /** The renewal, its one repetition by the same method, and one silent login where that is the fallback. */
  const renewWithRetry = async (): Promise<void> => {
    const renew = users.current()?.refreshToken ? renewByRefreshToken : renewInFrame;
    try {
      return await renew();
    } catch (failure) {
      if (notRetryableCode.test(networkError(failure).code)) throw failure;
    }
    await wait(retryDelayMs);
    try {
      await renew();
    } catch (failure) {
      if (!settings.fallback || renew === renewInFrame) throw failure;
      // Without a connection the frame waits 45 s for nothing, and whoever needs a token waits with it.
      if (networkError(failure).code === 'network') throw failure;
      await renewInFrame().catch(() => {
        // The frame may only be out of reach of the provider's cookie: the renewal's own failure counts.
        throw failure;
      });
    }
  };

  const renewal = {
    /** Renews; a failure is repeated once after 1 s. */
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
    /** Takes note of a failure that asking again later would not change. */
    recordRefusal(failure: unknown): void {
      if (!networkError(failure).retryable) refusedToken = users.current()?.accessToken ?? '';
    },
    /** Whether the provider has refused to renew the tokens of the present user. */
    isRefused: (): boolean => users.current()?.accessToken === refusedToken,
    /** A silent login through the hidden frame; rejects if the provider cannot answer one. */
    silentLogin: (purpose: SilentLoginPurpose): Promise<void> =>
      loginSilently(purpose, providerError('login_required')),
  };
  return renewal;
}

export type Renewal = ReturnType<typeof createRenewal>;
