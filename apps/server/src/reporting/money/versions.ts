import { hashContent } from '../ingest/version.ts';
import type { FetchMeta } from '../ingest/canonical-rows.ts';
import type { VersionedEntity } from './settlement-columns.ts';

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
