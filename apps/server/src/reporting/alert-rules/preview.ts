import type { AlertPreview, RequestBody } from '@seller-connect/contract';
import { addDays, localDays } from '../../platform/calendar.ts';
import { toDecimal } from '../../platform/money.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { judge, judgedDays, periodKey, type RuleDays, type WatchedMetric } from './judge.ts';
import { readRuleDays, readRuleScope } from './read-days.ts';
import type { EvaluationDependencies } from './evaluate-rules.ts';
import { thresholdOf } from './rule-store.ts';

const previewDays = 60;

/**
 * Returns what a rule would have said about each of the last 60 full days, one alarm in a period. A rule about today is
 * judged on the whole days.
 */
export async function previewRule(
  dependencies: ReportDependencies & Pick<EvaluationDependencies, 'connectedShops'>,
  tenantId: string,
  watched: RequestBody<'previewAlertRule'>,
): Promise<AlertPreview> {
  const { metric, condition } = watched;
  const rule: WatchedMetric = { metric, condition, thresholdE4: thresholdOf(condition) };
  const [scope, coverage, connected] = await Promise.all([
    readRuleScope(dependencies.database, tenantId, watched),
    dependencies.readCoverage(tenantId),
    dependencies.connectedShops(tenantId),
  ]);
  const today = localDays(scope.timeZone)(dependencies.now());
  const asOfDays = Array.from({ length: previewDays }, (_, index) => {
    const last = condition.period === 'today' ? addDays(today, -1) : today;
    return addDays(last, index + 1 - previewDays);
  });
  const team = { coverage, connected };
  const days = await readRuleDays(dependencies, tenantId, { rule, scope, team, asOfDays });
  return {
    currency: scope.currency,
    timeZone: scope.timeZone,
    days: judgeDays(rule, asOfDays, days),
  };
}

/** Judges a rule as of each of some days, oldest first. */
export function judgeDays(
  rule: WatchedMetric,
  asOfDays: readonly string[],
  days: RuleDays,
): AlertPreview['days'] {
  const alarmed = new Set<string>();
  const decimal = (amount: bigint | null) => (amount === null ? null : toDecimal(amount));
  return asOfDays.map((asOf) => {
    const { valueE4, lowE4, highE4, isAlarm } = judge(rule, asOf, days);
    const { to } = judgedDays(rule, asOf);
    const key = periodKey(rule.condition, to);
    const isFirst = isAlarm && !alarmed.has(key);
    if (isFirst) alarmed.add(key);
    return {
      day: to,
      value: decimal(valueE4),
      low: decimal(lowE4),
      high: decimal(highE4),
      isAlarm: isFirst,
    };
  });
}
