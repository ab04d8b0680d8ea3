import { coveringBucketsSql, salesInBucketsSql } from '../ingest/sku-buckets.ts';
import { conditionFields, type SqlParameters, type DataQuery } from './condition.ts';
import type { Field } from './data-sets.ts';

/** The dimensions of `sku_day` other than the day, with their SQL over the sums of SKUs. */
const dimensions: Readonly<Record<string, string>> = {
  platform: 'shop.platform',
  shop_id: 'sold.shop_id',
  shop_name: 'shop.name',
  sku_id: 'sold.sku_key',
  seller_sku: `coalesce(sku.seller_sku, '')`,
  product_name: 'coalesce(sku.name, sold.sku_key)',
  currency: 'sold.currency',
};

/** The sums of `sku_day`, with their columns in day and bucket rollups. */
const sums: Readonly<Record<string, string>> = {
  product_orders: 'orders',
  units: 'units',
  gmv: 'gmv_e4',
  cancelled_value: 'cancelled_e4',
  failed_value: 'failed_e4',
  returned_value: 'returned_e4',
  nmv: 'nmv_e4',
  seller_vouchers: 'kept_seller_voucher_e4',
  net_sales: 'net_sales_e4',
};

/**
 * Returns the source of a query that does not distinguish days, to be used instead of the view `sku_day`: each SKU of
 * its shops once, summed from buckets and days. Returns null for any other query.
 */
export function skuSumsSql(
  tenantId: string,
  question: DataQuery,
  values: SqlParameters,
): string | null {
  const { dataSet, days, fields } = question;
  const dimensionFields = fields.filter((field) => field.aggregation === 'none');
  const filterFields = [...dimensionFields, ...conditionFields(question.where)];
  if (dataSet.id !== 'sku_day' || !days) return null;
  if (!filterFields.every((field) => field.id in dimensions)) return null;
  // A parameter tells the node of the tenant in a distributed database; the transaction's own setting does not.
  const tenant = values.add(tenantId, 'uuid');
  const where = {
    tenant,
    shops: values.add(days.shops, 'uuid[]'),
    from: values.add(days.from, 'date'),
    to: values.add(days.to, 'date'),
  };
  const ids = [...new Set(fields.flatMap(sumIdsOf))];
  const columns = ids.map((id) => sums[id] ?? id);
  const selectList = [
    ...Object.entries(dimensions).map(([id, of]) => `${of} as ${id}`),
    ...ids.map((id) => `${amountSql(sums[id] ?? id)} as ${id}`),
  ];
  return `(
    with ${coveringBucketsSql('requested', where)}, sold as materialized (
      select shop_id, sku_key, currency${columns.map((of) => `, sum(${of})::bigint as ${of}`).join('')}
        from (${salesInBucketsSql('requested', {
          tenant,
          columns: ['sku_key', 'currency', ...columns].map((of) => `a.${of}`).join(', '),
          which: { a: 'true', piece: 'true' },
        })}) part
       group by shop_id, sku_key, currency)
    select ${selectList.join(', ')}
      from sold
      join reporting.shop on shop.tenant_id = ${tenant} and shop.shop_id = sold.shop_id
      left join reporting.sku on sku.tenant_id = ${tenant} and sku.shop_id = sold.shop_id
       and sku.sku_key = sold.sku_key) as ${dataSet.id}`;
}

function sumIdsOf({ id, aggregation, dividend, divisor }: Field): string[] {
  if (aggregation === 'none') return [];
  return aggregation === 'sum' ? [id] : [dividend ?? [], divisor ?? []].flat();
}

function amountSql(column: string): string {
  return column.endsWith('_e4')
    ? `reporting.money(sold.${column})::numeric(19, 4)`
    : `sold.${column}`;
}
