import type { Role, RoleChange, UserWithRoles } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import { readCountedPage } from '../../platform/database/counted-page.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { nameKey } from '../accounts/accounts.ts';
import type { SecurityLog } from '../http/security-log.ts';

/** Permission to grant roles to others and to revoke them. */
export const assignPermission = 'identity:roles:assign';
export const administratorRole = 'identity:admin';

const listRoles = sql(
  'identity.list_roles',
  `select r.name, r.description,
     array(select permission from identity.role_permission p where p.role = r.name order by 1) as permissions
   from identity.role r order by r.name`,
);
const searchUsersStatement = sql(
  'identity.search_users',
  `select a.id, a.name, a.email, a.username,
     array(select ar.role from identity.account_role ar where ar.account_id = a.id order by 1) as roles,
     count(*) over () as total
   from identity.account a
   where a.disabled_at is null and (not a.is_demo or $4)
     and ($1 = '' or strpos(coalesce(a.email_key, ''), $1) > 0
       or strpos(coalesce(a.username_key, ''), $1) > 0 or strpos(lower(coalesce(a.name, '')), $1) > 0)
   order by a.created_at desc, a.id limit $2 offset $3`,
);
/** Two administrators who revoke each other's role are serialized: the second one no longer has the permission. */
const lockRoleChanges = sql(
  'identity.lock_role_changes',
  `select pg_advisory_xact_lock(hashtext('identity.role_changes'))`,
);
const hasPermission = sql(
  'identity.has_permission',
  `select from identity.account_role r join identity.role_permission p on p.role = r.role
   where r.account_id = $1 and p.permission = $2 limit 1`,
);
const grantRole = sql(
  'identity.grant_role_by',
  `insert into identity.account_role (account_id, role, granted_at, granted_by)
   select a.id, r.name, $3, $4 from identity.account a, identity.role r
   where a.id = $1 and r.name = $2 and a.disabled_at is null
   on conflict do nothing`,
);
const revokeRole = sql(
  'identity.revoke_role',
  'delete from identity.account_role where account_id = $1 and role = $2',
);
const accountAndRoleExist = sql(
  'identity.role_and_account_exist',
  `select exists (select from identity.account where id = $1 and disabled_at is null) as account,
     exists (select from identity.role where name = $2) as role`,
);
const insertRoleChange = sql(
  'identity.record_role_change',
  `insert into identity.role_change (id, account_id, role, change, changed_by, changed_at)
   values ($1, $2, $3, $4, $5, $6)`,
);
const listChanges = sql(
  'identity.list_role_changes',
  `select c.account_id, c.role, c.change, c.changed_by, c.changed_at, by.name as changed_by_name,
     count(*) over () as total
   from identity.role_change c left join identity.account by on by.id = c.changed_by
   where $1::uuid is null or c.account_id = $1
   order by c.changed_at desc, c.id desc limit $2 offset $3`,
);
const grantAdministratorRole = sql(
  'identity.grant_administrator',
  `insert into identity.account_role (account_id, role, granted_at)
   select id, $2, $3 from identity.account
   where email_key = $1 and email_verified_at is not null and disabled_at is null
   on conflict do nothing returning account_id`,
);

type ChangeRow = Pick<RoleChange, 'accountId' | 'role' | 'change'> & {
  changedBy: string;
  changedByName: string | null;
  changedAt: Date;
  total: bigint;
};
interface PageRequest {
  /** Starts at 1. */
  page: number;
  pageSize: number;
}
export type RoleOutcome = 'done' | 'forbidden' | 'own_roles' | 'no_such_account' | 'no_such_role';

export interface RoleStore {
  list(): Promise<Role[]>;
  /** Lists users, newest first. @param search part of a name, username or address; empty for all users */
  searchUsers(
    search: string,
    page: PageRequest,
  ): Promise<{ items: UserWithRoles[]; total: number }>;
  /**
   * Grants or revokes a role. It takes effect with the next request, because tokens contain no roles. Users cannot
   * change their own roles, so that the last administrator cannot give up the role.
   */
  change(
    change: 'granted' | 'revoked',
    given: { accountId: string; role: string; by: { sub: string; permissions: readonly string[] } },
    about: { address: string; requestId: string },
  ): Promise<RoleOutcome>;
  changes(
    accountId: string | null,
    page: PageRequest,
  ): Promise<{ items: RoleChange[]; total: number }>;
  /** Grants the administrator role to the account with this confirmed address, if it exists. */
  grantAdministrator(email: string): Promise<void>;
}

export function createRoleStore(dependencies: {
  database: Database;
  security: SecurityLog;
  demo: boolean;
}): RoleStore {
  const { database, security, demo } = dependencies;
  return {
    list: () => database.query<Role>(listRoles),

    async searchUsers(search, page) {
      const { rows, total } = await readCountedPage(
        (limit, offset) =>
          database.query<UserWithRoles & { total: bigint }>(searchUsersStatement, [
            nameKey(search),
            limit,
            offset,
            demo,
          ]),
        page,
      );
      return { items: rows.map(({ total: _total, ...user }) => user), total };
    },

    async change(change, { accountId, role, by: { sub: by, permissions } }, about) {
      const event = { event: `role_${change}`, actor: by, ...about };
      const refusal = !permissions.includes(assignPermission)
        ? 'forbidden'
        : accountId === by
          ? 'own_roles'
          : null;
      if (refusal) {
        security({ ...event, result: 'refused', reason: refusal });
        return refusal;
      }
      const outcome = await database.transaction(async (tx): Promise<RoleOutcome> => {
        if (!isUuid(accountId)) return 'no_such_account';
        await tx.query(lockRoleChanges);
        if ((await tx.query(hasPermission, [by, assignPermission])).length === 0)
          return 'forbidden';
        const [existing] = await tx.query<{ account: boolean; role: boolean }>(
          accountAndRoleExist,
          [accountId, role],
        );
        if (!existing?.account) return 'no_such_account';
        if (!existing.role) return 'no_such_role';
        const now = new Date();
        const changed =
          change === 'granted'
            ? await tx.execute(grantRole, [accountId, role, now, by])
            : await tx.execute(revokeRole, [accountId, role]);
        // Only actual changes are recorded.
        if (changed > 0)
          await tx.execute(insertRoleChange, [newId(), accountId, role, change, by, now]);
        return 'done';
      });
      const result = outcome === 'done' ? 'succeeded' : 'failed';
      const reason = outcome === 'done' ? `${role} of ${accountId}` : outcome;
      security({ ...event, result, reason });
      return outcome;
    },

    async changes(accountId, page) {
      const { rows, total } = await readCountedPage(
        (limit, offset) => database.query<ChangeRow>(listChanges, [accountId, limit, offset]),
        page,
      );
      const items = rows.map(
        ({ changedBy, changedByName, changedAt, total: _total, ...change }) => ({
          ...change,
          changedBy: { id: changedBy, name: changedByName },
          changedAt: changedAt.toISOString(),
        }),
      );
      return { items, total };
    },

    async grantAdministrator(email) {
      const values = [nameKey(email), administratorRole, new Date()];
      for (const { accountId: actor } of await database.query<{ accountId: string }>(
        grantAdministratorRole,
        values,
      )) {
        security({
          event: 'first_administrator',
          result: 'succeeded',
          reason: 'configuration',
          actor,
        });
      }
    },
  };
}
