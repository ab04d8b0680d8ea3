import { hashContent, compareVersions, type Version } from '../ingest/version.ts';
import type { FetchMeta } from '../ingest/canonical-rows.ts';
import type { VersionedEntity } from './settlement-columns.ts';

/** The version of a stored entity, as PostgreSQL returns it. */
export interface StoredVersionRow extends Version {
  id: string;
}

/**
 * Adds the id and the version to a canonical entity.
 * @param versionAt when the entity changed, according to the partner
 */
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

/**
 * Serializes all values of an entity in property order. Each value has its type as a prefix and a NUL as terminator;
 * objects and arrays end with their size.
 */
function hashInputOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value}${String(value)}\0`;
  if (value instanceof Date) return `at${value.getTime()}\0`;
  let text = '';
  const elements = Array.isArray(value) ? value : Object.values(value);
  for (const element of elements) text += hashInputOf(element);
  return `${text}${elements.length}\0`;
}

/** Returns the newest state of each entity. */
function latestPerEntity<Row extends VersionedEntity<unknown>>(rows: readonly Row[]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const current = newest.get(row.id);
    if (!current || compareVersions(row.version, current.version) !== 'stale')
      newest.set(row.id, row);
  }
  return [...newest.values()];
}

/**
 * Selects which arriving states to write. Versions have a total order, so every order of arrival ends in the same
 * state.
 * @returns `replacing`: new entities and newer states; `seen`: ids whose content is stored already and was fetched
 *   again; `known`: ids of all stored entities
 */
export function selectChanges<Row extends VersionedEntity<unknown>>(
  arriving: readonly Row[],
  stored: readonly StoredVersionRow[],
): { replacing: Row[]; seen: string[]; known: ReadonlySet<string> } {
  const known = new Map(stored.map((row): [string, Version] => [row.id, row]));
  const replacing: Row[] = [];
  const seen: string[] = [];
  for (const row of latestPerEntity(arriving)) {
    const storedVersion = known.get(row.id);
    const outcome = storedVersion ? compareVersions(row.version, storedVersion) : 'replace';
    if (outcome === 'replace') replacing.push(row);
    else if (outcome === 'seen') seen.push(row.id);
  }
  return { replacing, seen, known: new Set(known.keys()) };
}
