/** How messages are signed: HMAC-SHA256, lower-case hex. */
import { createHmac } from 'node:crypto';

export function hexHmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Lazada's and TikTok Shop's: over the application's key and the body. */
export function signatureWithAppKey(appKey: string, secret: string, body: string): string {
  return hexHmac(secret, `${appKey}${body}`);
}

/** Shopee's: over the address as the console has it, and the body. */
export function signatureWithAddress(address: string, partnerKey: string, body: string): string {
  return hexHmac(partnerKey, `${address}|${body}`);
}
