import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '../../platform/http/problem.ts';
import { permissionScope } from '../../platform/http/scopes.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { authenticateBearer } from '../tokens/bearer.ts';

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 });
const DecisionBody = Type.Object({
  has_roles: Type.Optional(
    Type.Object({
      roles: Names,
      condition: Type.Optional(Type.Union([Type.Literal('OR'), Type.Literal('AND')])),
    }),
  ),
  has_permissions: Type.Optional(Type.Object({ permissions: Names })),
});

const invalidDecision = new Problem(400, 'validation', {
  vi: 'Yêu cầu cần has_roles hoặc has_permissions.',
  en: 'The request must include has_roles or has_permissions.',
});

/**
 * Registers the user's roles and permissions for the front end's navigation. Servers check every protected call
 * again.
 */
export async function permissionRoutes(
  app: FastifyInstance,
  options: { verify(token: string): Promise<VerifiedToken | null> },
): Promise<void> {
  const authenticate = (request: FastifyRequest, reply: FastifyReply) =>
    authenticateBearer(options.verify, permissionScope, request, reply);

  app.get('/api/v1.0/users/me/roles_permissions', async (request, reply) => {
    const { roles, permissions } = await authenticate(request, reply);
    return { roles, permissions };
  });

  app.post('/api/v1.0/users/me/decision/handler', async (request, reply) => {
    const { roles, permissions } = await authenticate(request, reply);
    const { body } = request;
    if (!Value.Check(DecisionBody, body)) throw invalidDecision;
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
