import {
  AlertCondition,
  AlertMetric,
  Nullable,
  Platform,
  TeamRole,
} from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** The text and link of a notification in one language. */
export interface RenderedNotification {
  title: string;
  text: string;
  action: { label: string; href: string };
}

const LocalizedTextShape = Type.Object({ vi: Type.String(), en: Type.String() });

const NullableDecimal = Nullable(Type.String());

const AlertShape = Type.Object({
  ruleId: Type.String(),
  /** Name of the rule. */
  rule: Type.String(),
  metric: AlertMetric,
  condition: AlertCondition,
  value: Type.String(),
  /** The value of the comparison, or the median of what is usual. */
  baseline: NullableDecimal,
  /** Ends of the range in which the rule does not alarm. */
  low: NullableDecimal,
  high: NullableDecimal,
  /** Where the rule's alerts go, beside each recipient's own choice. */
  channels: Type.Object({ inApp: Type.Boolean(), mail: Type.Boolean(), webhook: Type.Boolean() }),
  /** Accounts that muted the rule. */
  mutedBy: Type.Array(Type.String()),
});
export type AlertFacts = Static<typeof AlertShape>;

const FactsShape = Type.Object({
  platform: Type.Optional(Platform),
  shops: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      /** Named beside the shop; set where there are several, on marketplaces that often know one name. */
      platform: Type.Optional(Platform),
    }),
  ),
  /** Why a consent is not valid any more. */
  reason: Type.Optional(Type.Enum(['refused', 'ended', 'renewal_lost'])),
  /** Whether a shop moved to this team or away from it. */
  moved: Type.Optional(Type.Enum(['here', 'away'])),
  /** When a consent or report access ends, ISO 8601 UTC. */
  endsAt: Type.Optional(Type.String()),
  /** Start of the condition, ISO 8601 UTC. For `data_late`: the instant up to which orders are synced. */
  since: Type.Optional(Type.String()),
  /** Time zone of the shop, for `since`. */
  timeZone: Type.Optional(Type.String()),
  /** First and last day, in the shop's time zone. */
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  /** Measured amount and its baseline, as decimals. */
  amounts: Type.Optional(
    Type.Object({ now: Type.String(), baseline: Type.String(), currency: Type.String() }),
  ),
  /** Currency of the shop's report, for the link. */
  currency: Type.Optional(Type.String()),
  /** Measured share and its baseline, 0 to 1. */
  shares: Type.Optional(Type.Object({ now: Type.Number(), baseline: Type.Number() })),
  /** Number of overdue orders. */
  orders: Type.Optional(Type.Integer()),
  /** Value of the orders, what campaigns spent, or what products sell a day, as a decimal. */
  worth: Type.Optional(Type.Object({ amount: Type.String(), currency: Type.String() })),
  /** Days after delivery from which a payout is overdue, or within which a stock is sold out. */
  days: Type.Optional(Type.Integer()),
  /** Names of campaigns, highest spend first. */
  campaigns: Type.Optional(Type.Array(Type.String())),
  /** Some of the products with low stock, best-selling first; 0 days are left of one that is sold out. */
  products: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), daysLeft: Type.Integer() })),
  ),
  /** Number of all products with low stock. */
  productCount: Type.Optional(Type.Integer()),
  /** Current role of the member. */
  role: Type.Optional(TeamRole),
  /** The actor, who is not notified unless the kind says so (`toActor`). */
  by: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Name of a report access. */
  access: Type.Optional(Type.String()),
  /** Name of a saved view. */
  view: Type.Optional(Type.String()),
  /** What an alert rule found. Values are decimals in the metric's unit. */
  alert: Type.Optional(AlertShape),
  /** Message that the screen showed when it failed. */
  problem: Type.Optional(LocalizedTextShape),
});
/** Values that a notification is rendered from. */
export type Facts = Static<typeof FactsShape>;
const Facts = Compile(FactsShape);

/**
 * Parses stored facts.
 * @throws if they have another shape
 */
export function parseFacts(stored: unknown): Facts {
  if (!Facts.Check(stored)) throw new Error('The facts of a notification have another shape');
  return stored;
}

/** Returns whether stored facts have the shape that this release knows. */
export function isKnownFacts(stored: unknown): stored is Facts {
  return Facts.Check(stored);
}
