import { createHmac } from 'node:crypto';

/**
 * Shows that whoever holds the token knows the application's secret: HMAC-SHA256 of the token, lower-case hex.
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function appSecretProof(accessToken: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(accessToken, 'utf8').digest('hex');
}
