import type { ReconciliationProgress } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';

/** Records the progress of a reconciliation. Callers may call it as often as they like. */
export type ReportProgress = (
  progress: Omit<ReconciliationProgress, 'phase'> & {
    phase: 'reading' | 'comparing' | 'refetching';
  },
) => void;

/** Minimum time between two writes. Shorter reconciliations end before anyone polls. */
const minWriteIntervalMs = 500;

const upsertStatement = sql(
  'reporting.recon_keep_progress',
  `insert into reporting.recon_progress (tenant_id, upload_id, recorded_at, phase, done, total)
   values ($1, $2, now(), $3, $4, $5)
   on conflict (tenant_id, upload_id) do update
     set recorded_at = excluded.recorded_at, phase = excluded.phase, done = excluded.done, total = excluded.total`,
);
// Rows of crashed processes are deleted by the team's next reconciliation.
const deleteStatement = sql(
  'reporting.recon_delete_progress',
  `delete from reporting.recon_progress
    where tenant_id = $1 and (upload_id = $2 or recorded_at < now() - interval '1 hour')`,
);
const findStatement = sql(
  'reporting.recon_find_progress',
  `select phase, done, total from reporting.recon_progress where tenant_id = $1 and upload_id = $2`,
);

/**
 * Records the progress of one upload in the database, so that every process can read it. `end` deletes the row after
 * the last write.
 *
 * | phase      | meaning                                   | next phases                  |
 * | ---------- | ----------------------------------------- | ---------------------------- |
 * | waiting    | no row: not begun yet, or ended           | any                          |
 * | reading    | the file is parsed; `done` rows, no total | comparing, waiting           |
 * | comparing  | `done` of `total` orders are looked up    | reading, refetching, waiting |
 * | refetching | `done` of `total` orders are refetched    | waiting                      |
 *
 * `comparing` returns to `reading` if the file is parsed again with the month first.
 */
export function createProgressRecorder(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  uploadId: string,
  clock: () => number = Date.now,
): { record: ReportProgress; end(): Promise<void> } {
  let next = clock() + minWriteIntervalMs;
  let writing: Promise<unknown> = Promise.resolve();
  let isStored = false;
  return {
    record({ phase, done, total }) {
      if (clock() < next) return;
      next = clock() + minWriteIntervalMs;
      isStored = true;
      const values = [tenantId, uploadId, phase, done, total];
      // Losing a progress update must not fail the reconciliation.
      writing = writing.then(() =>
        database
          .tenant(tenantId, (tx) => tx.execute(upsertStatement, values))
          .catch(() => undefined),
      );
    },
    async end() {
      await writing;
      if (!isStored) return;
      await database
        .tenant(tenantId, (tx) => tx.execute(deleteStatement, [tenantId, uploadId]))
        .catch(() => undefined);
    },
  };
}

/** Returns the progress of an upload; `waiting` before it begins and after it ends. */
export async function readProgress(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  uploadId: string,
): Promise<ReconciliationProgress> {
  const [row] = await database.tenantRead<ReconciliationProgress>(tenantId, findStatement, [
    tenantId,
    uploadId,
  ]);
  return row ?? { phase: 'waiting', done: 0, total: null };
}
