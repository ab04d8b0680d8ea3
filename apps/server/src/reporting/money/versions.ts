import { hashContent, compareVersions, type Version } from '../ingest/version.ts';
import type { FetchMeta } from '../ingest/canonical-rows.ts';
import type { VersionedEntity } from './settlement-columns.ts';

/** The version of a stored entity, as PostgreSQL returns it. */
export interface StoredVersionRow extends Version {
  id: string;
}

export function withVersion<Entity extends object>(
  id: string,
  entity: Entity,
  versionAt: Date,
  meta: FetchMeta,
): VersionedEntity<Entity> {
  return {
    id,
    entity,
    version: {
      versionAt,
      observedAt: meta.observedAt,
      mappingVersion: meta.mappingVersion,
      contentHash: hashContent(hashInputOf(entity)),
    },
  };
}

/** Serializes all values of an entity in property order, each with its type and a NUL. */
function hashInputOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value}${String(value)}\0`;
  if (value instanceof Date) return `at${value.getTime()}\0`;
  let text = '';
  const inside = Array.isArray(value) ? value : Object.values(value);
  for (const each of inside) text += hashInputOf(each);
  return `${text}${inside.length}\0`;
}

/** Returns the newest of several states of one entity. */
function latestPerEntity<Row extends VersionedEntity<unknown>>(rows: readonly Row[]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (!other || compareVersions(row.version, other.version) !== 'stale') newest.set(row.id, row);
  }
  return [...newest.values()];
}

/** Selects what to write. Versions have a total order, so that every order of arrival ends in the same state. */
export function selectChanges<Row extends VersionedEntity<unknown>>(
  arriving: readonly Row[],
  stored: readonly StoredVersionRow[],
): { replacing: Row[]; seen: string[]; known: ReadonlySet<string> } {
  const known = new Map(stored.map((row): [string, Version] => [row.id, row]));
  const replacing: Row[] = [];
  const seen: string[] = [];
  for (const row of latestPerEntity(arriving)) {
    const other = known.get(row.id);
    const verdict = other ? compareVersions(row.version, other) : 'replace';
    if (verdict === 'replace') replacing.push(row);
    else if (verdict === 'seen') seen.push(row.id);
  }
  return { replacing, seen, known: new Set(known.keys()) };
}

const maxAmountE4 = 10n ** 16n;
const minTimeMs = Date.UTC(1971, 0, 1);
const maxTimeMs = Date.UTC(2200, 0, 1);

export function isStorableAmount(amountE4: bigint): boolean {
  return amountE4 <= maxAmountE4 && amountE4 >= -maxAmountE4;
}

export function isStorableTime(time: Date | null): boolean {
  return time === null || (time.getTime() >= minTimeMs && time.getTime() < maxTimeMs);
}
