import { expect, it } from 'vitest';
import { dataSets } from './data-sets.ts';
import { buildQuerySql } from './query-sql.ts';

it('the sums of SKUs name the tenant of each table by a parameter: a distributed database routes by it', () => {
  const tenantId = '00000000-0000-4000-8000-000000000001';
  const dataSet = dataSets.get('sku_day');
  const [gmv, name, day] = ['gmv', 'product_name', 'day'].map((id) => dataSet?.fields.get(id));
  if (!dataSet || !gmv || !name || !day) throw new Error('The data set has other fields');
  const { text, values } = buildQuerySql(tenantId, {
    dataSet,
    fields: [name, gmv],
    where: { kind: 'and', parts: [] },
    days: { field: day, from: '2026-11-01', to: '2026-11-30', shops: [] },
  });
  const tenants = new Set(
    Array.from(text.matchAll(/tenant_id = ([^\s)]+)/g), ([, tenant]) => tenant),
  );
  expect([...tenants]).toEqual([`$${values.indexOf(tenantId) + 1}::uuid`]);
});
