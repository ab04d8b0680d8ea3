import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
export const keyBytes = 32;

/** Bytes that a seal adds: IV and tag. */
export const sealOverheadBytes = ivBytes + tagBytes;

/** Returns IV ‖ tag ‖ ciphertext, with a random IV. */
export function sealBytes(key: Uint8Array, plaintext: Uint8Array, associated: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  cipher.setAAD(associated);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error if the bytes were changed or truncated, or sealed with another key or associated data */
export function openBytes(key: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Buffer {
  if (sealed.length < sealOverheadBytes) throw new Error('A seal is shorter than its iv and tag');
  const iv = sealed.subarray(0, ivBytes);
  const tag = sealed.subarray(ivBytes, sealOverheadBytes);
  // The tag length is explicit: without it Node accepts a tag of four bytes, which can be guessed.
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(associated);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(sealOverheadBytes)), decipher.final()]);
}
