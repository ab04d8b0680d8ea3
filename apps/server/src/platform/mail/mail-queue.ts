import type { Registry } from 'prom-client';
import type { Database, Sql, TenantTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import { backoffMs, startPolling, type Polling } from '../poll.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { waitForAll } from '../process/shutdown.ts';
import { registerGauges } from '../telemetry/metrics.ts';
import {
  maxConcurrentEmails,
  Undeliverable,
  type EmailMessage,
  type MailTransport,
} from './message.ts';

export {
  createMailboxTransport,
  findMailboxEmail,
  listMailbox,
  type MailboxEmail,
} from './mailbox.ts';
export type { EmailAttachment, EmailMessage, MailTransport } from './message.ts';
export { createSmtpTransport } from './smtp.ts';

// Due times use the database's clock: an email of a process whose clock is ahead would wait for the clocks of others.
const enqueueStatement = sql(
  'mail.queue',
  `insert into platform.mail (id, kind, data, next_attempt_at, expires_at, created_at)
   values ($1, $2, $3, now(), now() + $4 * interval '1 millisecond', now())`,
);
const enqueueTeamEmailStatement = sql(
  'mail.queue_for_team',
  `select platform.queue_email($1, $2, $3, now(), now() + $4 * interval '1 millisecond', $5) as queued`,
);
const acquireDueStatement = sql(
  'mail.acquire_due',
  `update platform.mail set attempts = attempts + 1, next_attempt_at = clock.moment + $2 * interval '1 millisecond'
     from (select coalesce($1::timestamptz, now()) as moment) clock
    where id = (select id from platform.mail
      where next_attempt_at <= coalesce($1::timestamptz, now())
        and (kind = any($3::text[]) or expires_at <= coalesce($1::timestamptz, now()))
      order by priority, next_attempt_at limit 1 for update skip locked)
   returning id, kind, data, attempts, expires_at <= clock.moment as is_expired`,
);
const rescheduleStatement = sql(
  'mail.postpone',
  `update platform.mail set next_attempt_at = coalesce($2::timestamptz, now()) + $3 * interval '1 millisecond'
    where id = $1`,
);
const deleteStatement = sql('mail.remove', 'delete from platform.mail where id = $1');

const countQueuedStatement = sql(
  'mail.count_waiting',
  `select count(*) as emails, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
     from platform.mail`,
);

interface QueuedEmail {
  id: string;
  kind: string;
  data: unknown;
  attempts: number;
  isExpired: boolean;
}

/** Longer than it can take to compose and send an email. */
const leaseMs = 2 * 60_000;
export const emailBackoff = { firstMs: 5000, maxMs: 15 * 60_000 };
const maxAttempts = 12;
const pollIntervalMs = 2000;

/**
 * Composes an email when it is sent, from the queued data. Returns null if there is nothing to send any more. Runs
 * again for each attempt.
 */
export type EmailComposer = (data: unknown) => Promise<EmailMessage | null>;

export interface MailQueue {
  /** False if no mail server is configured. Emails must not be queued then. */
  readonly available: boolean;
  /** Enqueues an email in the transaction of its subject, so that both are committed or neither. */
  queue(tx: Sql, kind: string, data: object, validForMs: number): Promise<void>;
  /** Sends queued emails without waiting for the next poll. Does nothing before `start`. */
  wake(): void;
  /**
   * Sends all due emails until stopped. Returns the number of emails that were sent or dropped, or whose attempt failed.
   * Rejects if the database fails, once no email is being sent any more.
   * @param at when emails are due; null for the present, by the database's clock
   */
  deliverDue(at?: Date | null, stopping?: AbortSignal): Promise<number>;
  /** Polls the queue every two seconds. Any number of processes may do so. */
  start(): void;
  /** Stops polling and waits for the emails that are being sent. */
  stop(): Promise<void>;
}

/** Called when an email is dropped after its last attempt. */
export type EmailDropped = (data: unknown) => Promise<void>;

interface MailQueueDependencies {
  database: Pick<Database, 'query' | 'execute'>;
  /** Null if no mail server is configured. */
  transport: MailTransport | null;
  emailComposers: Readonly<Record<string, EmailComposer>>;
  /** By kind. */
  onDropped?: Readonly<Record<string, EmailDropped>>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * Creates the queue of outgoing emails in the database. Emails about accounts go first. Delivery is at least once: if
 * the process dies after the mail server has accepted an email, it is sent again under the same Message-ID. An email is
 * dropped after twelve attempts (about two hours) or when it expires; the log says so without its recipient. An email of
 * a kind without composer waits for a process of a newer release, until it expires.
 */
export function createMailQueue(dependencies: MailQueueDependencies): MailQueue {
  const { database, transport, emailComposers, onDropped = {}, log } = dependencies;
  let polling: Polling | undefined;

  async function deliver(row: QueuedEmail, at: Date | null, mailTransport: MailTransport) {
    const logContext = { mail: { id: row.id, kind: row.kind, attempts: row.attempts } };
    try {
      if (row.isExpired) throw new Undeliverable('The email has expired');
      const message = (await emailComposers[row.kind]?.(row.data)) ?? null;
      if (message) await mailTransport.send(row.id, message);
      await database.execute(deleteStatement, [row.id]);
      if (message) log.info({ event: 'mail.sent', ...logContext }, 'Email was sent');
    } catch (error) {
      if (error instanceof Undeliverable || row.attempts >= maxAttempts) {
        await database.execute(deleteStatement, [row.id]);
        log.error(
          { event: 'mail.given_up', ...logContext, reason: failureReason(error) },
          'Email was given up after its last attempt',
        );
        await onDropped[row.kind]?.(row.data).catch((failure: unknown) =>
          log.error(
            { event: 'mail.drop_unreported', ...logContext, err: failure },
            'Email that was given up could not be reported',
          ),
        );
        return;
      }
      const waitMs = backoffMs(row.attempts - 1, emailBackoff, Math.random);
      await database.execute(rescheduleStatement, [row.id, at, waitMs]);
      log.warn(
        { event: 'mail.retry_scheduled', ...logContext, reason: failureReason(error) },
        'Email could not be sent; trying again later',
      );
    }
  }

  async function deliverDue(at: Date | null = null, stopping?: AbortSignal): Promise<number> {
    if (!transport) return 0;
    let handled = 0;
    const acquire = async () => {
      const values = [at, leaseMs, Object.keys(emailComposers)];
      const [row] = await database.query<QueuedEmail>(acquireDueStatement, values);
      return row;
    };
    const drain = async (acquired: QueuedEmail | undefined) => {
      for (let due = acquired; due; due = stopping?.aborted ? undefined : await acquire()) {
        await deliver(due, at, transport);
        handled += 1;
      }
    };
    // Most polls find no email or one, so only a second one opens all lanes.
    const first = await acquire();
    const second = first && (await acquire());
    const lanes = [drain(first), drain(second)];
    if (second) {
      while (lanes.length < maxConcurrentEmails) lanes.push(acquire().then(drain));
    }
    await waitForAll(lanes);
    return handled;
  }

  return {
    available: transport !== null,
    async queue(tx, kind, data, validForMs) {
      await tx.execute(enqueueStatement, [newId(), kind, JSON.stringify(data), validForMs]);
    },
    wake: () => polling?.wake(),
    deliverDue,
    start() {
      if (!transport || polling) return;
      polling = startPolling((stopping) => deliverDue(null, stopping), {
        intervalMs: pollIntervalMs,
        onError: (error) =>
          log.error({ event: 'mail.queue_unreadable', err: error }, 'Mail queue could not be read'),
      });
    },
    async stop() {
      await polling?.stop();
      transport?.close();
    },
  };
}

/**
 * Enqueues an email of a seller's team in the transaction of its subject, so that both are committed or neither. The
 * process that sends the identity provider's emails sends it.
 * @returns false if the team or the recipient has reached its limit for the day (`queue_email` in SQL)
 */
export async function enqueueTeamEmail(
  tx: TenantTransaction,
  kind: string,
  { to, data, validForMs }: { to: string; data: object; validForMs: number },
): Promise<boolean> {
  const values = [newId(), kind, JSON.stringify(data), validForMs, to];
  const [row] = await tx.query<{ queued: boolean }>(enqueueTeamEmailStatement, values);
  return row?.queued === true;
}

/** Returns only the kind of failure for the log, because mail servers repeat addresses in their responses. */
function failureReason(error: unknown): string {
  if (error instanceof Undeliverable) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const answer = 'responseCode' in error ? ` ${String(error.responseCode)}` : '';
  return `${code}${answer}`;
}

/** Registers gauges of queued emails. @param database in the identity provider's role, which alone can read emails */
export function registerMailMetrics(registry: Registry, database: Database): void {
  registerGauges(
    registry,
    {
      mail_emails_waiting: { help: 'Emails that are not sent yet', labelNames: [] },
      mail_longest_wait_seconds: { help: 'Age of the oldest of these emails', labelNames: [] },
    },
    async () => {
      const [row] = await database.query<{ emails: bigint; seconds: number }>(countQueuedStatement);
      return {
        mail_emails_waiting: [{ labels: {}, value: Number(row?.emails ?? 0n) }],
        mail_longest_wait_seconds: [{ labels: {}, value: row?.seconds ?? 0 }],
      };
    },
  );
}
