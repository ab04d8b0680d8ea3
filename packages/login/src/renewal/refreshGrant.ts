import type { Settings } from '../config.ts';
import { LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import { fingerprint } from '../ledger.ts';
import type { Provider } from '../provider.ts';
import { revokeRefreshToken } from '../revocation.ts';
import { exchangeRefreshToken } from '../tokens.ts';
import type { UserStore } from '../userStore.ts';

/**
 * Renews with the refresh token, one tab at a time. A tab that waited takes the result of the one
 * before it and sends nothing.
 *
 * A rotating refresh token that is sent twice ends the whole login at the provider. So it is noted
 * in the ledger before it leaves, and once a request has ended without a clear answer it is not
 * sent again, by any tab, unless `force`: code `refresh_uncertain`.
 */
export function renewWithRefreshToken(
  settings: Settings,
  provider: Provider,
  users: UserStore,
  force: boolean,
): Promise<void> {
  const started = users.current();
  return users.alone('tokens', async () => {
    const { ledger } = users;
    const { entry, renewed } = await users.newest(started);
    if (renewed) return;
    const user = users.current();
    if (!user) throw providerError('login_required');
    const { refreshToken } = user;
    if (!refreshToken) throw new LoginError('missing_refresh_token', messages.noRefreshToken);
    const attempt = await fingerprint(user);
    if (entry.attempt === attempt && !force) {
      throw new LoginError('refresh_uncertain', messages.silentExchange);
    }

    // What fails up to here has sent nothing; from here on the token may have been consumed.
    await provider.metadata();
    await ledger.replace(entry.generation, { ...entry, attempt });
    let next;
    try {
      next = await exchangeRefreshToken(settings, provider, user, refreshToken);
    } catch (failure) {
      if (failure instanceof LoginError && clearlyRefused(failure)) {
        await ledger.replace(entry.generation, { ...entry, attempt: null });
      }
      throw failure;
    }
    if (await users.keep(next, 'renewal', entry.generation)) return;
    await revokeRefreshToken(settings, provider, next);
    throw providerError('login_required');
  });
}

/** Whether the provider said so itself that it did not take the token. */
function clearlyRefused(failure: LoginError): boolean {
  if (failure.code === 'http_status') return failure.cause?.status === 429;
  return /^(invalid_(request|client|scope)|unauthorized_client)$/.test(failure.code);
}
