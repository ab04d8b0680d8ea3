import { toPageRequest } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { HandleAccountCall } from '../http/account-calls.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { assignPermission, type RoleOutcome, type RoleStore } from './roles.ts';

const forbiddenProblem = new Problem(403, 'forbidden', {
  vi: 'Bạn không có quyền phân vai trò.',
  en: 'You don’t have permission to assign roles.',
});
const outcomeProblems: Record<Exclude<RoleOutcome, 'done'>, Problem> = {
  forbidden: forbiddenProblem,
  own_roles: new Problem(409, 'own_roles', {
    vi: 'Bạn không thể đổi vai trò của chính mình. Hãy nhờ một quản trị viên khác.',
    en: 'You can’t change your own roles. Ask another administrator.',
  }),
  no_such_account: new Problem(404, 'not_found', {
    vi: 'Không tìm thấy người dùng này.',
    en: 'User not found.',
  }),
  no_such_role: new Problem(404, 'not_found', {
    vi: 'Không tìm thấy vai trò này.',
    en: 'Role not found.',
  }),
};

/** Registers the calls for staff who may assign roles. The permission is read again for each call. */
export function roleRoutes(handle: HandleAccountCall, roles: RoleStore): void {
  handle('listRoles', async ({ session }) => {
    requireAssigner(session);
    const items = await roles.list();
    return { items, total: items.length };
  });
  handle('searchUsers', async ({ session, query }) => {
    requireAssigner(session);
    return roles.searchUsers(query.search ?? '', toPageRequest(query));
  });
  handle('listRoleChanges', async ({ session, query }) => {
    requireAssigner(session);
    return roles.changes(query.account ?? null, toPageRequest(query));
  });
  for (const [name, change] of [
    ['grantRole', 'granted'],
    ['revokeRole', 'revoked'],
  ] as const) {
    // The store checks the permission, so that a refusal is logged as a security event.
    handle(name, async ({ session: by, params: { accountId, role }, request }) => {
      const about = { address: request.ip, requestId: request.id };
      const outcome = await roles.change(change, { accountId, role, by }, about);
      if (outcome !== 'done') throw outcomeProblems[outcome];
      return null;
    });
  }
}

function requireAssigner({ permissions }: VerifiedToken): void {
  if (!permissions.includes(assignPermission)) throw forbiddenProblem;
}

const invalidDecisionProblem = new Problem(400, 'validation', {
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
    if (!byRoles && !byPermissions) throw invalidDecisionProblem;
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
