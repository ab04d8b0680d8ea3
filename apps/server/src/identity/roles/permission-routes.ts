import { Problem } from '../../platform/http/problem.ts';
import type { HandleAccountCall } from '../http/account-calls.ts';

const invalidDecision = new Problem(400, 'validation', {
  vi: 'Yêu cầu cần has_roles hoặc has_permissions.',
  en: 'The request must include has_roles or has_permissions.',
});

/**
 * Registers the user's roles and permissions for the front end's navigation. Servers check every protected call
 * again.
 */
export function permissionRoutes(handle: HandleAccountCall): void {
  handle('readPermissions', async ({ session: { roles, permissions } }) => ({
    roles,
    permissions,
  }));
  handle('decide', async ({ session: { roles, permissions }, body }) => {
    const { has_roles: byRoles, has_permissions: byPermissions } = body;
    if (!byRoles && !byPermissions) throw invalidDecision;
    const hasRoles = !byRoles || isGranted(byRoles.roles, roles, byRoles.condition ?? 'OR');
    const hasPermissions =
      !byPermissions || isGranted(byPermissions.permissions, permissions, 'AND');
    return { allowed: hasRoles && hasPermissions };
  });
}

/** Whether wanted names are granted. An empty list never is. */
function isGranted(wanted: readonly string[], granted: readonly string[], condition: 'OR' | 'AND') {
  if (wanted.length === 0) return false;
  return condition === 'OR'
    ? wanted.some((each) => granted.includes(each))
    : wanted.every((each) => granted.includes(each));
}
