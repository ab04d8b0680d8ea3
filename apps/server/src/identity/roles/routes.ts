import { PageQuery } from '@seller-connect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/http/problem.ts';
import { accountScope } from '../../platform/http/scopes.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { authenticateBearer } from '../tokens/bearer.ts';
import { assignPermission, type RoleOutcome, type RoleStore } from './roles.ts';

const forbidden = new Problem(403, 'forbidden', {
  vi: 'Bạn không có quyền phân vai trò.',
  en: 'You don’t have permission to assign roles.',
});
const outcomeProblems: Record<Exclude<RoleOutcome, 'done'>, Problem> = {
  forbidden,
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
const invalidQuery = new Problem(400, 'validation', {
  vi: 'Tham số chưa hợp lệ: page từ 1, pageSize từ 1 đến 100.',
  en: 'Invalid parameter: page must be 1 or more, and pageSize must be 1 to 100.',
});

const Query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  account: Type.Optional(Type.String({ maxLength: 36 })),
  ...PageQuery.properties,
});

/** Registers the role API for staff who may assign roles. The permission is read again for each call. */
export async function roleRoutes(
  app: FastifyInstance,
  options: { roles: RoleStore; verify(token: string): Promise<VerifiedToken | null> },
): Promise<void> {
  const { roles } = options;

  async function requireAssigner(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<VerifiedToken> {
    const token = await authenticateBearer(options.verify, accountScope, request, reply);
    if (!token.permissions.includes(assignPermission)) throw forbidden;
    return token;
  }

  app.get('/api/v1.0/roles', async (request, reply) => {
    await requireAssigner(request, reply);
    const items = await roles.list();
    return { items, total: items.length };
  });
  app.get('/api/v1.0/users', async (request, reply) => {
    await requireAssigner(request, reply);
    const { search = '', ...page } = readQuery(request);
    return roles.searchUsers(search, page);
  });
  app.get('/api/v1.0/role_changes', async (request, reply) => {
    await requireAssigner(request, reply);
    const { account, ...page } = readQuery(request);
    if (account !== undefined && !isUuid(account)) throw invalidQuery;
    return roles.changes(account ?? null, page);
  });
  for (const [method, change] of [
    ['PUT', 'granted'],
    ['DELETE', 'revoked'],
  ] as const) {
    app.route<{ Params: { id: string; role: string } }>({
      method,
      url: '/api/v1.0/users/:id/roles/:role',
      handler: async (request, reply) => {
        // The store checks the permission, so that a refusal is logged as a security event.
        const by = await authenticateBearer(options.verify, accountScope, request, reply);
        const { id, role } = request.params;
        const about = { address: request.ip, requestId: request.id };
        const outcome = await roles.change(change, { accountId: id, role, by }, about);
        if (outcome !== 'done') throw outcomeProblems[outcome];
        return reply.code(204).send();
      },
    });
  }
}

function readQuery(request: FastifyRequest) {
  const query = Value.Convert(Query, request.query);
  if (!Value.Check(Query, query)) throw invalidQuery;
  return { ...query, page: query.page ?? 1, pageSize: query.pageSize ?? 20 };
}
