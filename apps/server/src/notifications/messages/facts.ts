import { Platform, TeamRole } from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

const LocalizedTextShape = Type.Object({ vi: Type.String(), en: Type.String() });

const FactsShape = Type.Object({
  platform: Type.Optional(Platform),
  shops: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Why a consent does not hold any more. */
  reason: Type.Optional(
    Type.Union([Type.Literal('refused'), Type.Literal('ended'), Type.Literal('renewal_lost')]),
  ),
  /** Where a shop has moved, seen from the team. */
  moved: Type.Optional(Type.Union([Type.Literal('here'), Type.Literal('away')])),
  /** When a consent or an access ends, ISO 8601 UTC. */
  endsAt: Type.Optional(Type.String()),
  /** Since when something is as it is, ISO 8601 UTC. */
  since: Type.Optional(Type.String()),
  /** First and last day that it is about, of the shop's own calendar. */
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  /** Money as it was, and as it usually is: decimals. */
  amounts: Type.Optional(
    Type.Object({ now: Type.String(), baseline: Type.String(), currency: Type.String() }),
  ),
  /** The currency of the shop's own figures, which a link leads to. */
  currency: Type.Optional(Type.String()),
  /** A share as it was, and as it usually is: 0 to 1. */
  shares: Type.Optional(Type.Object({ now: Type.Number(), baseline: Type.Number() })),
  /** How many orders it is about, what they or their like are worth, and for how many days they have waited. */
  orders: Type.Optional(Type.Integer()),
  worth: Type.Optional(Type.Object({ amount: Type.String(), currency: Type.String() })),
  days: Type.Optional(Type.Integer()),
  /** Names of campaigns, the dearest first. */
  campaigns: Type.Optional(Type.Array(Type.String())),
  /** What a member of the team is now. */
  role: Type.Optional(TeamRole),
  /** Who did it, who needs not be told. */
  by: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
  /** What an access for a reporting tool is called. */
  access: Type.Optional(Type.String()),
  /** What the person was told when it failed. */
  problem: Type.Optional(LocalizedTextShape),
});
/** What the words of a notification are made of. */
export type Facts = Static<typeof FactsShape>;
const Facts = Compile(FactsShape);

/** Reads stored facts. @throws when they have another shape */
export function parseFacts(stored: unknown): Facts {
  if (!Facts.Check(stored)) throw new Error('The facts of a notification have another shape');
  return stored;
}
