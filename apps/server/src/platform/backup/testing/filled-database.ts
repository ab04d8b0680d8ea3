import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { newId } from '../../ids.ts';
import { listTables } from '../tables.ts';

export async function connect(url: string): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: url });
  opened.on('error', () => undefined);
  await opened.connect();
  return opened;
}

/** Rows with generated columns, foreign keys, binary values and text that a text format would have to escape. */
export async function insertRows(target: pg.Client, rawPages: number): Promise<void> {
  const [tenantId, connectionId] = [newId(), newId()];
  await target.query(
    `insert into partners.connection (tenant_id, connection_id, platform, state, sealed, fencing_token,
       token_revision, granted_at, changed_at) values ($1, $2, 'SHOPEE', 'connected', '\\x00ff', 1, 1, now(), now())`,
    [tenantId, connectionId],
  );
  await target.query(
    `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name, currency,
       time_zone, partner_status, linked_at, changed_at)
     values ($1, $2, $3, 'SHOPEE', 'VN', '7', E'Tiệm\\t\\\\N"\\n', 'VND', 'Asia/Ho_Chi_Minh', 'ok', now(), now())`,
    [tenantId, newId(), connectionId],
  );
  await target.query(
    `insert into audit.entry (tenant_id, entry_id, occurred_at, action, details)
     select $1, gen_random_uuid(), now(), 'team.renamed', jsonb_build_object('n', n) from generate_series(1, 2000) n`,
    [tenantId],
  );
  const page = `insert into collector.raw_page (tenant_id, shop_id, page_id, stream, fetched_at, items, content)
     values ($1, $1, gen_random_uuid(), 'orders', now(), 1, $2)`;
  for (let n = 0; n < rawPages; n += 1) await target.query(page, [tenantId, randomBytes(1 << 20)]);
}

/** Returns a digest of the rows of each table. */
export async function digests(target: pg.Client): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await listTables(target)) {
    const { rows } = await target.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} t`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}
