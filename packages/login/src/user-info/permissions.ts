import type { Check } from '../api.ts';
import type { Settings } from '../config.ts';
import { httpError } from '../errors.ts';
import { isObject, textOrNull } from '../guards.ts';
import { failed, requestAs } from '../protocol/http.ts';
import type { StoredUser } from '../session/storedUser.ts';

export interface Access {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

export const noAccess: Access = { roles: [], permissions: [] };

const accessPath = '/api/v1.0/users/me/roles_permissions';

/**
 * The person's roles and permissions. Any answer but 200 is empty, as specified.
 * @throws LoginError only if there was no answer at all; the caller keeps what it had
 */
export async function loadAccess(settings: Settings, user: StoredUser): Promise<Access> {
  const { status, body } = await requestAs(settings, user, settings.identityAdminBase + accessPath);
  if (status !== 200 || !isObject(body)) return noAccess;
  return {
    roles: textsOf(body['roles']),
    permissions: textsOf(body['permissions']),
  };
}

/** `app:resource:action` of a permission entry, empty parts skipped; a text is taken as it is. */
export function permissionText(entry: unknown): string | null {
  if (!isObject(entry)) return textOrNull(entry);
  const parts = [entry['app'], entry['resource'], entry['action']].map(textOrNull);
  return textOrNull(parts.filter(Boolean).join(':'));
}

/** Asks the provider for a decision: `{ "allowed": boolean }`, or a bare boolean. */
export async function askDecision(
  settings: Settings,
  user: StoredUser,
  wanted: Check,
): Promise<boolean> {
  const question =
    'roles' in wanted ? { has_roles: { condition: 'OR', ...wanted } } : { has_permissions: wanted };
  const address = settings.identityAdminBase + settings.decisionPath;
  const { status, body } = await requestAs(settings, user, address, question);
  if (failed(status)) throw httpError(status);
  return body === true || (isObject(body) && body['allowed'] === true);
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(permissionText).filter((text) => text !== null) : [];
}
