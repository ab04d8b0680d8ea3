import { createHmac } from 'node:crypto';

/**
 * Returns the proof that the caller knows the application's secret: HMAC-SHA256 of the token, in lower-case hex.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function appSecretProof(accessToken: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(accessToken, 'utf8').digest('hex');
}
