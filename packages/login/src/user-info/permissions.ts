import type { AccessCheck } from '../api.ts';
import type { Settings } from '../config.ts';
import { httpError } from '../errors.ts';
import { isObject, nonEmptyString } from '../guards.ts';
import { isFailureStatus, requestWithToken } from '../protocol/http.ts';
import type { StoredUser } from '../session/storedUser.ts';

export interface Access {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

export const emptyAccess: Access = { roles: [], permissions: [] };

const accessPath = '/api/v1.0/users/me/roles_permissions';

/**
 * Fetches the user's roles and permissions. Every status but 200 counts as empty, as specified.
 * @throws LoginError if there was no response; callers keep their previous value
 */
export async function fetchAccess(settings: Settings, user: StoredUser): Promise<Access> {
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
  if (isFailureStatus(status)) throw httpError(status);
  return body === true || (isObject(body) && body['allowed'] === true);
}

function toPermissionList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(formatPermission).filter((text) => text !== null) : [];
}
