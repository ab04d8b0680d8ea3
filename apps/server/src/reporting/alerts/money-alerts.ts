import type { NotificationKind } from '@seller-connect/contract';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { toDecimal, sumBy } from '../../platform/money.ts';
import { loadingDays, type ShopCoverage } from '../metrics/coverage.ts';
import { addDays, dayNumber, countDays, localDays } from '../../platform/calendar.ts';
import {
  overdueAfterDays,
  overdueCutoff,
  payoutStatesStatement,
  type PayoutStateRow,
} from '../money/report-money.sql.ts';
import {
  findCampaignsWithoutSales,
  feesLookbackDays,
  detectFeeIncrease,
  shouldAlertOverdue,
  overdueAgeDays,
} from './money-rules.ts';
import type { NotificationInput } from '../../notifications/index.ts';

/** The shop or ad account that an alert is about. */
export interface AlertSubject {
  id: string;
  currency: string;
  timeZone: string;
}

/** Findings by kind. `key` deduplicates the notification; `facts` fill its text. */
export type AlertFindings<Kind extends NotificationKind> = Map<
  Kind,
  { key: string; facts: Partial<NotificationInput['facts']> }
>;

interface PaidRow {
  day: string;
  goodsLines: number;
  goodsE4: bigint;
  feesE4: bigint;
}

const readPaidDays = sql(
  'reporting.alert_paid_days',
  `select settled_day::text as day,
          coalesce(sum(lines) filter (where fee_class = 'item_price'), 0)::integer as goods_lines,
          coalesce(sum(amount_e4) filter (
            where fee_class in ('item_price', 'seller_voucher', 'item_subsidy', 'refund')), 0)::bigint as goods_e4,
          coalesce(-sum(amount_e4) filter (where reporting.is_fee(fee_class)), 0)::bigint as fees_e4
     from reporting.agg_fee_day
    where tenant_id = $1 and shop_id = $2 and currency = $3 and settled_day >= $4 group by 1`,
);

/** Returns the money alerts of a shop, or null while days that the rules need are not synced. */
export async function findMoneyAlerts(
  tx: TenantTransaction,
  shop: AlertSubject,
  coverage: ShopCoverage | undefined,
  now: Date,
): Promise<AlertFindings<'fees_up' | 'payouts_overdue'> | null> {
  const today = localDays(shop.timeZone)(now);
  const first = addDays(today, -overdueAgeDays.oldest);
  const period = { from: first, to: today, days: countDays(first, today) };
  if (!coverage?.asOf || loadingDays(coverage, period, shop.timeZone).size > 0) return null;
  const findings: AlertFindings<'fees_up' | 'payouts_overdue'> = new Map();
  const yesterday = addDays(today, -1);
  const week = String(Math.floor(dayNumber(yesterday) / 7));

  const since = addDays(yesterday, -feesLookbackDays);
  const paid = await tx.query<PaidRow>(readPaidDays, [tx.tenantId, shop.id, shop.currency, since]);
  const increase = detectFeeIncrease(new Map(paid.map((row) => [row.day, row])), yesterday);
  if (increase) {
    const { from, to, share, baseline } = increase;
    findings.set('fees_up', { key: week, facts: { from, to, shares: { now: share, baseline } } });
  }

  const [from, to] = [first, addDays(today, -overdueAgeDays.newest)];
  const states = await tx.query<PayoutStateRow>(payoutStatesStatement, [
    tx.tenantId,
    [shop.id],
    shop.currency,
    from,
    to,
    overdueCutoff(now),
  ]);
  const overdue = states.find(({ state }) => state === 'overdue');
  if (overdue && shouldAlertOverdue(Number(overdue.orders))) {
    findings.set('payouts_overdue', {
      key: week,
      facts: {
        from,
        to,
        orders: Number(overdue.orders),
        worth: { amount: toDecimal(overdue.netSalesE4), currency: shop.currency },
        days: overdueAfterDays,
      },
    });
  }
  return findings;
}

interface CampaignRow {
  name: string;
  spendE4: bigint;
  purchases: number;
  purchasesBefore: number;
}

const readCampaigns = sql(
  'reporting.alert_campaigns',
  `select coalesce(max(c.name), d.campaign_id) as name,
          coalesce(sum(d.spend_e4) filter (where d.day >= $5), 0)::bigint as spend_e4,
          coalesce(sum(d.purchases) filter (where d.day >= $5), 0)::integer as purchases,
          coalesce(sum(d.purchases) filter (where d.day < $5), 0)::integer as purchases_before
     from reporting.agg_ad_day d
     left join reporting.ad_campaign c
       on c.tenant_id = d.tenant_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id
    where d.tenant_id = $1 and d.account_id = $2 and d.currency = $3 and d.day between $4 and $6
    group by d.campaign_id`,
);

/** Returns the alerts of an ad account, or null while days that the rules need are not synced. */
export async function findAdAlerts(
  tx: TenantTransaction,
  account: AlertSubject,
  coverage: ShopCoverage | undefined,
  now: Date,
): Promise<AlertFindings<'ads_without_sales'> | null> {
  const to = addDays(localDays(account.timeZone)(now), -1);
  const from = addDays(to, -6);
  const first = addDays(from, -28);
  const period = { from: first, to, days: countDays(first, to) };
  const isBehind = !coverage?.asOf || localDays(account.timeZone)(coverage.asOf) <= to;
  if (!coverage || isBehind || loadingDays(coverage, period, account.timeZone).size > 0)
    return null;
  const values = [tx.tenantId, account.id, account.currency, first, from, to];
  const rows = await tx.query<CampaignRow>(readCampaigns, values);
  const idle = findCampaignsWithoutSales(
    rows,
    rows.reduce((sum, row) => sum + row.purchasesBefore, 0),
  );
  const findings: AlertFindings<'ads_without_sales'> = new Map();
  if (idle.length > 0) {
    const spent = sumBy(idle, ({ spendE4 }) => spendE4);
    findings.set('ads_without_sales', {
      key: String(Math.floor(dayNumber(to) / 7)),
      facts: {
        from,
        to,
        campaigns: idle.map(({ name }) => name),
        worth: { amount: toDecimal(spent), currency: account.currency },
      },
    });
  }
  return findings;
}
