import { toBase64Url } from './base64url.ts';

/**
 * Returns random text from the system's generator. Each of the 64 base64url symbols encodes 6 bits, so all
 * are equally likely.
 * @param length number of characters, a multiple of 4
 */
export function randomString(length: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array((length / 4) * 3)));
}
