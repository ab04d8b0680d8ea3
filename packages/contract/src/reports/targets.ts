import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Nullable, Uuid } from '../values.ts';

/** A calendar month. */
const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-11'] });

export const TargetMetric = Type.Enum(['gmv', 'netSales']);
export type TargetMetric = Static<typeof TargetMetric>;

export const TargetQuery = Type.Object({
  month: Month,
  /** One shop; the whole team when absent. */
  shop: Type.Optional(Uuid),
  /** As in the report: by default, the currency that most of the shops sell in. */
  currency: Type.Optional(Currency),
});
export type TargetQuery = Static<typeof TargetQuery>;

export const TargetProgress = Type.Object({
  metric: TargetMetric,
  amount: Amount,
  /** Sum of the month’s days so far, today included. */
  reached: Amount,
  /** reached ÷ amount. */
  share: Type.Number(),
  /**
   * Mean of the full days so far × days of the month, in whole units of the currency. Null before the fourth day of
   * the month, after its end and while days are loading.
   */
  projected: Nullable(Amount),
  /**
   * What the rest of the month has to bring a day, today included, in whole units of the currency. Null when the
   * target is reached, after the month and while days are loading.
   */
  neededPerDay: Nullable(Amount),
});
export type TargetProgress = Static<typeof TargetProgress>;

export const MonthTargets = Type.Object({
  month: Month,
  from: Day,
  to: Day,
  currency: Currency,
  /** Days of the month that are not over. */
  daysLeft: Type.Integer(),
  /** Days of the month so far that are not completely synced. */
  daysLoading: Type.Integer(),
  /** Whether the caller may set targets. */
  mayChange: Type.Boolean(),
  /** At most one of each metric, GMV first. */
  items: Type.Array(TargetProgress),
});
export type MonthTargets = Static<typeof MonthTargets>;

const TargetsQuery = Type.Object({
  from: Month,
  to: Month,
  metric: TargetMetric,
  /** One shop; the whole team when absent. */
  shop: Type.Optional(Uuid),
  currency: Currency,
});

export const TargetList = Type.Object({
  /** The months with a target, in order; at most 240. */
  items: Type.Array(Type.Object({ month: Month, amount: Amount })),
});
export type TargetList = Static<typeof TargetList>;

export const SaveTarget = Type.Object(
  {
    month: Month,
    /** Null for the whole team. */
    shop: Nullable(Uuid),
    currency: Currency,
    metric: TargetMetric,
    /** Null removes the target. */
    amount: Nullable(Amount),
  },
  { additionalProperties: false },
);
export type SaveTarget = Static<typeof SaveTarget>;

export const targetRoutes = {
  readTargets: {
    ...endpoints.readTargets,
    summary: 'Returns the targets of a month and how far they are reached',
    access: 'session',
    status: 200,
    query: TargetQuery,
    response: MonthTargets,
  },
  listTargets: {
    ...endpoints.listTargets,
    summary: 'Lists the targets of several months, without their progress',
    access: 'session',
    status: 200,
    query: TargetsQuery,
    response: TargetList,
  },
  saveTarget: {
    ...endpoints.saveTarget,
    summary: 'Sets or removes the target of a month, for the whole team or one shop',
    access: 'session',
    minimumRole: 'member',
    status: 204,
    body: SaveTarget,
    response: Type.Null(),
  },
} as const satisfies Routes;
