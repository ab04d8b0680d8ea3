import { hash, timingSafeEqual } from 'node:crypto';

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
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
