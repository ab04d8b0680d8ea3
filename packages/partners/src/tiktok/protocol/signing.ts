import { createHmac } from 'node:crypto';

/** A call as it goes over the wire. */
export interface SignedCall {
  /** `/order/202309/orders/search`, without host and query. */
  path: string;
  /** Decoded values; a list is one value with commas. */
  parameters: Readonly<Record<string, string>>;
  /** Byte for byte as it is sent; empty without a body. */
  body: string;
}

/**
 * TikTok Shop's request signature: HMAC-SHA256 in lower-case hex over the path, the sorted parameters and the raw
 * body, between two copies of the secret: https://partner.tiktokshop.com/docv2/page/sign-your-api-request.
 * The access token travels in a header and is no part of it.
 */
export function sign({ path, parameters, body }: SignedCall, secret: string): string {
  const sorted = Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}${value}`)
    .join('');
  return createHmac('sha256', secret)
    .update(`${secret}${path}${sorted}${body}${secret}`, 'utf8')
    .digest('hex');
}
