import type { Platform } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';

/** The attributes of an ad account that reports need. */
export interface AdAccount {
  /** Our id of the linked account. */
  accountId: string;
  platform: Platform;
  name: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name of the time zone whose days the platform reports. */
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

const registerAdAccountStatement = sql(
  'reporting.register_ad_account',
  `insert into reporting.ad_account (tenant_id, account_id, platform, name, currency, time_zone, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (tenant_id, account_id) do update set
     name = excluded.name, currency = excluded.currency, time_zone = excluded.time_zone,
     updated_at = excluded.updated_at`,
);

/** Inserts or updates the ad account that reports read. */
export async function registerAdAccount(
  tx: TenantTransaction,
  account: AdAccount,
  now: Date,
): Promise<void> {
  await tx.execute(registerAdAccountStatement, [
    tx.tenantId,
    account.accountId,
    account.platform,
    account.name,
    account.currency,
    account.timeZone,
    now,
  ]);
}
