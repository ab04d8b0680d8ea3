import { createHmac } from 'node:crypto';

/** The subject of a call. A public call has none and is made on behalf of the application. */
export type Signed =
  | { accessToken: string; shopId: string }
  | { accessToken: string; merchantId: string }
  | null;

/**
 * Signs a request: lower-case hex HMAC-SHA256 over partner id, path, timestamp, token and shop or merchant, without
 * separators. Parameters and body are not signed.
 * @param path with `/api/v2`, without host and query
 * @param timestamp Unix seconds
 */
export function sign(
  call: { partnerId: string; path: string; timestamp: string; signed: Signed },
  partnerKey: string,
): string {
  const { partnerId, path, timestamp, signed } = call;
  const subject =
    signed === null
      ? ''
      : `${signed.accessToken}${'shopId' in signed ? signed.shopId : signed.merchantId}`;
  return createHmac('sha256', partnerKey)
    .update(`${partnerId}${path}${timestamp}${subject}`, 'utf8')
    .digest('hex');
}
