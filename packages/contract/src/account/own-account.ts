import { Type, type Static } from 'typebox';
import type { IdentityRoute } from '../route.ts';
import { Instant, Nullable } from '../values.ts';

/** A session of the user, on this device or another. */
export const AccountSession = Type.Object({
  id: Type.String(),
  /** Whether the call's token belongs to the session. */
  current: Type.Boolean(),
  /** Such as `Chrome, Windows`; empty if unknown. */
  browser: Type.String(),
  /** IP address of the sign-in; empty if unknown. */
  address: Type.String(),
  remembered: Type.Boolean(),
  signedInAt: Instant,
  /** When the newest token was issued. An open page gets a new one every few minutes. */
  lastUsedAt: Nullable(Instant),
  /** Current expiry; use of the session may extend it. */
  endsAt: Instant,
});
export type AccountSession = Static<typeof AccountSession>;

export const GoogleLink = Type.Object({ linkedAt: Instant, lastUsedAt: Instant });
export type GoogleLink = Static<typeof GoogleLink>;

/** The password is optional for an account without one. */
const CurrentPassword = Type.Object({
  currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
});
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 });

const ownPath = '/api/v1.0/users/me';
const manage = { scope: 'manage:account' } as const;

/** Changes require a fresh sign-in and the current password. */
export const ownAccountRoutes = {
  listOwnSessions: {
    ...manage,
    method: 'GET',
    path: `${ownPath}/sessions`,
    summary: 'Lists the sessions of the account',
    status: 200,
    response: Type.Object({ items: Type.Array(AccountSession), total: Type.Integer() }),
  },
  endOwnSession: {
    ...manage,
    method: 'DELETE',
    path: `${ownPath}/sessions/:sessionId`,
    summary: 'Ends one session of the account',
    status: 204,
    params: Type.Object({ sessionId: Type.String() }),
    response: Type.Null(),
  },
  endOtherSessions: {
    ...manage,
    method: 'DELETE',
    path: `${ownPath}/sessions`,
    summary: 'Ends all sessions of the account but the current one',
    status: 204,
    response: Type.Null(),
  },
  changePassword: {
    ...manage,
    method: 'POST',
    path: `${ownPath}/password`,
    summary: 'Changes the password and ends the other sessions',
    status: 204,
    body: Type.Object({
      ...CurrentPassword.properties,
      newPassword: Type.String({ minLength: 1, maxLength: 1024 }),
    }),
    response: Type.Null(),
  },
  changeEmail: {
    ...manage,
    method: 'POST',
    path: `${ownPath}/email`,
    summary: 'Requests a change of address, which takes effect once the new address is confirmed',
    status: 202,
    body: Type.Object({ ...CurrentPassword.properties, email: Type.String({ maxLength: 320 }) }),
    response: Type.Object({ step: Type.Literal('sent') }),
  },
  readGoogleLink: {
    ...manage,
    method: 'GET',
    path: `${ownPath}/google`,
    summary: 'Returns the link to a Google account, or null',
    status: 200,
    response: Type.Object({ link: Nullable(GoogleLink) }),
  },
  // POST, because DELETE has no body for the current password.
  unlinkGoogle: {
    ...manage,
    method: 'POST',
    path: `${ownPath}/google/removal`,
    summary: 'Removes the link to a Google account',
    status: 204,
    body: CurrentPassword,
    response: Type.Null(),
  },
  removeAccount: {
    ...manage,
    method: 'POST',
    path: `${ownPath}/removal`,
    summary: 'Deletes the account',
    status: 204,
    body: CurrentPassword,
    response: Type.Null(),
  },
  readPermissions: {
    scope: 'read:permissions',
    method: 'GET',
    path: `${ownPath}/roles_permissions`,
    summary: 'Returns the roles and permissions of the account',
    status: 200,
    response: Type.Object({
      roles: Type.Array(Type.String()),
      permissions: Type.Array(Type.String()),
    }),
  },
  decide: {
    scope: 'read:permissions',
    method: 'POST',
    path: `${ownPath}/decision/handler`,
    summary: 'Returns whether the account has roles and permissions',
    status: 200,
    /** At least one of the two is required. */
    body: Type.Object({
      has_roles: Type.Optional(
        Type.Object({
          roles: Names,
          condition: Type.Optional(Type.Enum(['OR', 'AND'])),
        }),
      ),
      has_permissions: Type.Optional(Type.Object({ permissions: Names })),
    }),
    response: Type.Object({ allowed: Type.Boolean() }),
  },
} as const satisfies Record<string, IdentityRoute>;
