import type { TeamRole } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { queueLetter } from '../../platform/mail/mail-queue.ts';
import { readFacts } from '../messages/facts.ts';
import { asKind, kindRules } from '../messages/kinds.ts';
import { channelsFor, readPreferences } from './preferences.ts';

/** A member of a team, as somebody who is told things. */
export interface Recipient {
  accountId: string;
  role: TeamRole;
  /** Where their letters go: a confirmed address. Null when there is none. */
  email: string | null;
}

/** The kind of our letters in the mail queue. */
export const notificationLetter = 'notifications.letter';

export interface SpreadParts {
  database: Database;
  recipients(tenantId: string): Promise<Recipient[]>;
  /** False where no mail server is configured. */
  canSendLetters: boolean;
  now: () => Date;
}

const take = sql(
  'notifications.take_events',
  `select event_id, kind, account_id, data, resolved_at from notifications.event
   where tenant_id = $1 and spread_at is null order by event_id limit 100 for update skip locked`,
);
const deliver = sql(
  'notifications.deliver',
  `insert into notifications.delivery (tenant_id, account_id, event_id, in_app)
   values ($1, $2, $3, $4) on conflict (tenant_id, account_id, event_id) do nothing`,
);
const spreadStatement = sql(
  'notifications.mark_spread',
  'update notifications.event set spread_at = $3 where tenant_id = $1 and event_id = any($2::uuid[])',
);
const forget = sql(
  'notifications.forget',
  'delete from notifications.event where tenant_id = $1 and occurred_at < $2 and spread_at is not null',
);
const postpone = sql(
  'notifications.postpone',
  `update notifications.event set next_try_at = now() + $2 * interval '1 millisecond'
   where tenant_id = $1 and spread_at is null`,
);

const dayMs = 24 * 3_600_000;
/** Longer ago is of no use to anybody. */
const keptMs = 180 * dayMs;
/** A letter that could not be sent for this long is not sent any more. */
const letterValidMs = 3 * dayMs;
const pauseMs = 60_000;

/**
 * Passes on what happened to the people of one tenant, in the application and to the mail queue, in one transaction:
 * it may be run again at any time, also by two processes at once, and nobody is told twice or not at all.
 */
export async function spread(parts: SpreadParts, tenantId: string): Promise<void> {
  const { database, canSendLetters, now } = parts;
  try {
    const people = await parts.recipients(tenantId);
    await database.tenant(tenantId, (tx) => tellPeople(tx, people, canSendLetters, now()));
  } catch (error) {
    await database.tenant(tenantId, (tx) => tx.execute(postpone, [tenantId, pauseMs]));
    throw error;
  }
}

interface Taken {
  event_id: string;
  kind: string;
  account_id: string | null;
  data: unknown;
  resolved_at: Date | null;
}

async function tellPeople(
  tx: TenantTransaction,
  people: readonly Recipient[],
  canSendLetters: boolean,
  now: Date,
): Promise<void> {
  const { tenantId } = tx;
  const events = await tx.query<Taken>(take, [tenantId]);
  if (events.length === 0) return;
  const preferenceOf = await readPreferences(
    tx,
    tenantId,
    people.map((person) => person.accountId),
  );
  for (const event of events) {
    const kind = asKind(event.kind);
    // What was put right before anybody was told needs no telling.
    if (kind === null || event.resolved_at !== null) continue;
    const { shops, by } = readFacts(event.data);
    const shopIds = shops.map((shop) => shop.id);
    for (const person of people) {
      if (event.account_id !== null && event.account_id !== person.accountId) continue;
      const rules = kindRules[kind];
      if (by?.id === person.accountId ? !rules.toActor : !rules.roles.includes(person.role))
        continue;
      const { inApp, mail } = channelsFor(preferenceOf(person.accountId), kind, shopIds);
      const { accountId } = person;
      const to = mail && canSendLetters ? person.email : null;
      if (!inApp && to === null) continue;
      await tx.execute(deliver, [tenantId, accountId, event.event_id, inApp]);
      if (to === null) continue;
      const data = { tenantId, accountId, eventId: event.event_id };
      // Beyond the letters of a day the application alone tells it.
      await queueLetter(tx, notificationLetter, { to, data, validForMs: letterValidMs });
    }
  }
  const ids = events.map((event) => event.event_id);
  await tx.execute(spreadStatement, [tenantId, ids, now]);
  await tx.execute(forget, [tenantId, new Date(now.getTime() - keptMs)]);
}
