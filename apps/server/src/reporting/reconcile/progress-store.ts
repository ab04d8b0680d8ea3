import type { ReconciliationProgress } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';

/** Takes how far a check is; called as often as it gets on. */
export type ReportProgress = (
  progress: Omit<ReconciliationProgress, 'phase'> & {
    phase: 'reading' | 'comparing' | 'asking';
  },
) => void;

/** A check that is over before this was never asked about. */
const minWriteIntervalMs = 500;

const upsertStatement = sql(
  'reporting.recon_keep_progress',
  `insert into reporting.recon_progress (tenant_id, upload_id, recorded_at, phase, done, total)
   values ($1, $2, now(), $3, $4, $5)
   on conflict (tenant_id, upload_id) do update
     set recorded_at = excluded.recorded_at, phase = excluded.phase, done = excluded.done, total = excluded.total`,
);
// Rows of processes that were ended in the middle go with the next check of the team.
const deleteStatement = sql(
  'reporting.recon_delete_progress',
  `delete from reporting.recon_progress
    where tenant_id = $1 and (upload_id = $2 or recorded_at < now() - interval '1 hour')`,
);
const findStatement = sql(
  'reporting.recon_find_progress',
  `select phase, done, total from reporting.recon_progress where tenant_id = $1 and upload_id = $2`,
);

/** Keeps the progress of one upload where every process reads it; `end` takes it away once all of it is written. */
export function createProgressRecorder(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  uploadId: string,
  clock: () => number = Date.now,
): { tell: ReportProgress; end(): Promise<void> } {
  let next = clock() + minWriteIntervalMs;
  let writing: Promise<unknown> = Promise.resolve();
  let isStored = false;
  return {
    tell({ phase, done, total }) {
      if (clock() < next) return;
      next = clock() + minWriteIntervalMs;
      isStored = true;
      const values = [tenantId, uploadId, phase, done, total];
      // A check does not fail because its progress cannot be told.
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

/** How far an upload is; `waiting` while nothing is known of it, and once it is over. */
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
