import { hash, randomBytes } from 'node:crypto';

/** Returns a secret of 256 random bits in base64url. Only its hash is stored. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Matches a secret made by `generateSecret`. */
export const secretPattern = /^[\w-]{43}$/;

/** Returns the SHA-256 of a secret, an id or a token, which is stored in its place. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
