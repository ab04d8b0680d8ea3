import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { toDecimal } from '../../../apps/server/src/platform/money.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import {
  storedEstimates,
  storedMoney,
} from '../../../apps/server/src/collector/testing/stored-money.ts';
import { createLedgerComparison } from './ledger-comparison.ts';
import type { ChaosShop } from './world.ts';

const shopFilter = 'tenant_id = $1 and shop_id = $2';
const layersStatement = sql(
  'chaos.settlement_layers',
  `select fee_class as kind,
          (select coalesce(sum(amount_e4), 0)::bigint from reporting.settlement_line l
            where ${shopFilter} and l.fee_class = a.fee_class and not is_estimate and settled_day is not null) as facts,
          sum(amount_e4)::bigint as rollups
     from reporting.agg_fee_day a where ${shopFilter} group by fee_class order by fee_class`,
);
const returnsStatement = sql(
  'chaos.return_layers',
  `select (select count(*)::integer from reporting.return_item where ${shopFilter}) as items,
          (select count(*)::integer from reporting.fact_return where ${shopFilter}) as facts,
          (select count(*)::integer from reporting.return_case c where ${shopFilter} and not exists (
             select from reporting.return_item i where i.tenant_id = c.tenant_id and i.shop_id = c.shop_id
                and i.return_id = c.return_id)) as empty`,
);

const adSums = `trim_scale(sum(spend_e4) / 10000)::text as spend, sum(impressions)::integer as impressions,
  sum(clicks)::integer as clicks, sum(link_clicks)::integer as link_clicks, sum(purchases)::integer as purchases,
  trim_scale(sum(purchase_value_e4) / 10000)::text as purchase_value`;
const adLayers = {
  'canonical rows': 'ad_insight_daily',
  facts: 'fact_ad_daily',
  rollups: 'agg_ad_day',
};

/** Shopee reports these corrections without their cause. */
const corrections = new Set(['adjustment', 'penalty', 'compensation']);

/** Returns the nonzero amounts by fee class, sorted by name. */
function sumByKind(kinds: Record<string, string>, joins: ReadonlySet<string>) {
  const found = new Map<string, number>();
  for (const [name, amount] of Object.entries(kinds)) {
    const kind = joins.has(name) ? 'adjustment' : name;
    found.set(kind, (found.get(kind) ?? 0) + Number(amount));
  }
  return [...found].filter(([, amount]) => amount !== 0).toSorted(byName);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Returns the differences between the money of shops and of ad accounts and the ledgers, for each layer. */
export async function findMoneyDifferences(
  database: Database,
  sandbox: SandboxProcess,
  tenantId: string,
  shops: readonly ChaosShop[],
): Promise<string[]> {
  const now = new Date(Date.parse(Object(await sandbox.control('GET', 'clock')).now));
  const found: string[] = [];
  for (const shop of shops) {
    const of = [database, sandbox, tenantId, shop] as const;
    found.push(
      ...(shop.platform === 'FACEBOOK'
        ? await findAdDifferences(...of)
        : await findPayoutDifferences(...of, now)),
    );
  }
  return found;
}

/** Returns the differences between a shop's returns and payouts and the ledger, and between facts and rollups. */
async function findPayoutDifferences(
  database: Database,
  sandbox: SandboxProcess,
  tenantId: string,
  shop: ChaosShop,
  /** The sandbox's current time. */
  now: Date,
): Promise<string[]> {
  const { shopId, external, platform } = shop;
  if (platform === 'TIKI') return [];
  const { differences, compare } = createLedgerComparison(shop);
  // Entries booked after the last midnight UTC are not yet on a TikTok statement.
  const cut = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const ledger = await sandbox.money(external, platform, platform === 'TIKTOK' ? cut : undefined);
  const { returns, estimates } = await sandbox.money(external, platform);
  const stored = await storedMoney(database, tenantId, shopId ?? '');
  compare(
    'returns',
    Object.entries(stored.returns).toSorted(byName),
    Object.entries(returns).toSorted(byName),
  );
  const joins = platform === 'SHOPEE' ? corrections : new Set<string>();
  compare('kinds of money', sumByKind(stored.kinds, joins), sumByKind(ledger.kinds, joins));
  if (platform !== 'SHOPEE') {
    compare('payout and pending', [stored.payout, stored.pending], [ledger.payout, ledger.pending]);
    const prefix = platform === 'TIKTOK' ? '576' : '';
    compare(
      'payouts of orders',
      [...stored.orders].toSorted(byName),
      ledger.orders
        .map(({ number, payout }): [string, string] => [`${prefix}${number}`, payout])
        .toSorted(byName),
    );
  }
  if (platform === 'TIKTOK') {
    // Orders that are settled or came to nothing must have no estimate left; all others must have one.
    compare(
      'estimates of orders',
      [...(await storedEstimates(database, tenantId, shopId ?? ''))].toSorted(byName),
      estimates
        .map(({ number, amount }): [string, string] => [`576${number}`, amount])
        .toSorted(byName),
    );
  }
  const key = [tenantId, shopId];
  const kinds = await database.tenantRead<{ kind: string; facts: bigint; rollups: bigint }>(
    tenantId,
    layersStatement,
    key,
  );
  compare(
    'facts of money',
    kinds.map(({ kind, facts }) => [kind, toDecimal(facts)]),
    kinds.map(({ kind, rollups }) => [kind, toDecimal(rollups)]),
  );
  const [counted] = await database.tenantRead<{ items: number; facts: number; empty: number }>(
    tenantId,
    returnsStatement,
    key,
  );
  compare('facts of returns', [counted?.facts, counted?.empty], [counted?.items, 0]);
  return differences;
}

/** Returns the differences between an ad account's days and the ledger, for each layer. */
async function findAdDifferences(
  database: Database,
  sandbox: SandboxProcess,
  tenantId: string,
  account: ChaosShop,
): Promise<string[]> {
  const path = `ledger?platform=FACEBOOK&shop=${account.external}`;
  const { days }: { days: object[] } = Object(await sandbox.control('GET', path));
  const { differences, compare } = createLedgerComparison(account);
  for (const [layer, table] of Object.entries(adLayers)) {
    const rows = await database.tenantRead<object>(
      tenantId,
      sql(
        `chaos.${table}`,
        `select day::text as date, ${adSums} from reporting.${table}
          where tenant_id = $1 and account_id = $2 group by day order by day`,
      ),
      [tenantId, account.shopId],
    );
    compare(layer, rows, days);
  }
  return differences;
}
