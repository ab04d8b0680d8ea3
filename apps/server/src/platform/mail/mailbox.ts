import { sql, type Database } from '../database/database.ts';
import type { Transport } from './message.ts';

const put = sql(
  'mail.put_into_mailbox',
  `insert into platform.mailbox (id, recipient, subject, body, created_at) values ($1, $2, $3, $4, $5)
   on conflict (id) do nothing`,
);
const shorten = sql(
  'mail.shorten_mailbox',
  `delete from platform.mailbox where id in (
     select id from platform.mailbox order by created_at desc, id desc offset $1)`,
);
const newest = sql(
  'mail.newest_in_mailbox',
  `select id, recipient, subject, body, created_at from platform.mailbox
   order by created_at desc, id desc limit $1`,
);

/** What the demo's mailbox holds at most. */
const capacity = 50;

export interface MailboxLetter {
  id: string;
  to: string;
  subject: string;
  text: string;
  sentAt: Date;
}

/** For demo mode without a mail server: letters go into a table that the mailbox page shows. */
export function mailboxTransport(database: Database): Transport {
  return {
    async send(id, { to, subject, text }) {
      await database.execute(put, [id, to, subject, text, new Date()]);
      await database.execute(shorten, [capacity]);
    },
    close: () => undefined,
  };
}

/** Newest first. */
export async function readMailbox(database: Database): Promise<MailboxLetter[]> {
  const rows = await database.query<{
    id: string;
    recipient: string;
    subject: string;
    body: string;
    created_at: Date;
  }>(newest, [capacity]);
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    sentAt: row.created_at,
  }));
}
