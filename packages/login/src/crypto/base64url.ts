/** Bytes as base64url text without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text behind base64url of UTF-8; throws if it is not base64url. */
export function fromBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** The hash of a text's UTF-8 bytes. */
export async function hash(text: string, algorithm = 'SHA-256'): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return new Uint8Array(digest);
}
