/** Encodes bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Returns random text from the system's generator. Each of the 64 base64url symbols encodes 6 bits, so all
 * are equally likely.
 * @param length number of characters, a multiple of 4
 */
export function randomString(length: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array((length / 4) * 3)));
}

/**
 * Decodes base64url to UTF-8 text.
 * @throws DOMException if the text is not base64url
 */
export function fromBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** Hashes the UTF-8 bytes of a text. */
export async function hash(text: string, algorithm = 'SHA-256'): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return new Uint8Array(digest);
}
