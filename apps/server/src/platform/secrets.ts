import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { toUuid, uuidBytes } from './ids.ts';

const secretBytes = 32;
const tenantBytes = 16;

/** Returns a secret of 256 random bits in base64url. Only its hash is stored. */
export function generateSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** Matches a secret made by `generateSecret`. */
export const secretPattern = /^[\w-]{43}$/;

/** Returns the SHA-256 of a secret, an id or a token, which is stored in its place. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Creates a bearer secret: the tenant's id and 32 random bytes. The id only confines the look-up to one tenant by
 * row-level security, and so to one node of a distributed database; it proves nothing.
 */
export function createTenantToken(tenantId: string): string {
  return Buffer.concat([uuidBytes(tenantId), randomBytes(secretBytes)]).toString('base64url');
}

/** Returns the tenant id in a token, or null if the text is no token. */
export function parseTenantId(token: string): string | null {
  if (!/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== tenantBytes + secretBytes) return null;
  return toUuid(bytes.subarray(0, tenantBytes));
}

/** Parses HTTP Basic credentials. Returns null for anything else. @see RFC 7617 */
export function parseBasicCredentials(
  header: string | undefined,
): { name: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=_.~-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Compares hashes, so that the duration reveals neither the length nor a common prefix. */
export function equalsInConstantTime(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}
