import {
  Reconciliation,
  mostListedDifferences,
  type ReconciliationDifference,
  type ReconciliationQuery,
  type DifferenceReason,
} from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database, type TenantTransaction } from '../../platform/database.ts';
import { toDecimal } from '../amount.ts';
import type { LocalDayOf } from '../local-day.ts';
import type { Difference, OurOrder } from './compare.ts';

const find = sql(
  'reporting.recon_find_orders',
  `select o.order_id, o.shop_id from reporting.sales_order o
    where o.tenant_id = $1 and o.shop_id = any($2::uuid[]) and o.order_id = any($3::text[])`,
);
const read = sql(
  'reporting.recon_read_orders',
  `with wanted as (
     select order_id from reporting.sales_order
      where tenant_id = $1 and shop_id = $2 and order_id = any($3::text[])
     union
     select order_id from reporting.fact_order
      where tenant_id = $1 and shop_id = $2 and created_day between $4::date and $5::date
   )
   select o.order_id, o.created_at, o.created_day, o.committed_at, o.version_at, o.stage, o.shipping_fee_e4,
          i.stages, i.price_e4, i.seller_e4, i.platform_e4
     from wanted w
     join reporting.sales_order o on o.tenant_id = $1 and o.shop_id = $2 and o.order_id = w.order_id
    cross join lateral (
      select array_agg(distinct item.stage) as stages, sum(item.seller_price_e4)::bigint as price_e4,
             sum(item.seller_voucher_e4)::bigint as seller_e4, sum(item.platform_voucher_e4)::bigint as platform_e4
        from reporting.order_item item
       where item.tenant_id = $1 and item.shop_id = $2 and item.order_id = o.order_id offset 0) i`,
);

interface OrderRow {
  order_id: string;
  created_at: Date;
  created_day: string;
  committed_at: Date | null;
  version_at: Date;
  stage: string;
  shipping_fee_e4: bigint;
  stages: string[];
  price_e4: bigint;
  seller_e4: bigint;
  platform_e4: bigint;
}

/** Whose orders these are, of the given shops; those of nobody are not in the answer. */
export async function findOrders(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shopIds: readonly string[],
  orderIds: readonly string[],
): Promise<{ orderId: string; shopId: string }[]> {
  const rows = await database.tenantRead<{ order_id: string; shop_id: string }>(tenantId, find, [
    tenantId,
    shopIds,
    orderIds,
  ]);
  return rows.map((row) => ({ orderId: row.order_id, shopId: row.shop_id }));
}

/** A shop's orders by their numbers, and all that were placed on the days `from` to `to`. */
export async function readOrders(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shopId: string,
  orderIds: readonly string[],
  period: { from: string; to: string },
): Promise<Map<string, OurOrder>> {
  const { from, to } = period;
  const values = [tenantId, shopId, orderIds, from, to];
  const rows = await database.tenantRead<OrderRow>(tenantId, read, values);
  return new Map(
    rows.map((row) => [
      row.order_id,
      {
        orderId: row.order_id,
        createdAt: row.created_at,
        createdDay: row.created_day,
        committedAt: row.committed_at,
        changedAt: row.version_at,
        stage: row.stage,
        itemStages: row.stages,
        priceE4: row.price_e4,
        sellerVoucherE4: row.seller_e4,
        platformVoucherE4: row.platform_e4,
        shippingE4: row.shipping_fee_e4,
      },
    ]),
  );
}

/** What a check found; the shop's and the person's names are those of the day it is read. */
export const StoredResult = Type.Intersect([
  Type.Omit(Reconciliation, [
    'id',
    'shopId',
    'shopName',
    'platform',
    'currency',
    'timeZone',
    'checkedAt',
    'checkedBy',
    'outside',
  ]),
  // Checks from before days could be chosen do not say it.
  Type.Object({ outside: Type.Optional(Type.Integer()) }),
]);
export type StoredResult = Static<typeof StoredResult>;

export interface StoredCheck {
  checkId: string;
  shopId: string;
  checkedAt: Date;
  checkedBy: string;
  result: StoredResult;
}

const addCheck = sql(
  'reporting.recon_add_check',
  `insert into reporting.recon_check (tenant_id, check_id, shop_id, checked_at, checked_by, result)
   values ($1, $2, $3, $4, $5, $6)`,
);
const addDifferences = sql(
  'reporting.recon_add_differences',
  `insert into reporting.recon_difference
     (tenant_id, check_id, position, shop_id, order_id, kind, reason, file_amount_e4, our_amount_e4, effect_e4,
      file_status, our_stage, file_day, our_day)
   select $1, $2, row_number() over (), d.* from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[],
     $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::date[], $13::date[]) d`,
);

/** Keeps a check with its differences; of very many only the first are listed. */
export async function keepCheck(
  tx: TenantTransaction,
  check: StoredCheck,
  differences: readonly Difference[],
  dayOf: LocalDayOf,
): Promise<void> {
  const { checkId, shopId, checkedAt, checkedBy, result } = check;
  await tx.execute(addCheck, [
    tx.tenantId,
    checkId,
    shopId,
    checkedAt,
    checkedBy,
    JSON.stringify(result),
  ]);
  const listed = differences.slice(0, mostListedDifferences);
  await tx.execute(addDifferences, [
    tx.tenantId,
    checkId,
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
  ]);
}

const listChecks = sql(
  'reporting.recon_list_checks',
  `select check_id, shop_id, checked_at, checked_by, result, count(*) over () as found
     from reporting.recon_check c
    where tenant_id = $1 and ($4::uuid is null or shop_id = $4)
      and ($5::text is null or exists (select from reporting.shop s
            where s.tenant_id = $1 and s.shop_id = c.shop_id and s.platform = $5))
    order by check_id desc limit $2 offset $3`,
);
const findCheck = sql(
  'reporting.recon_find_check',
  `select check_id, shop_id, checked_at, checked_by, result, 1::bigint as found
     from reporting.recon_check where tenant_id = $1 and check_id = $2`,
);

interface CheckRow {
  check_id: string;
  shop_id: string;
  checked_at: Date;
  checked_by: string;
  result: unknown;
  found: bigint;
}

function checkOf(row: CheckRow): StoredCheck {
  return {
    checkId: row.check_id,
    shopId: row.shop_id,
    checkedAt: row.checked_at,
    checkedBy: row.checked_by,
    result: Value.Parse(StoredResult, row.result),
  };
}

type Reads = Pick<Database, 'tenantRead'>;

/** Checks, the newest first: all of the team's, or those of a shop or of a marketplace's shops. */
export async function readChecks(
  database: Reads,
  tenantId: string,
  {
    page,
    pageSize,
    shop,
    platform,
  }: Pick<ReconciliationQuery, 'shop' | 'platform'> & { page: number; pageSize: number },
): Promise<{ checks: StoredCheck[]; total: number }> {
  const values = [tenantId, pageSize, (page - 1) * pageSize, shop ?? null, platform ?? null];
  const rows = await database.tenantRead<CheckRow>(tenantId, listChecks, values);
  return { checks: rows.map(checkOf), total: Number(rows[0]?.found ?? 0n) };
}

export async function readCheck(
  database: Reads,
  tenantId: string,
  checkId: string,
): Promise<StoredCheck | null> {
  const [row] = await database.tenantRead<CheckRow>(tenantId, findCheck, [tenantId, checkId]);
  return row ? checkOf(row) : null;
}

const listDifferences = sql(
  'reporting.recon_list_differences',
  `select shop_id, order_id, kind, reason, file_amount_e4, our_amount_e4, effect_e4, file_status, our_stage, file_day,
          our_day, count(*) over () as found
     from reporting.recon_difference
    where tenant_id = $1 and check_id = $2 and ($3::text is null or reason = $3)
    order by position limit $4 offset $5`,
);

interface DifferenceRow {
  shop_id: string | null;
  order_id: string;
  kind: ReconciliationDifference['kind'];
  reason: DifferenceReason;
  file_amount_e4: bigint | null;
  our_amount_e4: bigint | null;
  effect_e4: bigint;
  file_status: string | null;
  our_stage: string | null;
  file_day: string | null;
  our_day: string | null;
  found: bigint;
}

export async function readDifferences(
  database: Reads,
  tenantId: string,
  checkId: string,
  query: { reason?: DifferenceReason | undefined; page: number; pageSize: number },
): Promise<{ items: ReconciliationDifference[]; total: number }> {
  const rows = await database.tenantRead<DifferenceRow>(tenantId, listDifferences, [
    tenantId,
    checkId,
    query.reason ?? null,
    query.pageSize,
    (query.page - 1) * query.pageSize,
  ]);
  const decimal = (amount: bigint | null) => (amount === null ? null : toDecimal(amount));
  const items = rows.map((row) => ({
    orderId: row.order_id,
    kind: row.kind,
    reason: row.reason,
    shopId: row.shop_id,
    fileAmount: decimal(row.file_amount_e4),
    ourAmount: decimal(row.our_amount_e4),
    fileStatus: row.file_status,
    ourStage: row.our_stage,
    fileDay: row.file_day,
    ourDay: row.our_day,
    effect: toDecimal(row.effect_e4),
  }));
  return { items, total: Number(rows[0]?.found ?? 0n) };
}
