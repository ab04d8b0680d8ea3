import type { ProfileForm } from '@seller-connect/contract';
import { nextChangeAt } from '../../platform/next-change.ts';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';

const selectProfile = sql(
  'sellers.read_profile',
  `select email, phone_number, business, purpose, completed_at, updated_at
   from sellers.profile where tenant_id = $1 and account_id = $2`,
);
const lockProfile = sql(
  'sellers.lock_profile',
  `select email, phone_number, business, purpose, completed_at, updated_at
   from sellers.profile where tenant_id = $1 and account_id = $2 for update`,
);
const selectProfileAndTeam = sql(
  'sellers.read_profile_and_team',
  `select t.name as team, p.email, p.phone_number, p.business, p.purpose, p.completed_at, p.updated_at
   from sellers.team t
   left join sellers.profile p on p.tenant_id = t.tenant_id and p.account_id = $2
   where t.tenant_id = $1`,
);
const updateProfile = sql(
  'sellers.update_profile',
  `update sellers.profile set
     email = $3, phone_number = $4, business = $5, purpose = $6, updated_at = $7
   where tenant_id = $1 and account_id = $2`,
);
const insertProfileOnce = sql(
  'sellers.save_profile_once',
  `insert into sellers.profile
     (tenant_id, account_id, email, phone_number, business, purpose, completed_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id, account_id) do nothing`,
);
const deleteStatement = sql(
  'sellers.remove_profile',
  'delete from sellers.profile where tenant_id = $1 and account_id = $2',
);

/** The profile form as a user saved it. */
export interface StoredProfile extends ProfileForm {
  completedAt: Date;
  updatedAt: Date;
}

export async function readProfile(
  tx: TenantTransaction,
  accountId: string,
): Promise<StoredProfile | null> {
  const [row] = await tx.query<StoredProfile>(selectProfile, [tx.tenantId, accountId]);
  return row ?? null;
}

/** Reads the profile and the team's name in one query. */
export async function readProfileAndTeam(
  database: Database,
  tenantId: string,
  accountId: string,
): Promise<{ team: string; profile: StoredProfile | null }> {
  type WithTeam = { team: string } & (StoredProfile | Record<keyof StoredProfile, null>);
  const values = [tenantId, accountId];
  const [row] = await database.tenantRead<WithTeam>(tenantId, selectProfileAndTeam, values);
  if (!row) throw new Error('The session belongs to a team that does not exist');
  const { team, ...profile } = row;
  return { team, profile: profile.completedAt === null ? null : profile };
}

/** Returns a number that grows with every change of a profile; 0 without one. */
export const versionOf = (profile: StoredProfile | null): number =>
  profile?.updatedAt.getTime() ?? 0;

/**
 * Saves a profile.
 * @param version that the change is based on; undefined if it is unknown
 * @returns what happened; a conflict if another change was saved since that version
 */
export async function saveProfile(
  tx: TenantTransaction,
  accountId: string,
  form: ProfileForm,
  version?: number,
): Promise<'changed' | 'unchanged' | 'conflict'> {
  const key = [tx.tenantId, accountId];
  const values = [...key, ...fields.map((field) => form[field])];
  const [before = null] = await tx.query<StoredProfile>(lockProfile, key);
  if (before && fields.every((field) => before[field] === form[field])) return 'unchanged';
  if (version !== undefined && version !== versionOf(before)) return 'conflict';
  const updatedAt = nextChangeAt(before && { changedAt: before.updatedAt }, new Date());
  if (before) {
    await tx.execute(updateProfile, [...values, updatedAt]);
    return 'changed';
  }
  const inserted = await tx.execute(insertProfileOnce, [...values, updatedAt, updatedAt]);
  // A simultaneous first save was committed while this one waited.
  return inserted === 1 ? 'changed' : saveProfile(tx, accountId, form, version);
}

const fields = ['email', 'phoneNumber', 'business', 'purpose'] as const;

/** Copies a profile into a team where the account has none, so that the form is not shown again. */
export async function copyProfile(
  tx: TenantTransaction,
  accountId: string,
  { email, phoneNumber, business, purpose, completedAt }: StoredProfile,
): Promise<void> {
  const values = [email, phoneNumber, business, purpose, completedAt, new Date()];
  await tx.execute(insertProfileOnce, [tx.tenantId, accountId, ...values]);
}

export async function deleteProfile(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.execute(deleteStatement, [tx.tenantId, accountId]);
}
