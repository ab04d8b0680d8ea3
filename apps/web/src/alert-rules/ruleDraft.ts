import type {
  AlertCondition,
  AlertMetric,
  AlertPeriod,
  AlertRule,
  AlertRuleDraft,
  Shop,
} from '@seller-connect/contract';
import { parseMoney } from '@seller-connect/ui';
import { groupAmount } from '../forms/AmountField.tsx';
import { sharedTexts, partnerName } from '../i18n/index.ts';
import { parseMarketplace, severalShops, shopOptions } from '../shops/shopFilter.ts';
import { formatScope } from './formatRule.ts';
import type { WatchedMetric } from './ruleQueries.ts';
import { texts } from './texts.ts';

/** The fields of the editor as they are typed. */
export interface RuleFields {
  readonly name: string;
  readonly metric: AlertMetric;
  /** A marketplace, the id of a shop, `severalShops`, or empty for all. */
  readonly scope: string;
  /** The several shops, comma-separated. */
  readonly shopIds: string;
  /** Null: the report's own choice. */
  readonly currency: string | null;
  readonly kind: AlertCondition['kind'];
  readonly period: AlertPeriod;
  readonly threshold: string;
  readonly percent: string;
  readonly compare: 'previous' | 'year';
  readonly inApp: boolean;
  readonly mail: boolean;
  readonly webhook: boolean;
  readonly hasQuietHours: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
  /** Version of the rule that the fields are based on; empty for a new rule, and where an earlier release serves it. */
  readonly version: string;
}

/** What a rule watches, without its condition. */
export type WatchedScope = Pick<AlertRuleDraft, 'metric' | 'platform' | 'shopIds' | 'currency'>;

/** The scope of a new rule where none is shown. */
export const defaultScope: WatchedScope = {
  metric: 'gmv',
  platform: null,
  shopIds: [],
  currency: null,
};

/** Returns the fields of a rule, or of a new one about a scope. */
export function toFields(rule: AlertRule | null, scope: WatchedScope = defaultScope): RuleFields {
  const watched = rule ?? scope;
  const condition = rule?.condition ?? { kind: 'below', period: 'yesterday', threshold: '' };
  return {
    name: rule?.name ?? '',
    metric: watched.metric,
    ...toScope(watched),
    currency: watched.currency,
    kind: condition.kind,
    period: condition.period,
    threshold:
      rule && 'threshold' in condition ? toThresholdText(rule.metric, condition.threshold) : '',
    percent: 'percent' in condition ? String(condition.percent) : '20',
    compare: 'compare' in condition ? condition.compare : 'previous',
    inApp: rule?.inApp ?? true,
    mail: rule?.mail ?? true,
    webhook: rule?.webhook ?? false,
    hasQuietHours: rule ? rule.quietHours !== null : false,
    quietFrom: String(rule?.quietHours?.from ?? 22),
    quietTo: String(rule?.quietHours?.to ?? 7),
    version: versionOf(rule),
  };
}

export const versionOf = (rule: AlertRule | null) => String(rule?.version ?? '');

function toScope({ platform, shopIds }: WatchedScope): Pick<RuleFields, 'scope' | 'shopIds'> {
  const [first] = shopIds;
  return {
    scope: shopIds.length > 1 ? severalShops : (first ?? platform ?? ''),
    shopIds: shopIds.join(','),
  };
}

export const shopIdsOf = ({ shopIds }: Pick<RuleFields, 'shopIds'>) =>
  shopIds.split(',').filter((id) => id !== '');

export const isShopMissing = (fields: RuleFields) =>
  fields.scope === severalShops && shopIdsOf(fields).length === 0;

function toThresholdText(metric: AlertMetric, threshold: string): string {
  const whole =
    metric === 'cancellation_rate'
      ? String(Math.round(Number(threshold) * 100))
      : (threshold.split('.')[0] ?? '');
  return groupAmount(whole);
}

/** Periods that a condition can have. What is below is known once days are over. */
export function periodsOf(kind: AlertCondition['kind']): readonly AlertPeriod[] {
  if (kind === 'below') return ['yesterday', 'last_7_days'];
  return kind === 'unusual' ? ['today', 'yesterday'] : ['today', 'yesterday', 'last_7_days'];
}

export const maxPercentOf = (kind: AlertCondition['kind']) => (kind === 'fall' ? 99 : 1000);

/** Returns the fields with another condition, and a period that it can have. */
export function withKind(fields: RuleFields, kind: AlertCondition['kind']): RuleFields {
  const period = periodsOf(kind).includes(fields.period) ? fields.period : 'yesterday';
  return { ...fields, kind, period };
}

/** Returns the fields with another scope. Several shops begin with those of the scope before, except all. */
export function withScope(
  { scope: before, shopIds }: RuleFields,
  scope: string,
  shops: readonly Shop[],
): Pick<RuleFields, 'scope' | 'shopIds' | 'currency'> {
  const isBefore = ({ id, platform }: Shop) => id === before || platform === before;
  const begun = shops.filter(isBefore).map(({ id }) => id);
  return {
    scope,
    shopIds: scope === severalShops && begun.length > 0 ? begun.join(',') : shopIds,
    currency: null,
  };
}

/** Returns what the fields watch, or null while a number or the shops are missing. */
export function toWatched(fields: RuleFields): WatchedMetric | null {
  const { metric, currency } = fields;
  const condition = toCondition(fields);
  if (condition === null || isShopMissing(fields)) return null;
  return { metric, ...scopeOf(fields), currency, condition };
}

/** Returns the marketplace or the shops of the fields. */
function scopeOf(fields: RuleFields): Pick<WatchedScope, 'platform' | 'shopIds'> {
  const { scope } = fields;
  const platform = parseMarketplace(scope);
  if (scope === severalShops) return { platform, shopIds: shopIdsOf(fields) };
  return { platform, shopIds: platform || !scope ? [] : [scope] };
}

/** Returns the condition of the fields, or null while a number is missing. */
export function toCondition(fields: RuleFields): AlertCondition | null {
  const { kind, period, compare } = fields;
  switch (kind) {
    case 'above':
    case 'below': {
      const threshold = toThreshold(fields);
      if (threshold === null) return null;
      if (kind === 'above') return { kind, period, threshold };
      return { kind, period: period === 'today' ? 'yesterday' : period, threshold };
    }
    case 'rise':
    case 'fall': {
      const percent = /^\d{1,4}$/.test(fields.percent) ? Number(fields.percent) : 0;
      if (percent < 1 || percent > maxPercentOf(kind)) return null;
      return { kind, period, percent, compare };
    }
    case 'unusual':
      return { kind, period: period === 'today' ? period : 'yesterday' };
  }
}

/** Returns the threshold in the metric's unit, or null if it is no whole number of at most 13 digits. */
function toThreshold({ metric, threshold }: RuleFields): string | null {
  const parsed = parseMoney(threshold);
  if (!('amount' in parsed) || parsed.amount.length > 13) return null;
  if (metric !== 'cancellation_rate') return parsed.amount;
  const percent = Number(parsed.amount);
  return percent <= 100 ? String(percent / 100) : null;
}

/** Returns the rule of the fields, or null while something is missing. */
export function toDraft(fields: RuleFields): AlertRuleDraft | null {
  const watched = toWatched(fields);
  const { inApp, mail, webhook, hasQuietHours, quietFrom, quietTo } = fields;
  const name = fields.name.trim();
  if (watched === null || name === '') return null;
  const quietHours = hasQuietHours ? { from: Number(quietFrom), to: Number(quietTo) } : null;
  return { name, ...watched, inApp, mail, webhook, quietHours };
}

/**
 * All shops, then each marketplace with several shops or chosen, the shops, and the choice of several. Last is the scope of
 * the fields where it is none of these: its shop was deleted, or the shops are not loaded.
 */
export function scopeOptions(
  shops: readonly Shop[],
  fields: RuleFields,
): { value: string; label: string }[] {
  const ofShops = shopOptions(shops);
  const platforms = [...new Set(shops.map(({ platform }) => platform))];
  const several = platforms.filter(
    (platform) =>
      platform === fields.scope ||
      (platforms.length > 1 &&
        parseMarketplace(platform) !== null &&
        shops.filter((shop) => shop.platform === platform).length > 1),
  );
  const options = [
    { value: '', label: texts.allShops },
    ...several.map((platform) => ({
      value: platform,
      label: texts.allShopsOf(partnerName(platform)),
    })),
    ...ofShops,
    ...(ofShops.length > 1 ? [{ value: severalShops, label: sharedTexts.severalShops }] : []),
  ];
  return options.some(({ value }) => value === fields.scope)
    ? options
    : [...options, { value: fields.scope, label: formatScope(scopeOf(fields), shops) }];
}
