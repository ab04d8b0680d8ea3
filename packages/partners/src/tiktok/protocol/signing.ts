import { createHmac } from 'node:crypto';

/** The signed parts of a request. */
interface SignedCall {
  /** Path without host and query: `/order/202309/orders/search`. */
  path: string;
  /** Decoded values; lists are joined with commas. */
  parameters: Readonly<Record<string, string>>;
  /** The exact bytes sent; empty without a body. */
  body: string;
}

/**
 * Signs a request: lower-case hex HMAC-SHA256 over the path, the sorted parameters and the raw body, enclosed in two
 * copies of the secret. The access token is sent in a header and is not signed.
 * @see https://partner.tiktokshop.com/docv2/page/sign-your-api-request
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
