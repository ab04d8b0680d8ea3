import type { Platform } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';

export interface AdAccount {
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
  return database.tenantRead<AdAccount>(tenantId, accountsStatement, [tenantId]);
}
