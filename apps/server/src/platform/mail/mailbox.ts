import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../database/database.ts';
import type { EmailAttachment, MailTransport } from './message.ts';

const insertStatement = sql(
  'mail.insert_into_mailbox',
  `insert into platform.mailbox (id, recipient, subject, body, html, attachments, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
);
const trimStatement = sql(
  'mail.trim_mailbox',
  `delete from platform.mailbox where id in (
     select id from platform.mailbox order by id desc offset $1)`,
);
const columns = 'id, recipient, subject, body, html, attachments, created_at';
const listStatement = sql(
  'mail.list_mailbox',
  `select ${columns} from platform.mailbox order by id desc limit $1`,
);
const findStatement = sql(
  'mail.find_in_mailbox',
  `select ${columns} from platform.mailbox where id = $1`,
);

/** Capacity of the demo's mailbox. */
const maxEmails = 50;

const StoredAttachments = Type.Array(
  Type.Object({ filename: Type.String(), contentType: Type.String(), base64: Type.String() }),
);

export interface MailboxEmail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Null for a plain-text email. */
  html: string | null;
  attachments: EmailAttachment[];
  sentAt: Date;
}

interface Row {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  attachments: unknown;
  createdAt: Date;
}

/** Stores emails in a table that the mailbox page shows, for demo mode without a mail server. */
export function createMailboxTransport(database: Database): MailTransport {
  return {
    async send(id, { to, subject, text, html = null, attachments = [] }) {
      const stored = attachments.map(({ content, ...rest }) => ({
        ...rest,
        base64: Buffer.from(content).toString('base64'),
      }));
      const values = [id, to, subject, text, html, JSON.stringify(stored), new Date()];
      await database.execute(insertStatement, values);
      await database.execute(trimStatement, [maxEmails]);
    },
    close: () => undefined,
  };
}

/** Returns the emails in the order in which they were queued, newest first: several are sent at once. */
export async function listMailbox(database: Database): Promise<MailboxEmail[]> {
  const rows = await database.query<Row>(listStatement, [maxEmails]);
  return rows.map(toEmail);
}

/** Returns an email, or null if there is none with the id. */
export async function findMailboxEmail(
  database: Database,
  id: string,
): Promise<MailboxEmail | null> {
  const [row] = await database.query<Row>(findStatement, [id]);
  return row ? toEmail(row) : null;
}

function toEmail({ recipient, body, attachments, createdAt, ...row }: Row): MailboxEmail {
  return {
    ...row,
    to: recipient,
    text: body,
    attachments: Value.Parse(StoredAttachments, attachments).map(({ base64, ...rest }) => ({
      ...rest,
      content: Buffer.from(base64, 'base64'),
    })),
    sentAt: createdAt,
  };
}
