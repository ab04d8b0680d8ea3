import type { Platform } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';

/** The attributes of an ad account that reports need. */
export interface ReportingAdAccount {
  /** Our id of the linked account. */
  accountId: string;
  platform: Platform;
  name: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name of the time zone whose days the platform reports. */
  timeZone: string;
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
  account: ReportingAdAccount,
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
