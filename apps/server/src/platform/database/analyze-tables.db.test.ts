import { describe, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { analyzeGrownTables } from './analyze-tables.ts';

const { url, database } = await openTestDatabase({ poolSize: 2 });
const owner = await connectOwner(url);
await owner.query('alter table reporting.sku set (autovacuum_enabled = false)');

describe('table statistics', () => {
  async function fill(from: number, to: number): Promise<void> {
    await owner.query('alter table reporting.sku disable row level security');
    await owner.query(
      `insert into reporting.sku (tenant_id, shop_id, sku_key, seller_sku, name, name_key, named_at)
       select gen_random_uuid(), gen_random_uuid(), place::text, repeat('s', 80), repeat('n', 80), '', now()
         from generate_series($1::int, $2::int) as place`,
      [from, to],
    );
    await owner.query('alter table reporting.sku enable row level security');
  }

  it('are updated when a table has grown to several times its size, and not before', async () => {
    expect(await analyzeGrownTables(database)).toEqual([]);
    await fill(1, 4000);
    expect(await analyzeGrownTables(database)).toEqual(['reporting.sku']);
    const { rows } = await owner.query<{ reltuples: number }>(
      `select reltuples from pg_class where oid = 'reporting.sku'::regclass`,
    );
    expect(rows).toEqual([{ reltuples: 4000 }]);
    await fill(4001, 6000);
    expect(await analyzeGrownTables(database)).toEqual([]);
    await fill(6001, 30_000);
    expect(await analyzeGrownTables(database)).toEqual(['reporting.sku']);
  });
});
