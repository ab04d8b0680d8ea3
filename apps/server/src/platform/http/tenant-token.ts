import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 32;
const tenantBytes = 16;

/**
 * A bearer secret: the tenant's id and 32 random bytes. The id only says where to look, so that the look-up is
 * confined to one tenant by row-level security and goes to one node of a distributed database; it proves nothing.
 */
export function createTenantToken(tenantId: string): string {
  const id = Buffer.from(tenantId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, randomBytes(secretBytes)]).toString('base64url');
}

/** The tenant that a token names; null for what is no token. */
export function parseTenantId(token: string): string | null {
  if (!/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== tenantBytes + secretBytes) return null;
  const hex = bytes.toString('hex', 0, tenantBytes);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
