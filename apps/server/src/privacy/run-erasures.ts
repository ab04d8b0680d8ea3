import { deleteEntries } from '../audit/index.ts';
import { collectorEraser } from '../collector/index.ts';
import { notificationRows } from '../notifications/index.ts';
import { erasePartnerRows } from '../partners/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import type { Eraser } from '../platform/database/eraser.ts';
import type { Log } from '../platform/log.ts';
import { pushEraser } from '../pushes/index.ts';
import { reportingEraser } from '../reporting/index.ts';
import { sellerRows } from '../sellers/index.ts';
import {
  addErasedRows,
  finishErasure,
  listOpenErasures,
  type OpenErasure,
} from './erasure-store.ts';
import { processBacklog } from './process-backlog.ts';

/** Every domain that stores rows of shops or teams, in deletion order. The audit entries of a team come after them. */
export const erasers: readonly Eraser[] = [
  collectorEraser,
  reportingEraser,
  pushEraser,
  notificationRows,
  erasePartnerRows,
  sellerRows,
];

/** Rows per transaction: limits how long locks are held and how much work a crash undoes. */
const maxRowsPerBatch = 5000;

/**
 * Runs unfinished erasures in batches until none is left or `signal` is aborted. An interrupted erasure continues with
 * the remaining rows. One that fails is logged and stays unfinished. Several processes may run this at once.
 */
export async function runErasures(
  database: Database,
  log: Pick<Log, 'error'>,
  now: () => Date,
  signal: AbortSignal,
): Promise<void> {
  await processBacklog(
    {
      read: (limit) => listOpenErasures(database, limit),
      idOf: ({ erasureId }) => erasureId,
      work: (erasure) => runErasure(database, erasure, now, signal),
      onFailure: (error, erasure) =>
        log.error(
          { event: 'privacy.erasure_failed', err: error, ...erasure },
          'Erasure failed; the next round tries again',
        ),
    },
    signal,
  );
}

async function runErasure(
  database: Database,
  erasure: OpenErasure,
  now: () => Date,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, erasureId } = erasure;
  while (!signal.aborted) {
    if ((await eraseBatch(database, erasure)) || (await eraseEntries(database, erasure))) continue;
    await database.tenant(tenantId, (tx) => finishErasure(tx, erasureId, now()));
    return;
  }
}

/** Returns whether there were rows to erase. */
function eraseBatch(database: Database, erasure: OpenErasure): Promise<boolean> {
  return database.tenant(erasure.tenantId, async (tx) => {
    const erased = await eraseRows(tx, erasure);
    if (erased > 0) await addErasedRows(tx, erasure.erasureId, erased);
    return erased > 0;
  });
}

/**
 * Erases audit entries of a removed team. They are deleted as the owner of the table, and a distributed database lets only
 * one role change rows of a team in a transaction. A crash between the two leaves a batch uncounted.
 * @returns whether there were any
 */
async function eraseEntries(
  database: Database,
  { tenantId, erasureId, scope }: OpenErasure,
): Promise<boolean> {
  if (scope !== 'team') return false;
  const erased = await database.tenant(tenantId, (tx) => deleteEntries(tx, maxRowsPerBatch));
  if (erased > 0) await database.tenant(tenantId, (tx) => addErasedRows(tx, erasureId, erased));
  return erased > 0;
}

async function eraseRows(tx: TenantTransaction, erasure: OpenErasure): Promise<number> {
  let erased = 0;
  for (const eraser of erasers) {
    const remainingRows = maxRowsPerBatch - erased;
    if (remainingRows <= 0) break;
    erased +=
      erasure.scope === 'team'
        ? await eraser.team(tx, remainingRows)
        : await eraser.shop(tx, erasure.subjectId, remainingRows);
  }
  return erased;
}
