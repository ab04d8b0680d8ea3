import type { AccessCheck, UserInfo } from '../api.ts';
import type { Settings } from '../config.ts';
import { LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import { isObject, isStringArray, nonEmptyString } from '../guards.ts';
import { assertSuccess, requestWithToken } from '../protocol/http.ts';
import { requireEndpoint } from '../protocol/provider.ts';
import type { Provider } from '../protocol/provider.ts';
import type { UserStore } from './userStore.ts';
import type { StoredUser } from './storedUser.ts';

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
    assertSuccess(status);
    if (!info) throw providerError('server_error');
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

/**
 * Asks the provider for a decision: `{ "allowed": boolean }` or a boolean.
 * @throws LoginError `http_status`, `network` or `timeout`
 */
export async function requestDecision(
  settings: Settings,
  user: StoredUser,
  check: AccessCheck,
): Promise<boolean> {
  const question =
    'roles' in check ? { has_roles: { condition: 'OR', ...check } } : { has_permissions: check };
  const address = settings.identityAdminBase + settings.decisionPath;
  const { status, body } = await requestWithToken(settings, user, address, question);
  assertSuccess(status);
  return body === true || (isObject(body) && body['allowed'] === true);
}

interface Access {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

const emptyAccess: Access = { roles: [], permissions: [] };

const accessPath = '/api/v1.0/users/me/roles_permissions';

/**
 * Fetches the user's roles and permissions. Every status but 200 counts as empty, as specified.
 * @throws LoginError if there was no response; callers keep their previous value
 */
async function fetchAccess(settings: Settings, user: StoredUser): Promise<Access> {
  const { status, body } = await requestWithToken(
    settings,
    user,
    settings.identityAdminBase + accessPath,
  );
  if (status !== 200 || !isObject(body)) return emptyAccess;
  return {
    roles: toPermissionList(body['roles']),
    permissions: toPermissionList(body['permissions']),
  };
}

/** Formats a permission as `app:resource:action` without empty parts. Strings are returned unchanged. */
function formatPermission(entry: unknown): string | null {
  if (!isObject(entry)) return nonEmptyString(entry);
  const parts = [entry['app'], entry['resource'], entry['action']].map(nonEmptyString);
  return nonEmptyString(parts.filter(Boolean).join(':'));
}

function toPermissionList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(formatPermission).filter((text) => text !== null) : [];
}
