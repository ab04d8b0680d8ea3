import type { Settings } from '../config.ts';
import { request } from './http.ts';
import type { Provider } from './provider.ts';
import type { StoredUser } from '../session/storedUser.ts';

/**
 * Revokes the refresh token (RFC 7009). The request outlives the page. Failures are ignored, because the
 * user is already logged out locally.
 */
export async function revokeRefreshToken(
  settings: Settings,
  provider: Provider,
  user: StoredUser,
): Promise<void> {
  if (!user.refreshToken) return;
  try {
    const { revocation_endpoint: address } = await provider.metadata();
    const body = new URLSearchParams({
      token: user.refreshToken,
      token_type_hint: 'refresh_token',
      client_id: settings.clientId,
    });
    if (address) await request(settings, address, { method: 'POST', keepalive: true, body });
  } catch {
    // The token expires by itself.
  }
}
