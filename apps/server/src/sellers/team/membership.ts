import type { TeamRole } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { noLongerOwnerProblem } from './team-problems.ts';

const insertTeam = sql(
  'sellers.add_team',
  `insert into sellers.team (tenant_id, name, created_at) values ($1, $2, $3)
   on conflict (tenant_id) do nothing`,
);
const insertMember = sql(
  'sellers.add_member',
  `insert into sellers.member (tenant_id, account_id, role, joined_at) values ($1, $2, $3, $4)
   on conflict (tenant_id, account_id) do nothing`,
);
const updateLastSeen = sql(
  'sellers.update_last_seen',
  'update sellers.member set last_seen_at = $3 where tenant_id = $1 and account_id = $2',
);
const lockTeamRow = sql(
  'sellers.lock_team',
  'select name from sellers.team where tenant_id = $1 for update',
);
const selectTeam = sql(
  'sellers.read_team',
  `select t.name, m.account_id, m.role, m.joined_at, m.last_seen_at
   from sellers.team t join sellers.member m on m.tenant_id = t.tenant_id
   where t.tenant_id = $1
   order by array_position(array['owner', 'member', 'viewer'], m.role), m.joined_at, m.account_id`,
);
const updateRole = sql(
  'sellers.set_role',
  'update sellers.member set role = $3 where tenant_id = $1 and account_id = $2',
);
const deleteMember = sql(
  'sellers.remove_member',
  'delete from sellers.member where tenant_id = $1 and account_id = $2',
);

/** A team member as stored here; everything else about the account is at the identity provider. */
export interface Member {
  accountId: string;
  role: TeamRole;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

export interface StoredTeam {
  name: string;
  /** Owners first, then by the time of joining. */
  members: Member[];
}

/**
 * Records that an account entered the team. The first account to enter founds the team and becomes its owner.
 * @returns false when the account is not a member (any more).
 */
export async function enterTeam(
  tx: TenantTransaction,
  accountId: string,
  name: string,
): Promise<boolean> {
  const now = new Date();
  const founded = await tx.execute(insertTeam, [tx.tenantId, name, now]);
  if (founded === 1) await addMember(tx, accountId, 'owner', now);
  return (await tx.execute(updateLastSeen, [tx.tenantId, accountId, now])) === 1;
}

export async function addMember(
  tx: TenantTransaction,
  accountId: string,
  role: TeamRole,
  now: Date,
): Promise<void> {
  await tx.execute(insertMember, [tx.tenantId, accountId, role, now]);
}

export async function readTeam(database: Database, tenantId: string): Promise<StoredTeam> {
  return toTeam(await database.tenantRead<TeamRow>(tenantId, selectTeam, [tenantId]));
}

/**
 * Locks and reads a team. Until the transaction ends, no one else changes its members, so an owner count stays
 * valid.
 */
export async function lockTeam(tx: TenantTransaction): Promise<StoredTeam> {
  await tx.query(lockTeamRow, [tx.tenantId]);
  return toTeam(await tx.query<TeamRow>(selectTeam, [tx.tenantId]));
}

/**
 * Same as `lockTeam`, for a change that only owners may make. Checks the role again, because the caller may have
 * lost it since the request began.
 * @throws Problem owners_only
 */
export async function lockTeamAsOwner(
  tx: TenantTransaction,
  accountId: string,
): Promise<StoredTeam> {
  const team = await lockTeam(tx);
  const me = team.members.find((member) => member.accountId === accountId);
  if (me?.role !== 'owner') throw noLongerOwnerProblem();
  return team;
}

export function isLastOwner({ members }: StoredTeam, accountId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.accountId === accountId;
}

export async function setRole(
  tx: TenantTransaction,
  accountId: string,
  role: TeamRole,
): Promise<void> {
  await tx.execute(updateRole, [tx.tenantId, accountId, role]);
}

export async function removeMember(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.execute(deleteMember, [tx.tenantId, accountId]);
}

type TeamRow = Member & { name: string };

function toTeam(rows: TeamRow[]): StoredTeam {
  const members = rows.map(({ name: _team, ...member }) => member);
  return { name: rows[0]?.name ?? '', members };
}
