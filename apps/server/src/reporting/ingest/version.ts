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

/** Returns the hash of a deterministic serialization. */
export function hashContent(content: string | Buffer): string {
  const hex = hash('sha256', content, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
