import {
  Reconciliation,
  maxListedDifferences,
  type ReconciliationDifference,
  type ReconciliationQuery,
  type DifferenceGroup,
  type DifferenceReason,
} from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { readCountedPage } from '../../platform/database/counted-page.ts';
import { toDecimal } from '../../platform/money.ts';
import type { LocalDayOf } from '../../platform/calendar.ts';
import type { Difference } from './comparison.ts';
import { gravestDifferences, pendingReasons, unexplainedReasons } from './difference-groups.ts';
import { orderQuantityE4 } from './report-order.ts';

/** Fields that older reconciliations do not have. */
const optionalResultFields = [
  'groups',
  'outside',
  'notCompared',
  'unreadable',
  'monthFirst',
] as const;

/** The stored result of a reconciliation. The names of the shop and the account are added when it is read. */
export const StoredResult = Type.Intersect([
  Type.Omit(Reconciliation, [
    'id',
    'shopId',
    'shopName',
    'platform',
    'currency',
    'timeZone',
    'reconciledAt',
    'reconciledBy',
    'compared',
    ...optionalResultFields,
  ]),
  Type.Partial(Type.Pick(Reconciliation, optionalResultFields)),
]);
export type StoredResult = Static<typeof StoredResult>;

export interface StoredReconciliation {
  reconciliationId: string;
  shopId: string;
  reconciledAt: Date;
  reconciledBy: string;
  result: StoredResult;
}

const insertReconciliationStatement = sql(
  'reporting.recon_add',
  `insert into reporting.recon_check (tenant_id, check_id, shop_id, checked_at, checked_by, result)
   values ($1, $2, $3, $4, $5, $6)`,
);
const insertDifferencesStatement = sql(
  'reporting.recon_add_differences',
  `insert into reporting.recon_difference
     (tenant_id, check_id, position, shop_id, order_id, kind, reason, file_amount_e4, our_amount_e4, effect_e4,
      file_status, our_stage, file_day, our_day, file_quantity, our_quantity)
   select c.tenant_id, c.check_id, row_number() over (), d.*
     from reporting.recon_check c cross join unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[],
     $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::date[], $13::date[], $14::integer[], $15::integer[]) d
    where c.tenant_id = $1 and c.check_id = $2`,
);

/** Stores a reconciliation with the gravest of its differences, up to `maxListedDifferences`. */
export async function insertReconciliation(
  tx: TenantTransaction,
  reconciliation: StoredReconciliation,
  differences: readonly Difference[],
  dayOf: LocalDayOf,
): Promise<void> {
  const { reconciliationId, shopId, reconciledAt, reconciledBy, result } = reconciliation;
  await tx.execute(insertReconciliationStatement, [
    tx.tenantId,
    reconciliationId,
    shopId,
    reconciledAt,
    reconciledBy,
    JSON.stringify(result),
  ]);
  const listed = gravestDifferences(differences, maxListedDifferences);
  await tx.execute(insertDifferencesStatement, [
    tx.tenantId,
    reconciliationId,
    listed.map((each) => each.otherShop ?? (each.ours ? shopId : null)),
    listed.map((each) => each.orderId),
    listed.map((each) => each.kind),
    listed.map((each) => each.reason),
    listed.map((each) => each.fileE4),
    listed.map((each) => each.oursE4),
    listed.map((each) => each.effectE4),
    listed.map((each) => each.file?.status ?? null),
    listed.map((each) => each.ours?.stage ?? null),
    listed.map((each) => (each.file ? dayOf(each.file.placedAt) : null)),
    listed.map((each) => each.ours?.createdDay ?? null),
    listed.map((each) => (each.kind === 'quantity' ? wholeUnits(each.file?.quantityE4) : null)),
    listed.map((each) =>
      each.kind === 'quantity' && each.ours ? wholeUnits(orderQuantityE4(each.ours)) : null,
    ),
  ]);
}

function wholeUnits(quantityE4: bigint | null | undefined): number | null {
  return quantityE4 === null || quantityE4 === undefined ? null : Number(quantityE4 / 10_000n);
}

// `refetched` was once named `readAgain`.
const storedColumns = `
  check_id as reconciliation_id, shop_id, checked_at as reconciled_at, checked_by as reconciled_by,
  jsonb_build_object('refetched', coalesce(result -> 'readAgain', '0')) || result as result`;
const listReconciliations = sql(
  'reporting.recon_list',
  `select ${storedColumns}, count(*) over () as total
     from reporting.recon_check c
    where tenant_id = $1 and ($4::uuid is null or shop_id = $4)
      and ($5::text is null or exists (select from reporting.shop s
            where s.tenant_id = $1 and s.shop_id = c.shop_id and s.platform = $5))
    order by check_id desc limit $2 offset $3`,
);
const findReconciliation = sql(
  'reporting.recon_find',
  `select ${storedColumns}
     from reporting.recon_check where tenant_id = $1 and check_id = $2`,
);

type ReconciliationRow = Omit<StoredReconciliation, 'result'> & { result: unknown };

function toStoredReconciliation(row: ReconciliationRow): StoredReconciliation {
  return { ...row, result: Value.Parse(StoredResult, row.result) };
}

type DatabaseReads = Pick<Database, 'tenantRead'>;

/** Returns a page of reconciliations, newest first: all of the team's, or those of one shop or marketplace. */
export async function readReconciliations(
  database: DatabaseReads,
  tenantId: string,
  query: Pick<ReconciliationQuery, 'shop' | 'platform'> & { page: number; pageSize: number },
): Promise<{ reconciliations: StoredReconciliation[]; total: number }> {
  const { shop = null, platform = null } = query;
  const { rows, total } = await readCountedPage(
    (limit, offset) =>
      database.tenantRead<ReconciliationRow & { total: bigint }>(tenantId, listReconciliations, [
        tenantId,
        limit,
        offset,
        shop,
        platform,
      ]),
    query,
  );
  return {
    reconciliations: rows.map(({ total: _total, ...row }) => toStoredReconciliation(row)),
    total,
  };
}

export async function readReconciliation(
  database: DatabaseReads,
  tenantId: string,
  reconciliationId: string,
): Promise<StoredReconciliation | null> {
  const [row] = await database.tenantRead<ReconciliationRow>(tenantId, findReconciliation, [
    tenantId,
    reconciliationId,
  ]);
  return row ? toStoredReconciliation(row) : null;
}

const listDifferences = sql(
  'reporting.recon_list_differences',
  `select shop_id, order_id, kind, reason, file_amount_e4, our_amount_e4, effect_e4, file_status, our_stage, file_day,
          our_day, file_quantity, our_quantity, count(*) over () as total
     from reporting.recon_difference
    where tenant_id = $1 and check_id = $2 and ($3::text is null or reason = $3)
      and ($6::text is null or order_id in (
        select order_id from reporting.recon_difference
         where tenant_id = $1 and check_id = $2
         group by order_id
        having $6 = case when bool_or(reason = any($7::text[])) then 'open'
                         when bool_or(reason = any($8::text[])) then 'waiting' else 'explained' end))
    order by position limit $4 offset $5`,
);

interface DifferenceRow extends Omit<
  ReconciliationDifference,
  'fileAmount' | 'ourAmount' | 'effect'
> {
  fileAmountE4: bigint | null;
  ourAmountE4: bigint | null;
  effectE4: bigint;
  total: bigint;
}

export async function readDifferences(
  database: DatabaseReads,
  tenantId: string,
  reconciliationId: string,
  query: {
    reason?: DifferenceReason | undefined;
    group?: DifferenceGroup | undefined;
    page: number;
    pageSize: number;
  },
): Promise<{ items: ReconciliationDifference[]; total: number }> {
  const { rows, total } = await readCountedPage(
    (limit, offset) =>
      database.tenantRead<DifferenceRow>(tenantId, listDifferences, [
        tenantId,
        reconciliationId,
        query.reason ?? null,
        limit,
        offset,
        query.group ?? null,
        [...unexplainedReasons],
        [...pendingReasons],
      ]),
    query,
  );
  const decimal = (amount: bigint | null) => (amount === null ? null : toDecimal(amount));
  const items = rows.map(
    ({ fileAmountE4, ourAmountE4, effectE4, total: _total, ...difference }) => ({
      ...difference,
      fileAmount: decimal(fileAmountE4),
      ourAmount: decimal(ourAmountE4),
      effect: toDecimal(effectE4),
    }),
  );
  return { items, total };
}
