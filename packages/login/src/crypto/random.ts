import { toBase64Url } from './base64url.ts';

/**
 * Random text from the system's generator. Each of the 64 symbols of base64url stands for 6 bits,
 * so all are equally likely. The length is a multiple of 4.
 */
export function randomString(length: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array((length / 4) * 3)));
}
