import { createHmac } from 'node:crypto';

/** Whom a call speaks for. A public call speaks for the application only. */
export type Signed =
  | { accessToken: string; shopId: string }
  | { accessToken: string; merchantId: string }
  | null;

/**
 * Shopee's request signature: HMAC-SHA256 in lower-case hex over partner id, path, time, token and shop
 * or merchant, without separators. Parameters and body are not part of it.
 * @param path with `/api/v2`, without host and query
 * @param timestamp seconds
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
