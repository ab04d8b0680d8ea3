import pg from 'pg';

/** Tables that applying orders writes: canonical rows, facts and rollups. */
export const appliedTables = [
  'reporting.sales_order',
  'reporting.order_item',
  'reporting.fact_order',
  'reporting.fact_order_item',
  'reporting.unsold_order_item',
  'reporting.agg_shop_day',
  'reporting.agg_shop_hour',
  'reporting.agg_sku_day',
];
/** Tables that a complete sync writes: raw pages, orders and money. */
const collectedTables = [
  'collector.raw_page',
  'collector.raw_item',
  ...appliedTables,
  'reporting.agg_sku_bucket',
  'reporting.return_case',
  'reporting.return_item',
  'reporting.fact_return',
  'reporting.settlement_line',
  'reporting.order_payout',
  'reporting.agg_fee_day',
];

/**
 * Measures how long PostgreSQL takes to COPY the stored rows, in binary format and from its own disk, into tables with
 * the same indexes. This is a lower bound for the cost of writing them.
 * @param url connects as the owner of the database
 * @returns seconds
 */
export async function measurePlainCopy(
  url: string,
  tables: readonly string[] = collectedTables,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const setting = await client.query<{ data_directory: string }>('show data_directory');
    const file = `${setting.rows[0]?.data_directory ?? ''}/plain-copy`;
    let seconds = 0;
    for (const table of tables) {
      await client.query(`create table plain_copy (like ${table} including all)`);
      await client.query(`copy ${table} to '${file}' (format binary)`);
      await client.query('checkpoint');
      const startedAt = performance.now();
      await client.query(`copy plain_copy from '${file}' (format binary)`);
      seconds += (performance.now() - startedAt) / 1000;
      await client.query('drop table plain_copy');
    }
    return seconds;
  } finally {
    await client.end();
  }
}
