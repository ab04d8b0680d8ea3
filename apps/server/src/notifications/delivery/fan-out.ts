import type { NotificationKind, TeamRole } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { enqueueTeamEmail } from '../../platform/mail/mail-queue.ts';
import { isKnownFacts, parseFacts } from '../messages/facts.ts';
import { kindRules, notificationKinds } from '../messages/kinds.ts';
import { enqueuePushes } from '../push/subscription-store.ts';
import { enqueueForWebhook, type WebhookEvent } from '../webhook/enqueue-event.ts';
import { enqueueZaloMessage } from '../zalo/phone-store.ts';
import { channelsFor, readPreferences } from './preferences.ts';

/** A member of a team as a recipient of notifications. */
export interface Recipient {
  accountId: string;
  role: TeamRole;
  /** Verified email address; null if there is none. */
  email: string | null;
}

/** Kind of notification emails in the mail queue. */
export const notificationEmailKind = 'notifications.letter';

export interface FanOutDependencies {
  database: Database;
  recipients(tenantId: string): Promise<Recipient[]>;
  /** False where no mail server is configured. */
  canSendEmails: boolean;
  /** Origin of the links that webhooks receive. */
  appOrigin: string;
  /** Whether the operator has a template of Zalo for the kind. */
  offersZalo(kind: NotificationKind): boolean;
  now: () => Date;
}

const acquireEventsStatement = sql(
  'notifications.take_events',
  `select event_id, kind, account_id, data, occurred_at, resolved_at from notifications.event
   where tenant_id = $1 and fanned_out_at is null and kind = any($2::text[])
   order by next_try_at, event_id limit 100 for update skip locked`,
);
const insertDeliveryStatement = sql(
  'notifications.deliver',
  `insert into notifications.delivery (tenant_id, account_id, event_id, in_app)
   values ($1, $2, $3, $4) on conflict (tenant_id, account_id, event_id) do nothing`,
);
const markDispatchedStatement = sql(
  'notifications.mark_fanned_out',
  'update notifications.event set fanned_out_at = $3 where tenant_id = $1 and event_id = any($2::uuid[])',
);
const rescheduleStatement = sql(
  'notifications.postpone',
  `update notifications.event set next_try_at = now() + $2 * interval '1 millisecond'
   where tenant_id = $1 and fanned_out_at is null and ($3::uuid[] is null or event_id = any($3))`,
);

/** An email that could not be sent within this time is dropped. */
const emailExpiresAfterMs = 3 * 24 * 3_600_000;
/** After that, the notification is shown in the application only. */
const messageExpiresAfterMs = 24 * 3_600_000;
const retryDelayMs = 60_000;

/**
 * Turns the due events of a tenant into deliveries, queued emails and messages to devices, in one transaction. Safe to
 * repeat and to run in several processes at once: each event reaches each recipient exactly once. After a failure, all
 * of the tenant's due events wait for a minute. Events of kinds or facts that this release does not know stay due for a
 * worker of a newer one.
 * @throws Error if an event has facts of another shape, after the other events
 */
export async function fanOut(dependencies: FanOutDependencies, tenantId: string): Promise<void> {
  const { database, appOrigin, now } = dependencies;
  let unreadable: string[];
  try {
    const members = await dependencies.recipients(tenantId);
    unreadable = await database.tenant(tenantId, async (tx) => {
      const due = await tx.query<DueEvent>(acquireEventsStatement, [tenantId, notificationKinds]);
      const events = due.filter(({ data }) => isKnownFacts(data));
      const ofTeam = await deliverEvents(tx, events, members, dependencies, now());
      await enqueueForWebhook(tx, ofTeam, appOrigin, now());
      const ids = due.filter((each) => !events.includes(each)).map(({ eventId }) => eventId);
      if (ids.length > 0) await tx.execute(rescheduleStatement, [tenantId, retryDelayMs, ids]);
      return ids;
    });
  } catch (error) {
    await database.tenant(tenantId, (tx) =>
      tx.execute(rescheduleStatement, [tenantId, retryDelayMs, null]),
    );
    throw error;
  }
  if (unreadable.length > 0)
    throw new Error(`The facts of ${unreadable.length} events have another shape`);
}

interface DueEvent {
  eventId: string;
  kind: NotificationKind;
  accountId: string | null;
  data: unknown;
  occurredAt: Date;
  resolvedAt: Date | null;
}

/** Returns the events that concern the team, for its webhook. */
async function deliverEvents(
  tx: TenantTransaction,
  events: readonly DueEvent[],
  recipients: readonly Recipient[],
  { canSendEmails, offersZalo }: Pick<FanOutDependencies, 'canSendEmails' | 'offersZalo'>,
  now: Date,
): Promise<WebhookEvent[]> {
  const { tenantId } = tx;
  if (events.length === 0) return [];
  const preferenceOf = await readPreferences(
    tx,
    tenantId,
    recipients.map((recipient) => recipient.accountId),
  );
  for (const event of events) {
    // Events that were resolved before fan-out are not delivered.
    if (event.resolvedAt !== null) continue;
    const { kind } = event;
    const { shops, by, alert } = parseFacts(event.data);
    const shopIds = shops.map((shop) => shop.id);
    for (const recipient of recipients) {
      if (event.accountId !== null && event.accountId !== recipient.accountId) continue;
      const rules = kindRules[kind];
      if (by?.id === recipient.accountId ? !rules.toActor : !rules.roles.includes(recipient.role))
        continue;
      const { accountId } = recipient;
      const { eventId } = event;
      if (alert?.mutedBy.includes(accountId)) continue;
      const chosen = channelsFor(preferenceOf(accountId), kind, shopIds);
      const isShown = alert?.channels.inApp ?? true;
      const inApp = chosen.inApp && isShown;
      const push = chosen.push && isShown;
      const zalo = chosen.zalo && isShown && offersZalo(kind);
      const mail = chosen.mail && (alert?.channels.mail ?? true);
      const to = mail && canSendEmails ? recipient.email : null;
      if (!inApp && !push && !zalo && to === null) continue;
      await tx.execute(insertDeliveryStatement, [tenantId, accountId, eventId, inApp]);
      const message = { accountId, eventId, validForMs: messageExpiresAfterMs };
      if (push) await enqueuePushes(tx, message);
      if (zalo) await enqueueZaloMessage(tx, message);
      if (to === null) continue;
      const data = { tenantId, accountId, eventId };
      // Beyond the daily limit of emails, the notification is shown in the application only.
      await enqueueTeamEmail(tx, notificationEmailKind, {
        to,
        data,
        validForMs: emailExpiresAfterMs,
      });
    }
  }
  const ids = events.map((event) => event.eventId);
  await tx.execute(markDispatchedStatement, [tenantId, ids, now]);
  return events
    .filter(({ accountId, resolvedAt }) => accountId === null && resolvedAt === null)
    .map(({ eventId, kind, data, occurredAt }) => ({
      eventId,
      kind,
      facts: parseFacts(data),
      occurredAt,
    }));
}
