import {
  notify,
  parseNotificationFacts,
  type NotificationInput,
} from '../../notifications/index.ts';
import { addDays, localTimes, startOfDay } from '../../platform/calendar.ts';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { FailureCollector } from '../../platform/database/failure-collector.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { toDecimal } from '../../platform/money.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { readScope, type Scope } from '../metrics/scope.ts';
import { dueInstant } from '../report-emails/schedule-times.ts';
import {
  claimEvaluation,
  finishEvaluation,
  insertAlert,
  lockDueAlerts,
  markDelivered,
  nextDeliveryAt,
  purgeAlerts,
} from './alert-store.ts';
import { judge, periodKey, type Judgement } from './judge.ts';
import { readRuleDays, readRuleScope, type TeamCoverage } from './read-days.ts';
import { listRules, readRule, type StoredRule } from './rule-store.ts';

export interface EvaluationDependencies extends ReportDependencies {
  database: Database;
  /** Returns the shops of a tenant that are synced at present. */
  connectedShops(tenantId: string): Promise<readonly string[]>;
  log: Pick<Log, 'warn' | 'error'>;
}

type AlertFacts = NotificationInput['facts'];

const dueStatement = sql(
  'reporting.due_alert_teams',
  'select tenant_id from reporting.due_alert_teams($1, $2)',
);

const maxTeamsPerRead = 200;
/** Teams that are evaluated at once; leaves most of the pool's connections to syncs. */
const concurrency = 3;
/** An evaluation that fails or whose process dies is repeated after this time. */
const leaseMs = 5 * 60_000;
/** After midnight, for the last orders of the day to be read. */
const afterMidnightMs = 10 * 60_000;

/**
 * Evaluates the rules of all teams that are due. Safe to run in several processes at once and to interrupt anywhere: a
 * unique key lets a rule alarm once in a period, and an alert is delivered in the transaction that marks it so.
 *
 * | state of an alert               | next                                                                  |
 * | ------------------------------- | --------------------------------------------------------------------- |
 * | found                           | inserted; nothing if the rule has alarmed in the period               |
 * | inserted, outside quiet hours   | delivered at once                                                     |
 * | inserted, in quiet hours        | delivered at their end                                                |
 * | due, rule muted or deleted      | marked as delivered; nobody gets it                                   |
 */
export async function evaluateDueRules(
  dependencies: EvaluationDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { database, log, now } = dependencies;
  const due = await database.query<{ tenantId: string }>(dueStatement, [now(), maxTeamsPerRead]);
  const drain = async () => {
    for (let next = due.pop(); next && !stopping.aborted; next = due.pop()) {
      const { tenantId } = next;
      await evaluateTeam(dependencies, tenantId).catch((error: unknown) =>
        log.error(
          { event: 'reporting.alert_rules_failed', err: error, tenantId },
          'Alert rules of a team could not all be evaluated; a later poll tries again',
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: concurrency }, drain));
}

async function evaluateTeam(dependencies: EvaluationDependencies, tenantId: string): Promise<void> {
  const { database, now } = dependencies;
  const startedAt = now();
  const claimedUntil = new Date(startedAt.getTime() + leaseMs);
  const isClaimed = await database.tenant(tenantId, (tx) =>
    claimEvaluation(tx, startedAt, claimedUntil),
  );
  if (!isClaimed) return;
  const rules = (await listRules(database, tenantId)).filter(({ isMuted }) => !isMuted);
  const team: TeamCoverage = {
    coverage: await dependencies.readCoverage(tenantId),
    connected: await dependencies.connectedShops(tenantId),
  };
  const { timeZone } = await readScope(database, tenantId, {});
  const found: Finding[] = [];
  const midnights = [nextMidnight(timeZone, startedAt)];
  const failures = new FailureCollector();
  for (const rule of rules) {
    const evaluated = await failures.attempt(() =>
      evaluateRule(dependencies, tenantId, { rule, team, startedAt }),
    );
    if (evaluated === null) continue;
    midnights.push(evaluated.midnight);
    if (evaluated.finding) found.push(evaluated.finding);
  }
  await database.tenant(tenantId, async (tx) => {
    for (const { rule, facts, key } of found) {
      await insertAlert(tx, {
        ruleId: rule.ruleId,
        periodKey: key,
        finding: facts,
        raisedAt: startedAt,
        deliverAt: deliveryTime(rule.quietHours, timeZone, startedAt),
      });
    }
    await deliverDue(tx, startedAt);
    await purgeAlerts(tx, startedAt);
    const nextDelivery = await nextDeliveryAt(tx);
    const times = [...midnights, ...(nextDelivery ? [nextDelivery] : [])].map((time) =>
      time.getTime(),
    );
    // Rules that failed are repeated when the claim ends.
    if (!failures.isEmpty) return;
    await finishEvaluation(tx, claimedUntil, new Date(Math.min(...times)));
  });
  failures.throwFirst();
}

interface Finding {
  rule: StoredRule;
  facts: AlertFacts;
  key: string;
}

/** Judges a rule; null if none of its shops is synced at present. */
async function evaluateRule(
  dependencies: EvaluationDependencies,
  tenantId: string,
  { rule, team, startedAt }: { rule: StoredRule; team: TeamCoverage; startedAt: Date },
): Promise<{ midnight: Date; finding: Finding | null } | null> {
  const scope = await ruleScope(dependencies.database, tenantId, rule);
  if (!scope?.shops.some(({ shopId }) => team.connected.includes(shopId))) return null;
  const midnight = nextMidnight(scope.timeZone, startedAt);
  const today = localTimes(scope.timeZone)(startedAt).day;
  const days = await readRuleDays(dependencies, tenantId, {
    rule,
    scope,
    team,
    asOfDays: [today],
  });
  const judgement = judge(rule, today, days);
  if (!judgement.isAlarm) return { midnight, finding: null };
  const facts = toFacts(rule, scope, judgement);
  return { midnight, finding: { rule, facts, key: periodKey(rule.condition, judgement.to) } };
}

/** Returns the scope of a rule; null for shops or a currency that are gone. */
async function ruleScope(
  database: Database,
  tenantId: string,
  rule: StoredRule,
): Promise<Scope | null> {
  return readRuleScope(database, tenantId, rule).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
}

function toFacts(rule: StoredRule, scope: Scope, judgement: Judgement): AlertFacts {
  const { ruleId, name, metric, condition, platform, shopIds } = rule;
  const { from, to, valueE4, baselineE4, lowE4, highE4 } = judgement;
  const decimal = (amount: bigint | null) => (amount === null ? null : toDecimal(amount));
  return {
    ...(platform !== null && { platform }),
    // The shops of a rule about all of them are not named: one that is muted mutes no rule.
    shops: shopIds.length === 0 ? [] : namedShops(scope),
    from,
    to,
    currency: scope.currency,
    alert: {
      ruleId,
      rule: name,
      metric,
      condition,
      value: toDecimal(valueE4 ?? 0n),
      baseline: decimal(baselineE4),
      low: decimal(lowE4),
      high: decimal(highE4),
      channels: { inApp: rule.inApp, mail: rule.mail, webhook: rule.webhook },
      mutedBy: [],
    },
  };
}

function namedShops({ shops }: Scope): AlertFacts['shops'] {
  return shops.map(({ shopId: id, name, platform }) => ({
    id,
    name,
    ...(shops.length > 1 && { platform }),
  }));
}

/** Delivers the alerts that are due, with the channels and the mutes that the rule has now. */
async function deliverDue(tx: TenantTransaction, now: Date): Promise<void> {
  for (const due of await lockDueAlerts(tx, now)) {
    const { ruleId, periodKey: key } = due;
    const rule = await readRule(tx, tx.tenantId, ruleId);
    await markDelivered(tx, due, now);
    if (!rule || rule.isMuted || rule.deletedAt) continue;
    const facts = parseNotificationFacts(due.finding);
    if (!facts.alert) continue;
    const { inApp, mail, webhook, mutedBy } = rule;
    const alert = {
      ...facts.alert,
      channels: { inApp, mail, webhook },
      mutedBy: [...mutedBy],
    };
    await notify(
      tx,
      {
        kind: 'alert_raised',
        key: `${ruleId}:${key}`,
        subject: `alert_rule:${ruleId}`,
        facts: { ...facts, alert },
      },
      now,
    );
  }
}

/** Returns when an alert is delivered: now, or at the end of the quiet hours if it is in them. */
export function deliveryTime(
  quietHours: StoredRule['quietHours'],
  timeZone: string,
  now: Date,
): Date {
  if (quietHours === null) return now;
  const { from, to } = quietHours;
  const { day, minute } = localTimes(timeZone)(now);
  const hour = Math.floor(minute / 60);
  const isQuiet = from <= to ? from <= hour && hour < to : hour >= from || hour < to;
  if (!isQuiet) return now;
  return dueInstant({ rhythm: 'daily', hour: to, timeZone }, hour < to ? day : addDays(day, 1));
}

function nextMidnight(timeZone: string, now: Date): Date {
  const today = localTimes(timeZone)(now).day;
  const at = [startOfDay(today, timeZone), startOfDay(addDays(today, 1), timeZone)]
    .map((midnight) => new Date(midnight.getTime() + afterMidnightMs))
    .find((time) => time > now);
  return at ?? new Date(now.getTime() + afterMidnightMs);
}
