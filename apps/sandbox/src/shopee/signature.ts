/** Request signature: HMAC-SHA256 over a concatenation without separators, in lowercase hex. */
import { createHmac } from 'node:crypto';
import { isEqualConstantTime } from '../http/constant-time.ts';
import type { Parameters } from '../lazada/signature.ts';

/** Returns the signature of a call. It covers those of the signed parameters that are present. */
export function shopeeSignature(key: string, path: string, query: Parameters): string {
  const text = ['partner_id', '', 'timestamp', 'access_token', 'shop_id', 'merchant_id']
    .map((name) => (name === '' ? path : (query.get(name) ?? '')))
    .join('');
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

export function isShopeeSignatureValid(key: string, path: string, query: Parameters): boolean {
  return isEqualConstantTime(query.get('sign') ?? '', shopeeSignature(key, path, query));
}
