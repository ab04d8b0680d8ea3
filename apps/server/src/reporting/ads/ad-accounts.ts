import type { Platform } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';

export interface AdAccount {
  accountId: string;
  name: string;
  platform: Platform;
  currency: string;
  timeZone: string;
}

interface Row {
  accountId: string;
  name: string;
  platform: Platform;
  currency: string;
  timeZone: string;
}

const accountsStatement = sql(
  'reporting.ad_accounts',
  `select account_id, name, platform, currency, time_zone from reporting.ad_account
    where tenant_id = $1 order by name, account_id`,
);

/** Returns every ad account that was ever linked. */
export async function readAdAccounts(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
): Promise<AdAccount[]> {
  const rows = await database.tenantRead<Row>(tenantId, accountsStatement, [tenantId]);
  return rows.map((row) => ({
    accountId: row.accountId,
    name: row.name,
    platform: row.platform,
    currency: row.currency,
    timeZone: row.timeZone,
  }));
}
