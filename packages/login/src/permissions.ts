import type { Check } from './api.ts';
import { bearerRequest } from './bearer.ts';
import type { Settings } from './config.ts';
import { httpError } from './errors.ts';
import { isObject, textOrNull } from './guards.ts';
import type { StoredUser } from './storedUser.ts';

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
  const answer = await bearerRequest(settings, settings.identityAdminBase + accessPath, user);
  if (answer.status !== 200) return noAccess;
  const body: unknown = await answer.json().catch(() => null);
  if (!isObject(body)) return noAccess;
  return {
    roles: listOf(body['roles'], textOrNull),
    permissions: listOf(body['permissions'], permissionText),
  };
}

/** `app:resource:action` of an entry, empty parts skipped; a text is taken as it is. */
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
  const body =
    'roles' in wanted
      ? { has_roles: { roles: wanted.roles, condition: wanted.condition ?? 'OR' } }
      : { has_permissions: { permissions: wanted.permissions } };
  const address = settings.identityAdminBase + settings.decisionPath;
  const answer = await bearerRequest(settings, address, user, body);
  if (answer.status < 200 || answer.status >= 399) throw httpError(answer.status);
  const decision: unknown = await answer.json().catch(() => false);
  return decision === true || (isObject(decision) && decision['allowed'] === true);
}

function listOf(value: unknown, read: (item: unknown) => string | null): string[] {
  return Array.isArray(value) ? value.map(read).filter((item) => item !== null) : [];
}
