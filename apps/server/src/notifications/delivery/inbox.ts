import type { Notification, NotificationList } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import { isKnownFacts } from '../messages/facts.ts';
import { parseKind, kindRules } from '../messages/kinds.ts';
import { renderNotification } from '../messages/render.ts';

/** Bounds the query that counts unread notifications. */
const maxUnread = 100;

const listStatement = sql(
  'notifications.page',
  `select e.event_id, e.kind, e.data, e.occurred_at, e.resolved_at, d.read_at
   from notifications.delivery d
   join notifications.event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
   where d.tenant_id = $1 and d.account_id = $2 and d.in_app and ($3::uuid is null or d.event_id < $3)
   order by d.event_id desc limit $4`,
);
const countUnreadStatement = sql(
  'notifications.unread',
  `select count(*)::integer as unread from (
     select from notifications.delivery d
     join notifications.event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
     where d.tenant_id = $1 and d.account_id = $2 and d.in_app and d.read_at is null and e.resolved_at is null
     limit ${maxUnread}) as counted`,
);
const markReadStatement = sql(
  'notifications.mark_read',
  `update notifications.delivery set read_at = $4
   where tenant_id = $1 and account_id = $2 and event_id = $3 and read_at is null`,
);
const markAllReadStatement = sql(
  'notifications.mark_all_read',
  `update notifications.delivery set read_at = $4
   where tenant_id = $1 and account_id = $2 and event_id <= $3 and read_at is null and in_app`,
);

interface Row {
  eventId: string;
  kind: string;
  data: unknown;
  occurredAt: Date;
  resolvedAt: Date | null;
  readAt: Date | null;
}

interface InboxOwner {
  tenantId: string;
  accountId: string;
}

/** Returns a page of an account's notifications, newest first, with the number of unread ones. */
export async function listInbox(
  database: Database,
  { tenantId, accountId }: InboxOwner,
  page: { cursor: string | null; pageSize: number; language: Language; now: Date },
): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([
    database.tenantRead<Row>(tenantId, listStatement, [
      tenantId,
      accountId,
      page.cursor,
      page.pageSize + 1,
    ]),
    countUnread(database, { tenantId, accountId }),
  ]);
  const pageRows = rows.slice(0, page.pageSize);
  return {
    items: pageRows.flatMap((row) => toNotification(row, page.language, page.now)),
    unread,
    nextCursor: rows.length > page.pageSize ? (pageRows.at(-1)?.eventId ?? null) : null,
  };
}

/** Returns nothing for a kind or facts that only a newer release knows, which may have delivered it. */
function toNotification(row: Row, language: Language, now: Date): Notification[] {
  const kind = parseKind(row.kind);
  const { data: facts } = row;
  if (kind === null || !isKnownFacts(facts)) return [];
  return [
    {
      id: row.eventId,
      kind,
      tone: kindRules[kind].tone,
      ...renderNotification(kind, facts, language, now),
      alertRuleId: facts.alert?.ruleId ?? null,
      at: row.occurredAt.toISOString(),
      readAt: row.readAt?.toISOString() ?? null,
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
    },
  ];
}

/** Counts notifications that are neither read nor resolved, up to `maxUnread`. */
export async function countUnread(
  database: Database,
  { tenantId, accountId }: InboxOwner,
): Promise<number> {
  const [row] = await database.tenantRead<{ unread: number }>(tenantId, countUnreadStatement, [
    tenantId,
    accountId,
  ]);
  return row?.unread ?? 0;
}

export async function markRead(
  database: Database,
  { tenantId, accountId }: InboxOwner,
  eventId: string,
  now: Date,
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(markReadStatement, [tenantId, accountId, eventId, now]),
  );
}

/** Marks notifications as read up to `upTo`, the newest one shown; later ones stay unread. */
export async function markAllRead(
  database: Database,
  { tenantId, accountId }: InboxOwner,
  upTo: string,
  now: Date,
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(markAllReadStatement, [tenantId, accountId, upTo, now]),
  );
}
