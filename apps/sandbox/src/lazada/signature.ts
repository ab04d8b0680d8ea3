/** Request signature: HMAC-SHA256 over path and sorted parameters, upper-case hex. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Parameters = ReadonlyMap<string, string>;

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

/**
 * Signature of a call. `path` has neither host nor `/rest`; `sign` itself is left out.
 * @param includeEmpty whether the name of an empty parameter is part of the text: official clients differ
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

function isEqualConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8');
  const right = Buffer.from(b, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether `sign` fits, with empty parameters skipped or kept. Lower-case hex does not fit. */
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
