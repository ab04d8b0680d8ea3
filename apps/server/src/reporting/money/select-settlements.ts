import { contentIdPrefix } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { encodeTextArray, encodeUuidArray } from '../../platform/database/binary-arrays.ts';
import type { FetchMeta, RejectedEntity } from '../ingest/canonical-rows.ts';
import { selectChanges, type StoredVersionRow } from '../ingest/version.ts';
import * as statements from './apply-settlements.sql.ts';
import type { IncomingSettlement } from './settlement-columns.ts';

/** The ids of a tenant and a shop. */
export type ShopKey = readonly [string, string];

interface StoredSettlementRow extends StoredVersionRow {
  rawHash: string | null;
}

type SettlementState = Pick<StoredSettlementRow, 'versionAt' | 'contentHash' | 'rawHash'>;

/** Selects the settlements that replace the stored ones, and when the statements that they name were paid. */
export async function selectSettlementChanges(
  tx: TenantTransaction,
  key: ShopKey,
  arriving: readonly IncomingSettlement[],
  meta: FetchMeta,
): Promise<{
  /** Ids of the replacing settlements that were already stored. */
  known: string[];
  replacing: IncomingSettlement[];
  conflicts: RejectedEntity[];
  paidAt: ReadonlyMap<string, Date>;
  isNews: boolean;
}> {
  if (arriving.length === 0) {
    return { known: [], replacing: [], conflicts: [], paidAt: new Map(), isNews: false };
  }
  const ids = encodeTextArray([...new Set(arriving.map(({ id }) => id))]);
  const statementIds = new Set(arriving.flatMap(({ entity }) => entity.statementId ?? []));
  const [stored, paid] = await Promise.all([
    tx.query<StoredSettlementRow>(statements.storedSettlements, [...key, ids]),
    tx.query<{ id: string; paidAt: Date }>(statements.paidStatements, [
      ...key,
      encodeTextArray([...statementIds]),
    ]),
  ]);
  const { distinct, conflicts } = splitConflicts(arriving, stored, meta);
  const { replacing, seen, known } = selectChanges(distinct, stored);
  if (seen.length > 0) {
    await tx.execute(statements.touchSettlements, [...key, encodeTextArray(seen), meta.observedAt]);
  }
  const storedRawHashes = new Map(stored.map(({ id, rawHash }) => [id, rawHash]));
  const newRaw = distinct.filter(
    ({ id, rawHash }) => rawHash !== null && storedRawHashes.get(id) !== rawHash,
  );
  const replaced = new Set(replacing);
  const rawOnly = newRaw.filter((each) => !replaced.has(each));
  if (rawOnly.length > 0) {
    await tx.execute(statements.updateRawHashes, [
      ...key,
      encodeTextArray(rawOnly.map(({ id }) => id)),
      encodeUuidArray(rawOnly.map(({ rawHash }) => rawHash)),
    ]);
  }
  return {
    isNews: newRaw.length > 0,
    known: replacing.filter(({ id }) => known.has(id)).map(({ id }) => id),
    replacing,
    conflicts,
    paidAt: new Map(paid.map(({ id, paidAt }) => [id, paidAt])),
  };
}

/**
 * Splits off the settlements whose id another one of the same pass had, unless the partner calls them newer: a correction
 * cannot be distinguished from another settlement. The next pass decides again. Settlements without an id of the
 * partner are compared by their bytes, because all fields that count are in their id.
 */
function splitConflicts(
  arriving: readonly IncomingSettlement[],
  stored: readonly StoredSettlementRow[],
  { passStartedAt }: FetchMeta,
): { distinct: readonly IncomingSettlement[]; conflicts: RejectedEntity[] } {
  if (passStartedAt === undefined) return { distinct: arriving, conflicts: [] };
  const newest = new Map<string, SettlementState>(
    stored.flatMap((row) => (row.observedAt >= passStartedAt ? [[row.id, row]] : [])),
  );
  const distinct: IncomingSettlement[] = [];
  const conflicts: RejectedEntity[] = [];
  for (const each of arriving) {
    const { id, rawHash } = each;
    const state = { ...each.version, rawHash };
    const known = newest.get(id);
    if (known && !isSame(id, state, known) && state.versionAt <= known.versionAt) {
      conflicts.push({ id, reason: 'nothing tells the settlement from another one' });
    } else {
      newest.set(id, state);
      distinct.push(each);
    }
  }
  return { distinct, conflicts };
}

function isSame(id: string, state: SettlementState, known: SettlementState): boolean {
  return id.startsWith(contentIdPrefix)
    ? state.rawHash === known.rawHash
    : state.contentHash === known.contentHash;
}
