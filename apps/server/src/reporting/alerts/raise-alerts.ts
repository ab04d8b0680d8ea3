import type { NotificationKind, Platform } from '@seller-connect/contract';
import {
  lockShopAlerts,
  notify,
  resolveNotifications,
  resolveShopAlerts,
  type NotificationInput,
} from '../../notifications/index.ts';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { FailureCollector } from '../../platform/database/failure-collector.ts';
import { toDecimal } from '../../platform/money.ts';
import { loadingDays, type ReadCoverage, type ShopCoverage } from '../metrics/coverage.ts';
import type { ScopeShop } from '../metrics/scope.ts';
import { addDays, dayNumber, countDays, localDays } from '../../platform/calendar.ts';
import { readAdAccounts } from '../ads/ad-accounts.ts';
import {
  type AlertFindings,
  findAdAlerts,
  findMoneyAlerts,
  type AlertSubject,
} from './money-alerts.ts';
import { updateStockAlert } from './stock-alerts.ts';
import {
  detectCancellationIncrease,
  lookbackDays,
  detectReturnIncrease,
  detectSalesDrop,
  type ShopDay,
} from './sales-rules.ts';

export interface AlertDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  /** Returns the shops of a tenant that are synced at present. Other shops raise no alerts. */
  connectedShops(tenantId: string): Promise<readonly string[]>;
}

type ShopRow = Omit<ScopeShop, 'sales'>;
type DayRow = ShopDay & { shopId: string; day: string };

const readShops = sql(
  'reporting.alert_shops',
  `select shop_id, name, platform, currency, time_zone from reporting.shop
    where tenant_id = $1 and shop_id = any($2::uuid[])`,
);
// Only the shop's own currency: amounts in another currency are not comparable, and such sales are rare.
const readDays = sql(
  'reporting.alert_days',
  `select a.shop_id, a.day, a.orders, a.cancelled_orders, a.gmv_e4, a.returned_e4
     from reporting.agg_shop_day a
     join reporting.shop s on s.tenant_id = a.tenant_id and s.shop_id = a.shop_id and s.currency = a.currency
    where a.tenant_id = $1 and a.shop_id = any($2::uuid[]) and a.day >= $3`,
);

/** Order data older than this is late: several syncs have failed by then. */
const ordersLateAfterMs = 3 * 3_600_000;

const lateKinds = ['data_late'] as const;
const salesKinds = ['sales_drop', 'cancellations_up', 'returns_up'] as const;
type SalesKind = (typeof salesKinds)[number];
const moneyKinds = ['fees_up', 'payouts_overdue'] as const;
const adKinds = ['ads_without_sales'] as const;

/**
 * Evaluates the alert rules for a tenant's shops and ad accounts, notifies the team of findings, and resolves alerts
 * that no longer hold. An alert stays while days that its rule needs are not synced. A repeated run does not notify
 * twice: late data notifies once until the next sync, a drop once and low stock once a day, an increase and all money
 * and ad alerts once a week.
 * @throws the first error of a shop or an account, after the others
 */
export async function raiseAlerts(
  dependencies: AlertDependencies,
  tenantId: string,
  now: Date,
): Promise<void> {
  const connected = await dependencies.connectedShops(tenantId);
  if (connected.length === 0) return;
  const coverage = indexByShop(await dependencies.readCoverage(tenantId));
  const payoutCoverage = indexByShop(await dependencies.readCoverage(tenantId, 'money'));
  const accounts = (await readAdAccounts(dependencies.database, tenantId)).filter(({ accountId }) =>
    connected.includes(accountId),
  );
  const { database } = dependencies;
  const since = addDays(now.toISOString().slice(0, 10), -lookbackDays - 2);
  const [shops, rows] = await Promise.all([
    database.tenantRead<ShopRow>(tenantId, readShops, [tenantId, connected]),
    database.tenantRead<DayRow>(tenantId, readDays, [tenantId, connected, since]),
  ]);
  const byShop = Map.groupBy(rows, (row) => row.shopId);
  const failures = new FailureCollector();
  const raise = (work: (tx: TenantTransaction) => Promise<void>) =>
    failures.attempt(() => database.tenant(tenantId, work));
  for (const shop of shops) {
    const shopCoverage = coverage.get(shop.shopId);
    if (!shopCoverage) continue;
    const days = byShop.get(shop.shopId) ?? [];
    const { shopId: id, name, platform, currency, timeZone } = shop;
    const subject = { id, name, platform, currency, timeZone };
    await raise(async (tx) => {
      await lockShopAlerts(tx, id);
      await updateAlerts(tx, subject, lateKinds, findLateData(shopCoverage, timeZone, now), now);
      const sales = findSalesAlerts({ shop, known: shopCoverage, days, now });
      if (sales) await updateAlerts(tx, subject, salesKinds, sales, now);
      const money = await findMoneyAlerts(tx, subject, payoutCoverage.get(id), now);
      if (money) await updateAlerts(tx, subject, moneyKinds, money, now);
      await updateStockAlert(tx, subject, now);
    });
  }
  for (const { accountId, ...rest } of accounts) {
    const subject = { ...rest, id: accountId };
    await raise(async (tx) => {
      await lockShopAlerts(tx, accountId);
      const ads = await findAdAlerts(tx, subject, coverage.get(accountId), now);
      if (ads) await updateAlerts(tx, subject, adKinds, ads, now);
    });
  }
  // A shop that was disconnected meanwhile had resolved its alerts before these were raised.
  const remaining = new Set(await dependencies.connectedShops(tenantId));
  for (const shopId of connected.filter((id) => !remaining.has(id))) {
    await raise((tx) => resolveShopAlerts(tx, shopId, now));
  }
  failures.throwFirst();
}

function indexByShop(coverage: readonly ShopCoverage[]): Map<string, ShopCoverage> {
  return new Map(coverage.map((each) => [each.shopId, each]));
}

interface ShopSnapshot {
  shop: ShopRow;
  known: ShopCoverage;
  days: readonly DayRow[];
  now: Date;
}

/** Notifies the findings and resolves the kinds without one. */
async function updateAlerts<Kind extends NotificationKind>(
  tx: TenantTransaction,
  alertSubject: AlertSubject & { name: string; platform: Platform },
  kinds: readonly Kind[],
  findings: AlertFindings<Kind>,
  now: Date,
): Promise<void> {
  const resolvedKinds = kinds.filter((kind) => !findings.has(kind));
  await resolveNotifications(tx, resolvedKinds, [alertSubject.id], now);
  for (const [kind, { key, facts }] of findings) {
    const announcement: NotificationInput = {
      kind,
      key: `${alertSubject.id}:${key}`,
      subject: alertSubject.id,
      facts: {
        platform: alertSubject.platform,
        shops: [{ id: alertSubject.id, name: alertSubject.name }],
        currency: alertSubject.currency,
        ...facts,
      },
    };
    await notify(tx, announcement, now);
  }
}

/** Before the first sync nothing can be late. */
function isLate(asOf: Date | null, now: Date): asOf is Date {
  return asOf !== null && now.getTime() - asOf.getTime() > ordersLateAfterMs;
}

function findLateData(
  { asOf }: ShopCoverage,
  timeZone: string,
  now: Date,
): AlertFindings<'data_late'> {
  if (!isLate(asOf, now)) return new Map();
  const since = asOf.toISOString();
  return new Map([['data_late', { key: since, facts: { since, timeZone } }]]);
}

/** Returns the sales alerts of a shop, or null while days that the rules need are not synced. */
function findSalesAlerts({
  shop,
  known,
  days,
  now,
}: ShopSnapshot): AlertFindings<SalesKind> | null {
  if (!known.asOf || isLate(known.asOf, now)) return null;
  const yesterday = addDays(localDays(shop.timeZone)(now), -1);
  const first = addDays(yesterday, -lookbackDays);
  const period = { from: first, to: yesterday, days: countDays(first, yesterday) };
  // A day that is still being synced looks like a drop.
  if (loadingDays(known, period, shop.timeZone).size > 0) return null;
  const findings: AlertFindings<SalesKind> = new Map();
  const byDay = new Map(days.map((row) => [row.day, row]));
  const week = String(Math.floor(dayNumber(yesterday) / 7));
  const drop = detectSalesDrop(byDay, yesterday);
  if (drop) {
    findings.set('sales_drop', {
      key: drop.day,
      facts: {
        from: drop.day,
        to: drop.day,
        amounts: {
          now: toDecimal(drop.gmvE4),
          baseline: toDecimal(drop.baselineE4),
          currency: shop.currency,
        },
      },
    });
  }
  for (const [kind, increase] of [
    ['cancellations_up', detectCancellationIncrease(byDay, yesterday)],
    ['returns_up', detectReturnIncrease(byDay, yesterday)],
  ] as const) {
    if (!increase) continue;
    const { from, to, share, baseline } = increase;
    findings.set(kind, { key: week, facts: { from, to, shares: { now: share, baseline } } });
  }
  return findings;
}
