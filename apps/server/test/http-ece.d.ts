declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Decrypts a message of Web Push (RFC 8188, RFC 8291). `authSecret` is base64url. */
  export function decrypt(
    body: Buffer,
    parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
