import type { Settings } from '../config.ts';
import { LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { Provider } from '../provider.ts';
import type { UserStore } from '../userStore.ts';
import { wait } from '../wait.ts';
import { frameMode, loginInFrame } from './frame.ts';
import type { SilentPurpose } from './frame.ts';
import { renewWithRefreshToken } from './refreshGrant.ts';

/** Milliseconds before the second and last attempt of a failed renewal. */
const retryDelay = 1_000;

/**
 * Renewal of the tokens: by refresh token where there is one, otherwise by a silent login. One at
 * a time in this tab; `refreshGrant` and `frame` take care of the other tabs.
 */
export function createRenewal(settings: Settings, provider: Provider, users: UserStore) {
  let running: Promise<void> | null = null;

  const byToken = (force: boolean): Promise<void> =>
    renewWithRefreshToken(settings, provider, users, force);

  const inFrame = async (): Promise<void> => {
    const mode = settings.silent ? frameMode(settings, await provider.metadata()) : null;
    if (!mode) throw new LoginError('missing_refresh_token', messages.noRefreshToken);
    await loginInFrame(settings, provider, users, mode, 'renewal');
  };

  /** A token that is refused, or that must not be sent a second time, makes way for the frame. */
  const retry = async (first: unknown): Promise<void> => {
    if (!users.current()?.refreshToken) return inFrame();
    let failure = first;
    if (codeOf(first) !== 'invalid_grant') {
      try {
        return await byToken(false);
      } catch (second) {
        failure = second;
      }
    }
    const uncertain = codeOf(failure) === 'refresh_uncertain';
    if (!uncertain && codeOf(failure) !== 'invalid_grant') throw failure;
    try {
      await inFrame();
    } catch {
      // The frame cannot help. Sending an uncertain token again risks the login at the provider,
      // which is worth it only once the access token is gone anyway.
      if (!uncertain) throw failure;
      if (users.isLoggedIn()) throw first;
      await byToken(true);
    }
  };

  const run = async (delay: number): Promise<void> => {
    try {
      await (users.current()?.refreshToken ? byToken(false) : inFrame());
    } catch (failure) {
      if (!users.current() || codeOf(failure) === 'missing_refresh_token') throw failure;
      await wait(delay);
      // Logged out, here or elsewhere, while waiting.
      if (!users.current()) throw failure;
      await retry(failure);
    }
  };

  return {
    /** Renews, with one retry after a delay in milliseconds. */
    renew(delay = retryDelay): Promise<void> {
      if (!users.current()) return Promise.reject(providerError('login_required'));
      running ??= run(delay).finally(() => (running = null));
      return running;
    },
    /** A silent login through the hidden frame; rejects if the provider cannot answer one. */
    async silentLogin(purpose: SilentPurpose): Promise<void> {
      const mode = frameMode(settings, await provider.metadata());
      if (!mode) throw providerError('login_required');
      await loginInFrame(settings, provider, users, mode, purpose);
    },
  };
}

export type Renewal = ReturnType<typeof createRenewal>;

function codeOf(failure: unknown): string {
  return failure instanceof LoginError ? failure.code : '';
}
