/** Request signature: HMAC-SHA256 over the path and the sorted parameters, in uppercase hex. */
import { createHmac } from 'node:crypto';
import { isEqualConstantTime } from '../http/constant-time.ts';

export type Parameters = ReadonlyMap<string, string>;

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

/**
 * Returns the signature of a call. `path` has neither host nor `/rest`; `sign` itself is excluded.
 * @param includeEmpty whether names of empty parameters are signed; official clients differ
 */
export function lazadaSignature(
  secret: string,
  path: string,
  parameters: Parameters,
  includeEmpty = false,
): string {
  let text = path;
  for (const name of [...parameters.keys()].toSorted(compareBytes)) {
    const value = parameters.get(name) ?? '';
    if (name === 'sign') continue;
    if (!includeEmpty && (name === '' || value === '')) continue;
    text += name + value;
  }
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex').toUpperCase();
}

/** Returns whether `sign` is valid, with empty parameters either skipped or included. Lowercase hex is invalid. */
export function isLazadaSignatureValid(
  secret: string,
  path: string,
  parameters: Parameters,
): boolean {
  const sign = parameters.get('sign') ?? '';
  if (isEqualConstantTime(sign, lazadaSignature(secret, path, parameters))) return true;
  const hasEmpty = [...parameters.values()].includes('');
  return hasEmpty && isEqualConstantTime(sign, lazadaSignature(secret, path, parameters, true));
}
