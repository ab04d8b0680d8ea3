import { Type, type Static, type TSchema } from 'typebox';
import type { IdentityRoute } from '../route.ts';
import { Instant, Nullable, PageQuery, Uuid } from '../values.ts';

const nullableText = Nullable(Type.String());
const listOf = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), total: Type.Integer() });

export const Role = Type.Object({
  name: Type.String(),
  description: Type.String(),
  /** In the form `app:resource:action`. */
  permissions: Type.Array(Type.String()),
});
export type Role = Static<typeof Role>;

export const UserWithRoles = Type.Object({
  id: Type.String(),
  name: nullableText,
  email: nullableText,
  username: nullableText,
  roles: Type.Array(Type.String()),
});
export type UserWithRoles = Static<typeof UserWithRoles>;

export const RoleChange = Type.Object({
  accountId: Type.String(),
  role: Type.String(),
  change: Type.Enum(['granted', 'revoked']),
  changedBy: Type.Object({ id: Type.String(), name: nullableText }),
  changedAt: Instant,
});
export type RoleChange = Static<typeof RoleChange>;

const manageScope = { scope: 'manage:account' } as const;
const assignment = {
  ...manageScope,
  path: '/api/v1.0/users/:accountId/roles/:role',
  status: 204,
  params: Type.Object({ accountId: Type.String(), role: Type.String() }),
  response: Type.Null(),
} as const;

/** Calls for staff who may assign roles. Each call reads the roles again, so that a change takes effect at once. */
export const roleRoutes = {
  listRoles: {
    ...manageScope,
    method: 'GET',
    path: '/api/v1.0/roles',
    summary: 'Lists the roles',
    status: 200,
    response: listOf(Role),
  },
  searchUsers: {
    ...manageScope,
    method: 'GET',
    path: '/api/v1.0/users',
    summary: 'Searches users by a part of their name, username or address',
    status: 200,
    query: Type.Object({
      ...PageQuery.properties,
      search: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: listOf(UserWithRoles),
  },
  listRoleChanges: {
    ...manageScope,
    method: 'GET',
    path: '/api/v1.0/role_changes',
    summary: 'Lists role changes, newest first',
    status: 200,
    query: Type.Object({ ...PageQuery.properties, account: Type.Optional(Uuid) }),
    response: listOf(RoleChange),
  },
  grantRole: { ...assignment, method: 'PUT', summary: 'Grants a role' },
  revokeRole: { ...assignment, method: 'DELETE', summary: 'Revokes a role' },
} as const satisfies Record<string, IdentityRoute>;
