import pg from 'pg';

/** What orders leave behind: canonical rows, facts and rollups. */
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
/** What a whole collection leaves behind: verbatim answers, orders and money. */
const collectedTables = [
  'collector.raw_page',
  'collector.raw_item',
  ...appliedTables,
  'reporting.agg_sku_span',
  'reporting.return_case',
  'reporting.return_item',
  'reporting.fact_return',
  'reporting.settlement_line',
  'reporting.order_payout',
  'reporting.agg_fee_day',
];

/**
 * How long PostgreSQL takes to COPY, in its binary form and from its own disk, rows that are stored already into
 * tables with the same indexes: the least that writing them can cost.
 * @param url the owner's
 * @returns seconds
 */
export async function measurePlainCopy(
  url: string,
  tables: readonly string[] = collectedTables,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const shown = await client.query<{ data_directory: string }>('show data_directory');
    const file = `${shown.rows[0]?.data_directory ?? ''}/plain-copy`;
    let seconds = 0;
    for (const table of tables) {
      await client.query(`create table plain_copy (like ${table} including all)`);
      await client.query(`copy ${table} to '${file}' (format binary)`);
      await client.query('checkpoint');
      const begun = performance.now();
      await client.query(`copy plain_copy from '${file}' (format binary)`);
      seconds += (performance.now() - begun) / 1000;
      await client.query('drop table plain_copy');
    }
    return seconds;
  } finally {
    await client.end();
  }
}
