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
import { workThrough } from './work-through.ts';

const auditRows: Eraser = {
  shopTables: [],
  shop: async () => 0,
  team: deleteEntries,
};

/** Every domain that stores rows of shops or teams, in deletion order. */
export const erasers: readonly Eraser[] = [
  collectorEraser,
  reportingEraser,
  pushEraser,
  notificationRows,
  erasePartnerRows,
  sellerRows,
  auditRows,
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
  await workThrough(
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
  for (let hasMore = true; hasMore && !signal.aborted;) {
    hasMore = await database.tenant(erasure.tenantId, async (tx) => {
      const erased = await eraseBatch(tx, erasure);
      if (erased > 0) await addErasedRows(tx, erasure.erasureId, erased);
      else await finishErasure(tx, erasure.erasureId, now());
      return erased > 0;
    });
  }
}

async function eraseBatch(tx: TenantTransaction, erasure: OpenErasure): Promise<number> {
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
