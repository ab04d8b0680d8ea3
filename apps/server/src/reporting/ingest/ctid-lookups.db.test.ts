import { describe, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import type { Statement } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import * as ofOrders from './apply-orders.sql.ts';
import * as ofReturns from './apply-returns.sql.ts';
import * as ofSettlements from '../money/apply-settlements.sql.ts';
import { preferIndexScans } from './shop-rows.sql.ts';
import * as ofSpans from './sku-buckets.ts';

const marker = 'as ctids (row_ctid)';
const byCtid = [ofOrders, ofReturns, ofSettlements, ofSpans]
  .flatMap((statements): unknown[] => Object.values(statements).flat())
  .filter(isStatement)
  .filter(({ text }) => text.includes(marker));

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value;
}

const { url } = await openTestDatabase({ poolSize: 1 });
const client = await connectOwner(url);

describe('statements that update rows by ctid', () => {
  async function planOf({ text }: Statement): Promise<string> {
    await client.query('begin; set local role seller_connect_app');
    try {
      await client.query(`set local app.tenant_id = '${newId()}'`);
      await client.query(preferIndexScans.text);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (generic_plan) ${text}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.query('rollback');
    }
  }

  /** An index condition on the tenant alone, as row-level security adds it. */
  const walkOfTenant = /Index Cond: \(tenant_id = \(NULLIF\(current_setting/;

  it.each(byCtid.map((statement) => [statement.name, statement] as const))(
    '%s uses TID scans without table statistics',
    async (_name, statement) => {
      const wanted = statement.text.split(marker).length - 1;
      const plan = await planOf(statement);
      expect(plan.match(/TID Cond/g)).toHaveLength(wanted);
      expect(plan).not.toMatch(walkOfTenant);
    },
  );

  it('use TID scans in a join without table statistics', async () => {
    const plan = await planOf(ofSettlements.updateSettledDays);
    expect(plan).toMatch(/TID Cond/);
    expect(plan).not.toMatch(walkOfTenant);
  });

  it('use TID scans also when other tenants have many lines per statement', async () => {
    await client.query('alter table reporting.settlement_line disable row level security');
    await client.query(
      `insert into reporting.settlement_line (tenant_id, shop_id, settlement_id, line_id, occurred_at,
         settled_at, version_at, observed_at, content_hash, mapping_version, amount_e4, is_estimate,
         occurred_day, settled_day, counts, statement_id, order_id, fee_class, fee_code, fee_name, currency, flags)
       select $1, $1, line::text, '1', now(), now(), now(), now(), $1, 1, 1, false, current_date, current_date,
              true, (line % 4)::text, (line / 10)::text, 'commission', '16', 'Commission', 'VND', '{}'
         from generate_series(1, 20000) as line`,
      [newId()],
    );
    await client.query('alter table reporting.settlement_line enable row level security');
    await client.query('analyze reporting.settlement_line');
    for (const statement of [ofSettlements.updateSettledDays, ofSettlements.updateEstimateFlags]) {
      const plan = await planOf(statement);
      expect(plan).toMatch(/TID Cond/);
      expect(plan).not.toMatch(walkOfTenant);
    }
  });

  it('are all covered', () => {
    expect(byCtid.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['reporting.clear_orders', 'reporting.weigh_estimates']),
    );
  });
});
