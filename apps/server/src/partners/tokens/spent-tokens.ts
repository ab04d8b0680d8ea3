import { connectClient } from '../../platform/database/connect-client.ts';
import { maxRefreshLeadMs, refreshLeadShare } from './shop-access.ts';

/** A shop whose refresh token may have been used since it was stored. */
interface SpentToken {
  platform: string;
  externalShopId: string;
  name: string;
}

/**
 * Returns the linked shops whose tokens were due to be refreshed until `now`. After a restore, the installation that
 * made the backup may have spent these refresh tokens, which partners accept once.
 * @param ownerUrl connects as a user who may read the rows of all tenants
 */
export async function listSpentTokens(ownerUrl: string, now: Date): Promise<SpentToken[]> {
  const client = await connectClient({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
  });
  try {
    const { rows } = await client.query<SpentToken>(
      `select s.platform, s.external_shop_id as "externalShopId", s.name
         from partners.shop s
         join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
        where c.state = 'connected' and c.can_refresh and s.disconnected_at is null and s.refused_at is null
          and coalesce(c.access_expires_at, $1) - least($2 * interval '1 millisecond',
                coalesce(c.access_lifetime_seconds, 0) * $3::float8 * interval '1 second') <= $1
        order by s.platform, s.name`,
      [now, maxRefreshLeadMs, refreshLeadShare],
    );
    return rows;
  } finally {
    await client.end();
  }
}
