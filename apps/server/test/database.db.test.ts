import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
client.on('error', () => {});
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('is UTF-8, independent of the machine, and collates Vietnamese on request', async () => {
  const { rows } = await client.query(
    `select current_setting('server_encoding') as encoding,
            (select datlocprovider::text || ' ' || datlocale from pg_database
              where datname = current_database()) as locale,
            (select array_agg(word order by word collate "vi-x-icu")
               from unnest(array['Ế', 'Đ', 'D', 'E']) as word) as sorted,
            upper('đặng') as upper`,
  );
  expect(rows).toEqual([
    { encoding: 'UTF8', locale: 'b C.UTF-8', sorted: ['D', 'Đ', 'E', 'Ế'], upper: 'ĐẶNG' },
  ]);
});

it('is migrated', async () => {
  const { rows } = await client.query('select count(*)::int as applied from platform.migration');
  expect(rows[0].applied).toBeGreaterThan(0);
});
