import type { Settings } from '../config.ts';
import { LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { revokeRefreshToken } from '../protocol/revocation.ts';
import { exchangeRefreshToken } from '../protocol/tokens.ts';
import type { UserStore } from '../session/userStore.ts';

/**
 * Renews with the refresh token, one tab at a time. A tab that waited takes the result of the one
 * before it and sends nothing, because a rotating refresh token that is sent twice ends the whole
 * login at the provider.
 */
export function renewWithRefreshToken(
  settings: Settings,
  provider: Provider,
  users: UserStore,
): Promise<void> {
  const initialUser = users.current();
  return users.alone('tokens', async () => {
    const { entry, renewed: isRenewedElsewhere } = await users.newest(initialUser);
    if (isRenewedElsewhere) return;
    const user = users.current();
    if (!user) throw providerError('login_required');
    const { refreshToken } = user;
    if (!refreshToken) throw new LoginError('missing_refresh_token', messages.noRefreshToken);
    const next = await exchangeRefreshToken(settings, provider, user, refreshToken);
    if (await users.keep(next, 'renewal', entry.generation)) return;
    await revokeRefreshToken(settings, provider, next);
    throw providerError('login_required');
  });
}
