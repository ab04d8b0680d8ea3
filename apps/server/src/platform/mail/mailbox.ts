import { sql, type Database } from '../database/database.ts';
import type { MailTransport } from './message.ts';

const insertStatement = sql(
  'mail.put_into_mailbox',
  `insert into platform.mailbox (id, recipient, subject, body, created_at) values ($1, $2, $3, $4, $5)
   on conflict (id) do nothing`,
);
const trimStatement = sql(
  'mail.shorten_mailbox',
  `delete from platform.mailbox where id in (
     select id from platform.mailbox order by created_at desc, id desc offset $1)`,
);
const listStatement = sql(
  'mail.newest_in_mailbox',
  `select id, recipient, subject, body, created_at from platform.mailbox
   order by created_at desc, id desc limit $1`,
);

/** Capacity of the demo's mailbox. */
const maxEmails = 50;

export interface MailboxEmail {
  id: string;
  to: string;
  subject: string;
  text: string;
  sentAt: Date;
}

/** Stores emails in a table that the mailbox page shows, for demo mode without a mail server. */
export function createMailboxTransport(database: Database): MailTransport {
  return {
    async send(id, { to, subject, text }) {
      await database.execute(insertStatement, [id, to, subject, text, new Date()]);
      await database.execute(trimStatement, [maxEmails]);
    },
    close: () => undefined,
  };
}

/** Returns the emails, newest first. */
export async function listMailbox(database: Database): Promise<MailboxEmail[]> {
  const rows = await database.query<{
    id: string;
    recipient: string;
    subject: string;
    body: string;
    createdAt: Date;
  }>(listStatement, [maxEmails]);
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    sentAt: row.createdAt,
  }));
}
