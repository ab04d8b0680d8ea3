import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Message } from '../../platform/mail/mail-queue.ts';
import type { Words } from '../../platform/http/problem.ts';
import { readFacts } from './facts.ts';
import { asKind } from './kinds.ts';
import { readPreference } from '../delivery/preferences.ts';
import type { Recipient } from '../delivery/fan-out.ts';
import { tell } from './render.ts';

const LetterData = Compile(
  Type.Object({ tenantId: Type.String(), accountId: Type.String(), eventId: Type.String() }),
);

const find = sql(
  'notifications.find_for_letter',
  `select e.kind, e.data, e.resolved_at, d.read_at from notifications.delivery d
   join notifications.event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
   where d.tenant_id = $1 and d.account_id = $2 and d.event_id = $3`,
);

const greeting: Words = { vi: 'Chào bạn,', en: 'Hello,' };
const why: Words = {
  vi: 'Bạn chọn những gì muốn được báo tại:',
  en: 'You choose what you are told at:',
};
const signature: Words = {
  vi: 'Seller Connect\nThư này được gửi tự động, vui lòng không trả lời.',
  en: 'Seller Connect\nThis letter was sent by a program; please do not answer it.',
};

export interface LetterParts {
  database: Database;
  appOrigin: string;
  recipients(tenantId: string): Promise<Recipient[]>;
  now: () => Date;
}

/**
 * Writes a letter at the moment it is sent. Null when it is not needed any more: the person has read it in the
 * application, it was put right meanwhile, or they have left the team.
 */
export async function composeLetter(parts: LetterParts, data: unknown): Promise<Message | null> {
  if (!LetterData.Check(data)) throw new Error('The data of a letter have another shape');
  const { tenantId, accountId, eventId } = data;
  const [row] = await parts.database.tenantRead<{
    kind: string;
    data: unknown;
    resolved_at: Date | null;
    read_at: Date | null;
  }>(tenantId, find, [tenantId, accountId, eventId]);
  const kind = asKind(row?.kind ?? '');
  if (!row || kind === null || row.resolved_at !== null || row.read_at !== null) return null;
  const people = await parts.recipients(tenantId);
  const to = people.find((person) => person.accountId === accountId)?.email;
  if (!to) return null;
  const { language } = await readPreference(parts.database, tenantId, accountId);
  const { title, text, action } = tell(kind, readFacts(row.data), language, parts.now());
  const paragraphs = [
    greeting[language],
    [`${title}.`, text].filter((each) => each !== '').join(' '),
    `${action.label}:\n${parts.appOrigin}${action.href}`,
    `${why[language]}\n${parts.appOrigin}/settings/notifications`,
    signature[language],
  ];
  return { to, subject: title, text: `${paragraphs.join('\n\n')}\n` };
}
