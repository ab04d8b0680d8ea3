import { createFieldsGuard } from '../editing/useFormDraft.tsx';
import { parseChoice } from '../lists/listParams.ts';
import { periodsOf, type RuleFields } from './ruleDraft.ts';

export const metrics = [
  'gmv',
  'net_sales',
  'orders',
  'units',
  'aov',
  'cancellation_rate',
] as const satisfies readonly RuleFields['metric'][];
export const kinds = [
  'above',
  'below',
  'rise',
  'fall',
  'unusual',
] as const satisfies readonly RuleFields['kind'][];

/** The fields of the editor as texts, of which a stored draft consists. */
type RuleTexts = Readonly<Record<keyof RuleFields, string>>;

export const isRuleTexts = createFieldsGuard<keyof RuleFields>([
  'name',
  'metric',
  'scope',
  'shopIds',
  'currency',
  'kind',
  'period',
  'threshold',
  'percent',
  'compare',
  'inApp',
  'mail',
  'webhook',
  'hasQuietHours',
  'quietFrom',
  'quietTo',
  'version',
]);

export const toRuleTexts = (fields: RuleFields): RuleTexts => ({
  ...fields,
  currency: fields.currency ?? '',
  inApp: String(fields.inApp),
  mail: String(fields.mail),
  webhook: String(fields.webhook),
  hasQuietHours: String(fields.hasQuietHours),
});

/** Returns the fields of the texts. What is not a choice of its field is that of `blank`. */
export function parseRuleTexts(stored: RuleTexts, blank: RuleFields): RuleFields {
  const kind = parseChoice(kinds, stored.kind) ?? blank.kind;
  return {
    ...stored,
    metric: parseChoice(metrics, stored.metric) ?? blank.metric,
    currency: stored.currency === '' ? null : stored.currency,
    kind,
    period: parseChoice(periodsOf(kind), stored.period) ?? 'yesterday',
    compare: parseChoice(['previous', 'year'] as const, stored.compare) ?? blank.compare,
    inApp: stored.inApp === 'true',
    mail: stored.mail === 'true',
    webhook: stored.webhook === 'true',
    hasQuietHours: stored.hasQuietHours === 'true',
  };
}
