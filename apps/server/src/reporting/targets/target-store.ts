import type { TargetMetric } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

/** The month of a target as its first day, its shop or null for the whole team, and its currency. */
export interface TargetScope {
  month: string;
  shopId: string | null;
  currency: string;
}

const listStatement = sql(
  'reporting.list_targets',
  `select metric, amount_e4 from reporting.target
    where tenant_id = $1 and month = $2 and shop_id is not distinct from $3::uuid and currency = $4
    order by metric`,
);
const listMonthsStatement = sql(
  'reporting.list_targets_of_months',
  `select to_char(month, 'YYYY-MM') as month, amount_e4 from reporting.target
    where tenant_id = $1 and month between $2 and $3 and metric = $4 and currency = $5
      and shop_id is not distinct from $6::uuid
    order by month limit 240`,
);
const upsertStatement = sql(
  'reporting.upsert_target',
  `insert into reporting.target as known
     (tenant_id, target_id, month, shop_id, currency, metric, amount_e4, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id, month, metric, currency, shop_id) do update set
     amount_e4 = excluded.amount_e4, changed_at = excluded.changed_at
   where known.amount_e4 <> excluded.amount_e4`,
);
const deleteStatement = sql(
  'reporting.delete_target',
  `delete from reporting.target
    where tenant_id = $1 and month = $2 and shop_id is not distinct from $3::uuid and currency = $4
      and metric = $5`,
);

/** Returns the targets of a month, GMV first. */
export async function listTargets(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { month, shopId, currency }: TargetScope,
): Promise<{ metric: TargetMetric; amountE4: bigint }[]> {
  return database.tenantRead(tenantId, listStatement, [tenantId, month, shopId, currency]);
}

/** Returns the targets of the months `from` to `to`, their first days, for one metric. */
export async function listTargetsOfMonths(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  {
    from,
    to,
    metric,
    currency,
    shopId,
  }: { from: string; to: string; metric: TargetMetric } & Pick<TargetScope, 'currency' | 'shopId'>,
): Promise<{ month: string; amountE4: bigint }[]> {
  const values = [tenantId, from, to, metric, currency, shopId];
  return database.tenantRead(tenantId, listMonthsStatement, values);
}

/** Sets a target, or removes it if the amount is null. Returns whether that changed anything. */
export async function storeTarget(
  tx: TenantTransaction,
  { month, shopId, currency }: TargetScope,
  { metric, amountE4 }: { metric: TargetMetric; amountE4: bigint | null },
  now: Date,
): Promise<boolean> {
  const scope = [month, shopId, currency, metric];
  const changed =
    amountE4 === null
      ? await tx.execute(deleteStatement, [tx.tenantId, ...scope])
      : await tx.execute(upsertStatement, [
          tx.tenantId,
          newId(now.getTime()),
          ...scope,
          amountE4,
          now,
        ]);
  return changed > 0;
}
