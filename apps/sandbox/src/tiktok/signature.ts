/** Request signature: HMAC-SHA256 over path, sorted query and raw body, wrapped in the secret, in lowercase hex. */
import { createHmac } from 'node:crypto';
import { isEqualConstantTime } from '../http/constant-time.ts';

/** Parameters excluded from the signature. */
const UNSIGNED_PARAMETERS = new Set(['sign', 'access_token']);

interface SignedRequest {
  readonly path: string;
  /** Decoded values. */
  readonly query: URLSearchParams;
  /** The raw body; empty without one and for multipart. */
  readonly body: string;
}

export function tiktokSignature(secret: string, { path, query, body }: SignedRequest): string {
  const names = [...new Set(query.keys())].filter((name) => !UNSIGNED_PARAMETERS.has(name));
  const parameters = names
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map((name) => `${name}${query.getAll(name).join(',')}`)
    .join('');
  return createHmac('sha256', secret)
    .update(`${secret}${path}${parameters}${body}${secret}`, 'utf8')
    .digest('hex');
}

/** Returns whether `sign` is valid. An empty object or list may be excluded, because published clients differ. */
export function isTiktokSignatureValid(secret: string, request: SignedRequest): boolean {
  const sign = request.query.get('sign') ?? '';
  if (isEqualConstantTime(sign, tiktokSignature(secret, request))) return true;
  const isEmpty = request.body === '{}' || request.body === '[]';
  return isEmpty && isEqualConstantTime(sign, tiktokSignature(secret, { ...request, body: '' }));
}
