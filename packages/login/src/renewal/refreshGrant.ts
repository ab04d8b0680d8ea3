import type { Settings } from '../config.ts';
import { LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { revokeRefreshToken } from '../protocol/revocation.ts';
import { exchangeRefreshToken } from '../protocol/tokens.ts';
import type { UserStore } from '../session/userStore.ts';

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
