import { hash } from 'node:crypto';

/** Decides which of two states of an entity is newer. */
export interface Version {
  /** When the entity changed, according to the partner. */
  versionAt: Date;
  mappingVersion: number;
  /** When it was fetched: decides between states with the same change time and mapping. */
  observedAt: Date;
  /** The first 128 bits of the content's SHA-256, formatted as a UUID. */
  contentHash: string;
}

export type VersionOutcome =
  /** Newer: replaces the stored state. */
  | 'replace'
  /** The same content, fetched again later: only `observedAt` is updated. */
  | 'seen'
  /** Not newer: ignored. */
  | 'stale';

/**
 * Compares an arriving state with the stored one. The order is total: every order of arrival, with any repetitions,
 * ends in the same state.
 */
export function compareVersions(arriving: Version, stored: Version): VersionOutcome {
  const byTime = arriving.versionAt.getTime() - stored.versionAt.getTime();
  if (byTime !== 0) return byTime > 0 ? 'replace' : 'stale';
  const byMapping = arriving.mappingVersion - stored.mappingVersion;
  if (byMapping !== 0) return byMapping > 0 ? 'replace' : 'stale';
  const byObservedAt = arriving.observedAt.getTime() - stored.observedAt.getTime();
  if (arriving.contentHash === stored.contentHash) return byObservedAt > 0 ? 'seen' : 'stale';
  if (byObservedAt !== 0) return byObservedAt > 0 ? 'replace' : 'stale';
  return arriving.contentHash > stored.contentHash ? 'replace' : 'stale';
}

/** A state of an entity with its version, and an id that is unique in its shop. */
interface VersionedRow {
  id: string;
  version: Version;
}

/** The version of a stored entity, as PostgreSQL returns it. */
export interface StoredVersionRow extends Version {
  id: string;
}

/** Returns the newest state of each entity. */
function latestPerEntity<Row extends VersionedRow>(rows: readonly Row[]): Row[] {
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
 *   again; `known`: all stored entities by id
 */
export function selectChanges<Row extends VersionedRow, Stored extends StoredVersionRow>(
  arriving: readonly Row[],
  stored: readonly Stored[],
): { replacing: Row[]; seen: string[]; known: ReadonlyMap<string, Stored> } {
  const known = new Map(stored.map((row) => [row.id, row]));
  const replacing: Row[] = [];
  const seen: string[] = [];
  for (const row of latestPerEntity(arriving)) {
    const storedVersion = known.get(row.id);
    const outcome = storedVersion ? compareVersions(row.version, storedVersion) : 'replace';
    if (outcome === 'replace') replacing.push(row);
    else if (outcome === 'seen') seen.push(row.id);
  }
  return { replacing, seen, known };
}

/** Returns the hash of a deterministic serialization. */
export function hashContent(content: string | Buffer): string {
  const hex = hash('sha256', content, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
