import type { NotificationKind, NotificationTone } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import { parseFacts, type RenderedNotification } from '../messages/facts.ts';
import { kindRules, parseKind } from '../messages/kinds.ts';
import { renderNotification } from '../messages/render.ts';
import { readPreference } from './preferences.ts';

/** A notification that its recipient has yet to learn of, in the language that they read in. */
export interface FoundNotification {
  kind: NotificationKind;
  tone: NotificationTone;
  language: Language;
  rendered: RenderedNotification;
  /** The alert rule that it comes from; null for other kinds. */
  ruleId: string | null;
}

const findDeliveryStatement = sql(
  'notifications.find_for_letter',
  `select e.kind, e.data, e.resolved_at, d.read_at from notifications.delivery d
   join notifications.event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
   where d.tenant_id = $1 and d.account_id = $2 and d.event_id = $3`,
);

/**
 * Renders a notification at the moment it is sent. Returns null if it is not needed any more: it was read in the
 * application, or the event was resolved or deleted.
 * @throws Error if only a newer release knows the kind: one of its processes may send it
 */
export async function findNotification(
  database: Database,
  { tenantId, accountId, eventId }: { tenantId: string; accountId: string; eventId: string },
  now: Date,
): Promise<FoundNotification | null> {
  const [row] = await database.tenantRead<{
    kind: string;
    data: unknown;
    resolvedAt: Date | null;
    readAt: Date | null;
  }>(tenantId, findDeliveryStatement, [tenantId, accountId, eventId]);
  if (!row || row.resolvedAt !== null || row.readAt !== null) return null;
  const kind = parseKind(row.kind);
  if (kind === null) throw new Error(`Notifications of the kind ${row.kind} are unknown`);
  const { language } = await readPreference(database, tenantId, accountId);
  const facts = parseFacts(row.data);
  const rendered = renderNotification(kind, facts, language, now);
  const ruleId = facts.alert?.ruleId ?? null;
  return { kind, tone: kindRules[kind].tone, language, rendered, ruleId };
}
