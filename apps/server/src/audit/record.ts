import type { AuditAction } from '@seller-connect/contract';
import { sql, type TenantTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createRequestLimiter } from '../platform/http/request-limiter.ts';

const insertEntry = sql(
  'audit.add_entry',
  `insert into audit.entry
     (tenant_id, entry_id, occurred_at, actor_id, action, subject_kind, subject_id, subject_name, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** An action in a team, to be stored as an audit event. */
export interface AuditEvent {
  action: AuditAction;
  /** The account that acted; null for the system. */
  actorId: string | null;
  /** The object of the action, with its current name. */
  subject?: {
    kind:
      | 'member'
      | 'invitation'
      | 'shop'
      | 'run'
      | 'report_access'
      | 'report_schedule'
      | 'alert_rule'
      | 'reconciliation';
    id: string;
    name: string;
  };
  /** Short facts that the text of the action needs. Never a secret, a token or an IP address. */
  details?: Readonly<Record<string, string>>;
}

/** Limits how fast one account can fill the audit events, which are never deleted. */
const maxActsPerHour = 300;
const limiter = createRequestLimiter(maxActsPerHour, 3_600_000);
/** An act counts once: the erasure of a team's data has an entry for each of its shops, however many these are. */
const admittedActs = new WeakSet<TenantTransaction>();

/**
 * Records an audit event in the transaction of the action, so that both are committed or neither.
 * @throws Problem 429 if the account exceeds the limit per hour
 */
export async function recordAuditEvent(
  tx: TenantTransaction,
  { action, actorId, subject, details = {} }: AuditEvent,
  now: Date = new Date(),
): Promise<void> {
  if (actorId !== null && !admittedActs.has(tx)) {
    limiter.admit(`${tx.tenantId} ${actorId}`);
    admittedActs.add(tx);
  }
  await tx.execute(insertEntry, [
    tx.tenantId,
    newId(now.getTime()),
    now,
    actorId,
    action,
    subject?.kind ?? null,
    subject?.id ?? null,
    subject?.name ?? null,
    JSON.stringify(details),
  ]);
}
