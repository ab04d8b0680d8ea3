/** Signatures of pushes: HMAC-SHA256, in lowercase hex. */
import { createHmac } from 'node:crypto';

export function hexHmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Signs the application's key and the body, as Lazada and TikTok Shop do. */
export function signatureWithAppKey(appKey: string, secret: string, body: string): string {
  return hexHmac(secret, `${appKey}${body}`);
}

/** Signs the URL registered in the console and the body, as Shopee does. */
export function signatureWithAddress(address: string, partnerKey: string, body: string): string {
  return hexHmac(partnerKey, `${address}|${body}`);
}
