import type { SavedViewPath } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { lockOfTenant } from '../../platform/database/tenant-lock.ts';

export interface StoredView {
  viewId: string;
  /** Null once the account has left the team. */
  ownerId: string | null;
  name: string;
  path: SavedViewPath;
  search: string;
  isShared: boolean;
  changedAt: Date;
}

const columns = 'view_id, owner_id, name, path, search, is_shared, changed_at';

const listStatement = sql(
  'reporting.list_views',
  `select ${columns} from reporting.saved_view
    where tenant_id = $1 and deleted_at is null and (is_shared or owner_id = $2)`,
);
const countStatement = sql(
  'reporting.count_views',
  `select count(*)::integer as views from reporting.saved_view
    where tenant_id = $1 and owner_id = $2 and deleted_at is null`,
);
const insertStatement = sql(
  'reporting.add_view',
  `insert into reporting.saved_view (tenant_id, view_id, owner_id, name, path, search, is_shared, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const findStatement = sql(
  'reporting.find_view',
  `select ${columns} from reporting.saved_view
    where tenant_id = $1 and view_id = $2 and (deleted_at is not null) = $3
      and (is_shared or owner_id = $4) for update`,
);
const updateStatement = sql(
  'reporting.change_view',
  `update reporting.saved_view set name = $3, search = $4, is_shared = $5, changed_at = $6
    where tenant_id = $1 and view_id = $2`,
);
const markDeletedStatement = sql(
  'reporting.mark_view_deleted',
  'update reporting.saved_view set deleted_at = $3 where tenant_id = $1 and view_id = $2',
);
const purgeStatement = sql(
  'reporting.purge_views',
  'delete from reporting.saved_view where tenant_id = $1 and deleted_at < $2',
);
const deletePrivateStatement = sql(
  'reporting.delete_private_views',
  `delete from reporting.saved_view
    where tenant_id = $1 and owner_id = $2 and (not is_shared or deleted_at is not null)`,
);
const disownStatement = sql(
  'reporting.disown_views',
  'update reporting.saved_view set owner_id = null where tenant_id = $1 and owner_id = $2',
);

/** How long a deletion can be undone. */
const undoMs = 86_400_000;

/** Returns the views of an account and those shared with the team, in no order. */
export function listViews(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  accountId: string,
): Promise<StoredView[]> {
  return database.tenantRead<StoredView>(tenantId, listStatement, [tenantId, accountId]);
}

/** Returns the number of the account's views. Other transactions of the account wait here until this one ends. */
export async function lockViewCount(tx: TenantTransaction, accountId: string): Promise<number> {
  await lockOfTenant(tx, 'reporting.saved_view', accountId);
  const [row] = await tx.query<{ views: number }>(countStatement, [tx.tenantId, accountId]);
  return row?.views ?? 0;
}

export async function insertView(
  tx: TenantTransaction,
  view: Omit<StoredView, 'viewId' | 'changedAt'>,
  now: Date,
): Promise<StoredView> {
  const stored = { ...view, viewId: newId(now.getTime()), changedAt: now };
  const { viewId, ownerId, name, path, search, isShared } = stored;
  await tx.execute(insertStatement, [
    tx.tenantId,
    viewId,
    ownerId,
    name,
    path,
    search,
    isShared,
    now,
  ]);
  return stored;
}

/** Returns a view that the account sees, locked; null if there is none. */
export async function findView(
  tx: TenantTransaction,
  viewId: string,
  accountId: string,
  { isDeleted = false }: { isDeleted?: boolean } = {},
): Promise<StoredView | null> {
  const values = [tx.tenantId, viewId, isDeleted, accountId];
  const [row] = await tx.query<StoredView>(findStatement, values);
  return row ?? null;
}

export async function updateView(tx: TenantTransaction, view: StoredView): Promise<void> {
  const { viewId, name, search, isShared, changedAt } = view;
  await tx.execute(updateStatement, [tx.tenantId, viewId, name, search, isShared, changedAt]);
}

/** Deletes the team's views whose deletion can no longer be undone, with their schedules. */
export async function purgeViews(tx: TenantTransaction, now: Date): Promise<void> {
  await tx.execute(purgeStatement, [tx.tenantId, new Date(now.getTime() - undoMs)]);
}

/** Marks a view as deleted, and deletes the team's views whose deletion can no longer be undone. */
export async function markViewDeleted(
  tx: TenantTransaction,
  viewId: string,
  now: Date,
): Promise<void> {
  await tx.execute(markDeletedStatement, [tx.tenantId, viewId, now]);
  await purgeViews(tx, now);
}

export async function unmarkViewDeleted(tx: TenantTransaction, viewId: string): Promise<void> {
  await tx.execute(markDeletedStatement, [tx.tenantId, viewId, null]);
}

/** Deletes the private views of a former member. Shared ones stay with the team, without their owner. */
export async function deleteViewsOfMember(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.execute(deletePrivateStatement, [tx.tenantId, accountId]);
  await tx.execute(disownStatement, [tx.tenantId, accountId]);
}
