import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Nullable, Platform, Uuid } from '../values.ts';

/** Metrics of the dictionary that a rule can watch: those that the report shows by day and by hour. */
export const AlertMetric = Type.Enum([
  'gmv',
  'net_sales',
  'orders',
  'units',
  'aov',
  'cancellation_rate',
]);
export type AlertMetric = Static<typeof AlertMetric>;

/** The days that a rule judges. `last_7_days` ends yesterday. */
export const AlertPeriod = Type.Enum(['today', 'yesterday', 'last_7_days']);
export type AlertPeriod = Static<typeof AlertPeriod>;

/** A value in the metric’s unit, without a sign: an amount of money, a count, or a share from 0 to 1. */
const Threshold = Type.String({ pattern: '^\\d{1,13}(\\.\\d{1,4})?$', examples: ['5000000'] });

const AlertComparison = Type.Enum(['previous', 'year']);

/** `below` is judged once the days are read completely, so it has no `today`. */
export const AlertCondition = Type.Union([
  Type.Object(
    { kind: Type.Literal('above'), period: AlertPeriod, threshold: Threshold },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('below'),
      period: Type.Enum(['yesterday', 'last_7_days']),
      threshold: Threshold,
    },
    { additionalProperties: false },
  ),
  /** A change of more than `percent` against the days that the report compares with. */
  Type.Object(
    {
      kind: Type.Literal('rise'),
      period: AlertPeriod,
      percent: Type.Integer({ minimum: 1, maximum: 1000 }),
      compare: AlertComparison,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('fall'),
      period: AlertPeriod,
      percent: Type.Integer({ minimum: 1, maximum: 99 }),
      compare: AlertComparison,
    },
    { additionalProperties: false },
  ),
  /** Outside the range that is usual for this weekday; see docs/metrics.md. */
  Type.Object(
    {
      kind: Type.Literal('unusual'),
      period: Type.Enum(['today', 'yesterday']),
    },
    { additionalProperties: false },
  ),
]);
export type AlertCondition = Static<typeof AlertCondition>;

/** Hours of the team’s clock between which alerts are held back. `from` may be later than `to`. */
const QuietHours = Type.Object(
  {
    from: Type.Integer({ minimum: 0, maximum: 23 }),
    to: Type.Integer({ minimum: 0, maximum: 23 }),
  },
  { additionalProperties: false },
);

/** What a rule watches: the shops as the report’s filter has them, and a condition. */
const watched = {
  metric: AlertMetric,
  /** One marketplace; null for all. */
  platform: Nullable(Platform),
  /** Shops of the team, at most as many as the address of a report holds; empty for all. */
  shopIds: Type.Array(Uuid, { maxItems: 100 }),
  /** Null: the report’s own choice. */
  currency: Nullable(Currency),
  condition: AlertCondition,
};

export const AlertRuleDraft = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80 }),
    ...watched,
    inApp: Type.Boolean(),
    mail: Type.Boolean(),
    webhook: Type.Boolean(),
    quietHours: Nullable(QuietHours),
    /** Muted for the whole team; kept as it is if absent. */
    isMuted: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type AlertRuleDraft = Static<typeof AlertRuleDraft>;

export const AlertRule = Type.Object({
  ...AlertRuleDraft.properties,
  id: Uuid,
  currency: Currency,
  isMuted: Type.Boolean(),
  /** Muted for the caller only. */
  isMutedForYou: Type.Boolean(),
  lastRaisedAt: Nullable(Instant),
  /** Grows with every change. A change sends the version that it is based on. Absent from earlier releases, like the next. */
  version: Type.Optional(Type.Integer()),
  updatedAt: Type.Optional(Instant),
});
export type AlertRule = Static<typeof AlertRule>;

export const AlertRuleList = Type.Object({
  items: Type.Array(AlertRule),
  /** The team’s zone, in which quiet hours are. */
  timeZone: Type.String(),
  mailAvailable: Type.Boolean(),
  maxPerTeam: Type.Integer(),
});
export type AlertRuleList = Static<typeof AlertRuleList>;

export const AlertPreview = Type.Object({
  currency: Currency,
  timeZone: Type.String(),
  days: Type.Array(
    Type.Object({
      day: Day,
      /** The figure on which the rule would have been judged; null without one. */
      value: Nullable(Amount),
      /** Lower and upper end of what does not alarm; null where there is none. */
      low: Nullable(Amount),
      high: Nullable(Amount),
      isAlarm: Type.Boolean(),
    }),
  ),
});
export type AlertPreview = Static<typeof AlertPreview>;

/** In the address, where servers of earlier releases ignore it; in the body they refuse it. */
const BasedOn = Type.Object({
  /** Version that the change is based on; 409 `changed_meanwhile` when it is not the latest. Unchecked if absent. */
  version: Type.Optional(Type.Integer({ minimum: 0 })),
});

const MuteChange = Type.Object({ isMuted: Type.Boolean() }, { additionalProperties: false });
const ruleParams = Type.Object({ ruleId: Uuid });

export const alertRuleRoutes = {
  listAlertRules: {
    ...endpoints.listAlertRules,
    summary: 'Lists the alert rules of the team',
    access: 'session',
    status: 200,
    response: AlertRuleList,
  },
  createAlertRule: {
    ...endpoints.createAlertRule,
    summary: 'Creates an alert rule',
    access: 'session',
    minimumRole: 'member',
    status: 201,
    body: AlertRuleDraft,
    response: AlertRule,
  },
  changeAlertRule: {
    ...endpoints.changeAlertRule,
    summary: 'Changes an alert rule',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    params: ruleParams,
    query: BasedOn,
    body: AlertRuleDraft,
    response: AlertRule,
  },
  deleteAlertRule: {
    ...endpoints.deleteAlertRule,
    summary: 'Deletes an alert rule. It can be restored for at least a day',
    access: 'session',
    minimumRole: 'member',
    status: 204,
    params: ruleParams,
    response: Type.Null(),
  },
  restoreAlertRule: {
    ...endpoints.restoreAlertRule,
    summary: 'Restores an alert rule that was deleted',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    params: ruleParams,
    response: AlertRule,
  },
  muteAlertRuleForTeam: {
    ...endpoints.muteAlertRuleForTeam,
    summary: 'Mutes an alert rule for the whole team, or ends that',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    params: ruleParams,
    body: MuteChange,
    response: AlertRule,
  },
  muteAlertRule: {
    ...endpoints.muteAlertRule,
    summary: 'Mutes an alert rule for the caller, or ends that',
    access: 'session',
    status: 200,
    params: ruleParams,
    body: MuteChange,
    response: AlertRule,
  },
  previewAlertRule: {
    ...endpoints.previewAlertRule,
    summary: 'Returns on which of the last 60 days a rule would have alarmed',
    access: 'session',
    status: 200,
    body: Type.Object(watched, { additionalProperties: false }),
    response: AlertPreview,
  },
} as const satisfies Routes;
