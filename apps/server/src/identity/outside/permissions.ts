import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { callProvider, repeatableCall } from '../http/provider-client.ts';

const Entry = Type.Union([
  Type.String(),
  Type.Object({
    app: Type.Optional(Type.String()),
    resource: Type.Optional(Type.String()),
    action: Type.Optional(Type.String()),
  }),
]);
const Access = Type.Object({ permissions: Type.Array(Entry) });

/** Fetches a user's permissions from the admin host, as `app:resource:action`. Any response but 200 yields none. */
export async function fetchPermissions(adminOrigin: string, token: string): Promise<string[]> {
  const address = `${adminOrigin}/api/v1.0/users/me/roles_permissions`;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const answer = await callProvider(address, { headers }, repeatableCall).catch(() => null);
  if (answer?.status !== 200 || !Value.Check(Access, answer.body)) return [];
  return answer.body.permissions.map((entry) =>
    typeof entry === 'string'
      ? entry
      : [entry.app, entry.resource, entry.action].filter(Boolean).join(':'),
  );
}
