import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { newId } from '../../platform/ids.ts';
import { listSpentTokens } from './spent-tokens.ts';

const now = new Date('2026-11-26T12:00:00Z');

it('lists the linked shops with overdue token refreshes, each by its own lead time', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  /** Links a shop whose access token ends `hours` from now. */
  async function link(
    name: string,
    { hours = 0, lifetimeHours = 4, state = 'connected', canRefresh = true },
  ): Promise<void> {
    const ids = [newId(), newId()];
    await client.query(
      `insert into partners.connection (tenant_id, connection_id, platform, state, sealed, access_expires_at,
         access_lifetime_seconds, can_refresh, fencing_token, token_revision, granted_at, changed_at)
       values ($1, $2, 'SHOPEE', $3, case when $3 = 'disconnected' then null else '\\x00'::bytea end,
         $4::timestamptz + $5 * interval '1 hour', $6 * 3600, $7, 1, 1, $4, $4)`,
      [...ids, state, now, hours, lifetimeHours, canRefresh],
    );
    await client.query(
      `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name,
         currency, time_zone, partner_status, linked_at, changed_at)
       values ($1, $2, $2, 'SHOPEE', 'VN', $3, $3, 'VND', 'Asia/Ho_Chi_Minh', 'ok', now(), now())`,
      [...ids, name],
    );
  }
  try {
    await link('expired', { hours: -1 });
    await link('in its last quarter', { hours: 0.9 });
    await link('before its last quarter', { hours: 1.1 });
    await link('in its last day', { hours: 23, lifetimeHours: 720 });
    await link('before its last day', { hours: 25, lifetimeHours: 720 });
    await link('without a refresh token', { canRefresh: false });
    await link('disconnected', { state: 'disconnected' });
    await link('in need of a consent already', { state: 'needs_reauthorization' });
    const spent = await listSpentTokens(database.url, now);
    expect(spent.map(({ name }) => name)).toEqual([
      'expired',
      'in its last day',
      'in its last quarter',
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
