import type { UserInfo } from '../api.ts';
import type { Settings } from '../config.ts';
import { httpError, LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import { isObject, isStringArray } from '../guards.ts';
import { requestWithToken } from '../protocol/http.ts';
import { fetchAccess, emptyAccess } from './permissions.ts';
import type { Access } from './permissions.ts';
import { requireEndpoint } from '../protocol/provider.ts';
import type { Provider } from '../protocol/provider.ts';
import type { UserStore } from '../session/userStore.ts';

const permissionScope = 'read:permissions';

/** Creates the user-info calls of a login instance. */
export function createUserInfo(settings: Settings, provider: Provider, users: UserStore) {
  let lastAccess: { sub: string; access: Access } | null = null;

  /**
   * Fetches the user-info claims. A 401 or a different subject removes the stored user.
   * @throws LoginError `login_required`, `unauthorized`, or the failure of the request
   */
  const claims = async (): Promise<Record<string, unknown> & { sub: string }> => {
    const user = users.current();
    if (!user) throw providerError('login_required');
    const address = requireEndpoint(await provider.metadata(), 'userinfo_endpoint');
    const { status, body } = await requestWithToken(settings, user, address);
    const info = status === 200 && isObject(body) ? body : null;
    if (status === 401 || (info && info['sub'] !== user.profile.sub)) {
      // The token was renewed during the request: repeat it with the new one.
      const currentUser = users.current();
      if (currentUser && currentUser.accessToken !== user.accessToken) return claims();
      await users.remove('revoked');
      throw new LoginError('unauthorized', messages.httpStatus(401), { status: 401 });
    }
    if (!info) throw httpError(status);
    return { ...info, sub: user.profile.sub };
  };

  const access = async (): Promise<Access> => {
    const user = users.current();
    if (!user?.scopes.includes(permissionScope)) return emptyAccess;
    const { sub } = user.profile;
    try {
      lastAccess = { sub, access: await fetchAccess(settings, user) };
    } catch (error) {
      // An outage must not empty the user's navigation.
      if (lastAccess?.sub !== sub) throw error;
    }
    return lastAccess.access;
  };

  return {
    claims,
    full: async (): Promise<UserInfo> => {
      const [info, { roles, permissions }] = await Promise.all([claims(), access()]);
      const rolesClaim = isStringArray(info['roles']) ? info['roles'] : [];
      return { ...info, roles: roles.length > 0 ? roles : rolesClaim, permissions };
    },
  };
}

export type UserInfoCalls = ReturnType<typeof createUserInfo>;
