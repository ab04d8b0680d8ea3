import { sql, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

const moveStatement = sql(
  'identity.move_to_team',
  `update identity.account set tenant_id = $3, return_tenant_id = $2, updated_at = $4,
     earlier_tenant_ids = case when return_tenant_id is null then earlier_tenant_ids
       else array_prepend(return_tenant_id, earlier_tenant_ids) end
   where id = $1 and tenant_id = $2 and disabled_at is null`,
);
const leaveStatement = sql(
  'identity.leave_team',
  `update identity.account set tenant_id = coalesce(return_tenant_id, $3), updated_at = $4,
     return_tenant_id = earlier_tenant_ids[1], earlier_tenant_ids = earlier_tenant_ids[2:]
   where id = $1 and tenant_id = $2`,
);
const findTeam = sql('identity.team_of', 'select tenant_id from identity.account where id = $1');

/** The team an account works in. Tokens and claims name the new team from their next use on. */
export interface AccountTeams {
  /** Moves an account to another team. Resolves to false when the account is not in team `from` (any more). */
  moveToTeam(sub: string, from: string, to: string): Promise<boolean>;
  /**
   * Takes an account out of a team: back to the team it came from, or else into a new one.
   * @returns the team the account is in afterward; null when the account no longer exists.
   */
  leaveTeam(sub: string, from: string): Promise<string | null>;
}

export function createAccountTeams(database: Database): AccountTeams {
  return {
    async moveToTeam(sub, from, to) {
      return (await database.execute(moveStatement, [sub, from, to, new Date()])) === 1;
    },
    async leaveTeam(sub, from) {
      await database.execute(leaveStatement, [sub, from, newId(), new Date()]);
      const [row] = await database.query<{ tenantId: string }>(findTeam, [sub]);
      return row?.tenantId ?? null;
    },
  };
}
