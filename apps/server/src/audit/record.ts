import type { AuditAction } from '@seller-connect/contract';
import { sql, type TenantTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createRequestLimiter, throwIfRateLimited } from '../platform/http/request-limiter.ts';

const insertEntry = sql(
  'audit.add_entry',
  `insert into audit.entry
     (tenant_id, entry_id, occurred_at, actor_id, action, subject_kind, subject_id, subject_name, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** Something that a person did, as the trail keeps it. */
export interface AuditEvent {
  action: AuditAction;
  /** The account of who did it; null for the program itself. */
  actorId: string | null;
  /** What it was done to, with its name at this moment. */
  subject?: {
    kind: 'member' | 'invitation' | 'shop' | 'run' | 'report_access' | 'reconciliation';
    id: string;
    name: string;
  };
  /** Short facts by name that the words of the action need. Never a secret, a token or an address of a network. */
  details?: Readonly<Record<string, string>>;
}

/** Nothing deletes from a trail: a person who does the same again and again may not fill it. */
const maxEntriesPerHour = 300;
const admit = createRequestLimiter(maxEntriesPerHour, 3_600_000);

/**
 * Writes into the team's trail in the transaction of what happened: both stay or neither.
 * @throws Problem 429 for a person who does more than the trail may hold of one
 */
export async function recordAuditEvent(
  tx: TenantTransaction,
  { action, actorId, subject, details = {} }: AuditEvent,
  now: Date = new Date(),
): Promise<void> {
  if (actorId !== null) throwIfRateLimited(admit(`${tx.tenantId} ${actorId}`));
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
