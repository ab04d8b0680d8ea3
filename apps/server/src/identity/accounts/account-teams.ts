import { sql, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

const move = sql(
  'identity.move_to_team',
  `update identity.account set tenant_id = $3, return_tenant_id = $2, updated_at = $4
   where id = $1 and tenant_id = $2 and disabled_at is null`,
);
const leave = sql(
  'identity.leave_team',
  `update identity.account set tenant_id = coalesce(return_tenant_id, $3), return_tenant_id = null, updated_at = $4
   where id = $1 and tenant_id = $2`,
);
const findTeam = sql('identity.team_of', 'select tenant_id from identity.account where id = $1');

/** Which team an account works in. Tokens and claims say the new one from the next use on. */
export interface AccountTeams {
  /** False when the account is not, or no longer, in the team that it is to leave for the other. */
  move(sub: string, from: string, to: string): Promise<boolean>;
  /**
   * Takes the account out of a team: back to the one it came from, or to a new one.
   * @returns the team that it is in then; null for an account that is gone.
   */
  leave(sub: string, from: string): Promise<string | null>;
}

export function createAccountTeams(database: Database): AccountTeams {
  return {
    async move(sub, from, to) {
      return (await database.execute(move, [sub, from, to, new Date()])) === 1;
    },
    async leave(sub, from) {
      await database.execute(leave, [sub, from, newId(), new Date()]);
      const [row] = await database.query<{ tenant_id: string }>(findTeam, [sub]);
      return row?.tenant_id ?? null;
    },
  };
}
