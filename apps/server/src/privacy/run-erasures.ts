import { eraseTrail } from '../audit/index.ts';
import { collectorRows } from '../collector/index.ts';
import { notificationRows } from '../notifications/index.ts';
import { partnerRows } from '../partners/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import type { Eraser } from '../platform/database/eraser.ts';
import { pushRows } from '../pushes/index.ts';
import { reportingRows } from '../reporting/index.ts';
import { sellerRows } from '../sellers/index.ts';
import { countErased, finishErasure, openErasures, type OpenErasure } from './erasure-store.ts';

const trail: Eraser = {
  shopTables: [],
  shop: async () => 0,
  team: eraseTrail,
};

/** What is read of a shop, and what stands for a team that nobody is left in. */
export const erasers: readonly Eraser[] = [
  collectorRows,
  reportingRows,
  pushRows,
  notificationRows,
  partnerRows,
  sellerRows,
  trail,
];

/** Rows of one transaction: bounds what a lock holds up, and what is done twice after a crash. */
const maxRowsOfBatch = 5000;
const maxErasures = 100;

/**
 * Carries out the erasures that were asked for, in batches, until none is open or `signal` is aborted. Stopped anywhere,
 * it goes on with the rows that are left. Several processes may do so at once.
 */
export async function runErasures(
  database: Database,
  now: () => Date,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const open = await openErasures(database, maxErasures);
    for (const erasure of open) await runErasure(database, erasure, now, signal);
    if (open.length < maxErasures) return;
  }
}

async function runErasure(
  database: Database,
  erasure: OpenErasure,
  now: () => Date,
  signal: AbortSignal,
): Promise<void> {
  for (let isLeft = true; isLeft && !signal.aborted;) {
    isLeft = await database.tenant(erasure.tenantId, async (tx) => {
      const erased = await eraseBatch(tx, erasure);
      if (erased > 0) await countErased(tx, erasure.erasureId, erased);
      else await finishErasure(tx, erasure.erasureId, now());
      return erased > 0;
    });
  }
}

async function eraseBatch(tx: TenantTransaction, erasure: OpenErasure): Promise<number> {
  let erased = 0;
  for (const eraser of erasers) {
    const left = maxRowsOfBatch - erased;
    if (left <= 0) break;
    erased +=
      erasure.scope === 'team'
        ? await eraser.team(tx, left)
        : await eraser.shop(tx, erasure.subjectId, left);
  }
  return erased;
}
