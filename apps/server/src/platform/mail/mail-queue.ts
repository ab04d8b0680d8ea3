import type { Registry } from 'prom-client';
import type { Database, Sql, TenantTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { addReadings } from '../telemetry/metrics.ts';
import { Undeliverable, type Message, type Transport } from './message.ts';

export { mailboxTransport, readMailbox, type MailboxLetter } from './mailbox.ts';
export type { Message, Transport } from './message.ts';
export { smtpTransport } from './smtp.ts';

const insert = sql(
  'mail.queue',
  `insert into platform.mail (id, kind, data, next_attempt_at, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $4)`,
);
const handIn = sql(
  'mail.hand_in',
  'select platform.queue_letter($1, $2, $3, $4, $5, $6) as queued',
);
const claim = sql(
  'mail.claim',
  `update platform.mail set attempts = attempts + 1, next_attempt_at = $2
   where id = (select id from platform.mail where next_attempt_at <= $1
     order by priority, next_attempt_at limit 1 for update skip locked)
   returning id, kind, data, attempts, expires_at`,
);
const postpone = sql(
  'mail.postpone',
  'update platform.mail set next_attempt_at = $2 where id = $1',
);
const remove = sql('mail.remove', 'delete from platform.mail where id = $1');

const countWaiting = sql(
  'mail.count_waiting',
  `select count(*) as letters, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
     from platform.mail`,
);

interface Row {
  id: string;
  kind: string;
  data: unknown;
  attempts: number;
  expires_at: Date;
}

/** Longer than a letter can take to be written and handed over. */
const claimMs = 2 * 60_000;
const firstPauseMs = 5000;
const longestPauseMs = 15 * 60_000;
const mostAttempts = 12;
const pollMs = 2000;
const lanes = 4;

/**
 * Writes the letter at the moment it is sent, from the data that it was queued with. Null when there is nothing to
 * send any more. It runs again for each attempt.
 */
export type Compose = (data: unknown) => Promise<Message | null>;

export interface Mail {
  /** False where no mail server is configured: nothing may be queued then. */
  readonly available: boolean;
  /** Inside the transaction of what the letter is about: both happen or neither. */
  queue(tx: Sql, kind: string, data: object, validForMs: number): Promise<void>;
  /** Sends what has just been queued without waiting for the next look into the queue. */
  wake(): void;
  /** Sends everything that is due. @returns letters handled, sent or given up. */
  deliverDue(now?: Date): Promise<number>;
  /** Looks into the queue every two seconds, in as many processes as run this. */
  start(): void;
  /** Waits for the letters that are being sent. */
  stop(): Promise<void>;
}

export interface MailParts {
  database: Database;
  /** Null where no mail server is configured. */
  transport: Transport | null;
  letters: Readonly<Record<string, Compose>>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * A queue of letters in the database. Letters about accounts go first. Each is sent at least once: when a process dies
 * between the mail server's yes and ours, it is sent again under the same Message-ID. After twelve attempts (about two
 * hours), or when what it is about has run out, it is given up and said so in the log, without its recipient.
 */
export function createMail(parts: MailParts): Mail {
  const { database, transport, letters, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let again = false;

  async function deliver(row: Row, now: Date, through: Transport): Promise<void> {
    const about = { mail: { id: row.id, kind: row.kind, attempts: row.attempts } };
    try {
      const compose = letters[row.kind];
      if (!compose) throw new Undeliverable(`Nothing writes letters of the kind ${row.kind}`);
      if (row.expires_at <= now) throw new Undeliverable('What it is about has run out');
      const message = await compose(row.data);
      if (message) await through.send(row.id, message);
      await database.execute(remove, [row.id]);
      if (message) log.info(about, 'a letter was sent');
    } catch (error) {
      if (error instanceof Undeliverable || row.attempts >= mostAttempts) {
        await database.execute(remove, [row.id]);
        log.error({ ...about, reason: reasonOf(error) }, 'a letter was given up');
        return;
      }
      const next = new Date(now.getTime() + pauseMs(row.attempts, Math.random()));
      await database.execute(postpone, [row.id, next]);
      log.warn({ ...about, reason: reasonOf(error) }, 'a letter could not be sent yet');
    }
  }

  async function deliverDue(now?: Date): Promise<number> {
    if (!transport) return 0;
    let handled = 0;
    const lane = async () => {
      for (;;) {
        const at = now ?? new Date();
        const until = new Date(at.getTime() + claimMs);
        const [row] = await database.query<Row>(claim, [at, until]);
        if (!row) return;
        await deliver(row, at, transport);
        handled += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return handled;
  }

  function wake(): void {
    if (!transport) return;
    if (running) {
      again = true;
      return;
    }
    running = deliverDue()
      .catch((error: unknown) => log.error({ err: error }, 'the mail queue could not be read'))
      .finally(() => {
        running = undefined;
        if (!again) return;
        again = false;
        wake();
      });
  }

  return {
    available: transport !== null,
    async queue(tx, kind, data, validForMs) {
      const now = new Date();
      const until = new Date(now.getTime() + validForMs);
      await tx.execute(insert, [newId(), kind, JSON.stringify(data), now, until]);
    },
    wake,
    deliverDue,
    start() {
      if (!transport || timer) return;
      timer = setInterval(wake, pollMs);
      timer.unref();
      wake();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      again = false;
      await running;
      transport?.close();
    },
  };
}

/**
 * Hands in a letter of a seller's team, inside the transaction of what it is about: both happen or neither. The
 * process that sends the identity provider's letters sends it too.
 * @returns false when the team or the recipient has had enough letters for this day (`queue_letter` in SQL).
 */
export async function queueLetter(
  tx: TenantTransaction,
  kind: string,
  { to, data, validForMs }: { to: string; data: object; validForMs: number },
): Promise<boolean> {
  const now = new Date();
  const until = new Date(now.getTime() + validForMs);
  const values = [newId(), kind, JSON.stringify(data), now, until, to];
  const [row] = await tx.query<{ queued: boolean }>(handIn, values);
  return row?.queued === true;
}

/** 5 s, then twice as long each time up to 15 minutes, spread by a quarter. @param spread 0 to 1. */
export function pauseMs(attempts: number, spread: number): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  return Math.round(pause * (0.75 + spread * 0.5));
}

/** Mail servers repeat addresses in their answers: only the kind of failure goes to the log. */
function reasonOf(error: unknown): string {
  if (error instanceof Undeliverable) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const answer = 'responseCode' in error ? ` ${String(error.responseCode)}` : '';
  return `${code}${answer}`;
}

/** What waits to be sent. @param database as the identity provider's role, which alone may see letters. */
export function letterReadings(registry: Registry, database: Database): void {
  addReadings(
    registry,
    {
      mail_letters_waiting: { help: 'Letters that are not sent yet', labelNames: [] },
      mail_longest_wait_seconds: { help: 'Age of the oldest of them', labelNames: [] },
    },
    async () => {
      const [row] = await database.query<{ letters: bigint; seconds: number }>(countWaiting);
      return {
        mail_letters_waiting: [{ labels: {}, value: Number(row?.letters ?? 0n) }],
        mail_longest_wait_seconds: [{ labels: {}, value: row?.seconds ?? 0 }],
      };
    },
  );
}
