import { hash } from 'node:crypto';

/** Which state of an entity is newer. */
export interface Version {
  /** When the partner says that it changed. */
  versionAt: Date;
  mappingVersion: number;
  /** When it was fetched: decides between two states that carry the same change time. */
  observedAt: Date;
  /** 128 bits of the content's SHA-256, in the form of a uuid. */
  contentHash: string;
}

export type VersionOutcome =
  /** Newer: replaces what is stored. */
  | 'replace'
  /** The same content, seen again later: only the time of seeing moves on. */
  | 'seen'
  /** Not newer: nothing to do. */
  | 'stale';

/**
 * Decides between an arriving state and the stored one. A total order: whichever way states arrive, and
 * however often, the same one is left at the end.
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

/** A hash of what is made the same way each time from the same content. */
export function hashContent(content: string | Buffer): string {
  const hex = hash('sha256', content, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
