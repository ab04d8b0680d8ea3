import type {
  AlertCondition,
  AlertMetric,
  AlertPeriod,
  AlertRuleDraft,
  Platform,
} from '@seller-connect/contract';
import {
  sql,
  type Database,
  type Sql,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import type { WatchedMetric } from './judge.ts';
import { lockOfTenant } from '../../platform/database/tenant-lock.ts';

interface RuleRow {
  ruleId: string;
  name: string;
  metric: AlertMetric;
  platform: Platform | null;
  shopIds: string[];
  currency: string;
  kind: AlertCondition['kind'];
  period: AlertPeriod;
  thresholdE4: bigint | null;
  percent: number | null;
  compare: 'previous' | 'year' | null;
  inApp: boolean;
  mail: boolean;
  webhook: boolean;
  quietFrom: number | null;
  quietTo: number | null;
  isMuted: boolean;
  deletedAt: Date | null;
  changedAt: Date;
  lastRaisedAt: Date | null;
  mutedBy: string[];
}

export type StoredRule = Omit<AlertRuleDraft, 'currency' | 'isMuted'> &
  WatchedMetric & {
    ruleId: string;
    currency: string;
    isMuted: boolean;
    deletedAt: Date | null;
    /** Later with every change: the version of the rule. Earlier releases write it, too. */
    changedAt: Date;
    lastRaisedAt: Date | null;
    /** Accounts that muted the rule for themselves. */
    mutedBy: readonly string[];
  };

/** The `shop_id` of a rule about several shops; see `027-alert-rule-shops.sql`. */
export const severalShops = '00000000-0000-0000-0000-000000000000';

/** With the tenant as first parameter. */
const columns = `r.rule_id, r.name, r.metric, r.platform, r.currency,
  case when r.shop_id = '${severalShops}' then r.shop_ids else array_remove(array[r.shop_id], null) end as shop_ids, r.kind, r.period, r.threshold_e4,
  r.percent, r.compare, r.in_app, r.mail, r.webhook, r.quiet_from, r.quiet_to, r.is_muted, r.changed_at,
  r.deleted_at,
  (select max(a.raised_at) from reporting.alert a where a.tenant_id = $1 and a.rule_id = r.rule_id)
    as last_raised_at,
  array(select m.account_id from reporting.alert_mute m where m.tenant_id = $1 and m.rule_id = r.rule_id
    order by m.account_id) as muted_by`;

const listStatement = sql(
  'reporting.list_alert_rules',
  `select ${columns} from reporting.alert_rule r where r.tenant_id = $1 and r.deleted_at is null order by r.rule_id`,
);
const findStatement = sql(
  'reporting.find_alert_rule',
  `select ${columns} from reporting.alert_rule r where r.tenant_id = $1 and r.rule_id = $2`,
);
const lockStatement = sql(
  'reporting.lock_alert_rule',
  'select from reporting.alert_rule where tenant_id = $1 and rule_id = $2 for update',
);
const countStatement = sql(
  'reporting.count_alert_rules',
  `select count(*)::integer as rules from reporting.alert_rule where tenant_id = $1 and deleted_at is null`,
);
const saveStatement = sql(
  'reporting.save_alert_rule',
  `insert into reporting.alert_rule as known (tenant_id, rule_id, name, metric, platform, shop_id, shop_ids, currency, kind,
     period, threshold_e4, percent, compare, in_app, mail, webhook, quiet_from, quiet_to, is_muted, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, coalesce($19, false), $20)
   on conflict (tenant_id, rule_id) do update set name = excluded.name, metric = excluded.metric,
     platform = excluded.platform, shop_id = excluded.shop_id, shop_ids = excluded.shop_ids,
     currency = excluded.currency, kind = excluded.kind, period = excluded.period, threshold_e4 = excluded.threshold_e4, percent = excluded.percent,
     compare = excluded.compare, in_app = excluded.in_app, mail = excluded.mail, webhook = excluded.webhook,
     quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, is_muted = coalesce($19, known.is_muted),
     changed_at = excluded.changed_at`,
);
const muteForTeamStatement = sql(
  'reporting.mute_alert_rule_for_team',
  'update reporting.alert_rule set is_muted = $3, changed_at = $4 where tenant_id = $1 and rule_id = $2',
);
const markDeletedStatement = sql(
  'reporting.mark_alert_rule_deleted',
  'update reporting.alert_rule set deleted_at = $3 where tenant_id = $1 and rule_id = $2',
);
const purgeStatement = sql(
  'reporting.purge_alert_rules',
  'delete from reporting.alert_rule where tenant_id = $1 and deleted_at < $2',
);
const muteStatement = sql(
  'reporting.mute_alert_rule',
  `insert into reporting.alert_mute (tenant_id, rule_id, account_id)
   select $1, r.rule_id, $3 from reporting.alert_rule r where r.tenant_id = $1 and r.rule_id = $2
   on conflict (tenant_id, rule_id, account_id) do nothing`,
);
const unmuteStatement = sql(
  'reporting.unmute_alert_rule',
  'delete from reporting.alert_mute where tenant_id = $1 and rule_id = $2 and account_id = $3',
);
const deleteMutesStatement = sql(
  'reporting.delete_alert_mutes_of',
  'delete from reporting.alert_mute where tenant_id = $1 and account_id = $2',
);

function toRule(row: RuleRow): StoredRule {
  const { kind, period, percent, compare, quietFrom, quietTo, ...rest } = row;
  return {
    ...rest,
    condition: toCondition(row),
    quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  };
}

function toCondition(row: RuleRow): AlertCondition {
  const { kind, period, thresholdE4, percent, compare } = row;
  const threshold = toDecimal(thresholdE4 ?? 0n);
  switch (kind) {
    case 'above':
      return { kind, period, threshold };
    case 'below':
      return { kind, period: period === 'today' ? 'yesterday' : period, threshold };
    case 'rise':
    case 'fall':
      return { kind, period, percent: percent ?? 1, compare: compare ?? 'previous' };
    case 'unusual':
      return { kind, period: period === 'today' ? period : 'yesterday' };
  }
}

/** Returns the threshold of a condition in ten-thousandths; null without one. */
export function thresholdOf(condition: AlertCondition): bigint | null {
  if (condition.kind !== 'above' && condition.kind !== 'below') return null;
  const [whole = '0', fraction = ''] = condition.threshold.split('.');
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
}

/** Returns the rules of a team that are not deleted, oldest first. */
export async function listRules(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
): Promise<StoredRule[]> {
  const rows = await database.tenantRead<RuleRow>(tenantId, listStatement, [tenantId]);
  return rows.map(toRule);
}

/** Returns a rule, deleted or not; null if there is none. */
export async function readRule(
  tx: Sql,
  tenantId: string,
  ruleId: string,
): Promise<StoredRule | null> {
  const [row] = await tx.query<RuleRow>(findStatement, [tenantId, ruleId]);
  return row ? toRule(row) : null;
}

/** Like `readRule`; others wait for this transaction before they change it or deliver its alerts. */
export async function lockRule(tx: TenantTransaction, ruleId: string): Promise<StoredRule | null> {
  await tx.query(lockStatement, [tx.tenantId, ruleId]);
  return readRule(tx, tx.tenantId, ruleId);
}

/** Returns the number of the team's rules. Other transactions wait here until this one ends. */
export async function lockRuleCount(tx: TenantTransaction): Promise<number> {
  await lockOfTenant(tx, 'reporting.alert_rule');
  const [row] = await tx.query<{ rules: number }>(countStatement, [tx.tenantId]);
  return row?.rules ?? 0;
}

/** Inserts a rule or replaces it. */
export async function saveRule(
  tx: TenantTransaction,
  ruleId: string,
  rule: Omit<AlertRuleDraft, 'currency'> & { currency: string },
  changedAt: Date,
): Promise<void> {
  const { condition, quietHours, shopIds } = rule;
  const isChange = condition.kind === 'rise' || condition.kind === 'fall';
  await tx.execute(saveStatement, [
    tx.tenantId,
    ruleId,
    rule.name,
    rule.metric,
    rule.platform,
    shopIds.length > 1 ? severalShops : (shopIds[0] ?? null),
    shopIds,
    rule.currency,
    condition.kind,
    condition.period,
    thresholdOf(condition),
    isChange ? condition.percent : null,
    isChange ? condition.compare : null,
    rule.inApp,
    rule.mail,
    rule.webhook,
    quietHours?.from ?? null,
    quietHours?.to ?? null,
    rule.isMuted ?? null,
    changedAt,
  ]);
}

/** Mutes a rule for the whole team, or ends that. */
export async function setRuleMutedForTeam(
  tx: TenantTransaction,
  ruleId: string,
  isMuted: boolean,
  changedAt: Date,
): Promise<void> {
  await tx.execute(muteForTeamStatement, [tx.tenantId, ruleId, isMuted, changedAt]);
}

/** How long a deletion can be undone. */
const undoMs = 86_400_000;

/** Marks a rule as deleted, and deletes the team's rules whose deletion can no longer be undone. */
export async function markRuleDeleted(
  tx: TenantTransaction,
  ruleId: string,
  now: Date,
): Promise<void> {
  await tx.execute(markDeletedStatement, [tx.tenantId, ruleId, now]);
  await tx.execute(purgeStatement, [tx.tenantId, new Date(now.getTime() - undoMs)]);
}

export async function restoreRule(tx: TenantTransaction, ruleId: string): Promise<void> {
  await tx.execute(markDeletedStatement, [tx.tenantId, ruleId, null]);
}

/** Mutes a rule for an account, or ends that. */
export async function setRuleMuted(
  tx: TenantTransaction,
  ruleId: string,
  accountId: string,
  isMuted: boolean,
): Promise<void> {
  const statement = isMuted ? muteStatement : unmuteStatement;
  await tx.execute(statement, [tx.tenantId, ruleId, accountId]);
}

/** Deletes what a former member muted. The rules are the team's. */
export async function deleteMutesOfMember(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.execute(deleteMutesStatement, [tx.tenantId, accountId]);
}
